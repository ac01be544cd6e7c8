"""Home: what needs a person, the benches, the submissions, and what ended in the last 24 hours."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from labharness.acts.run import run
from labharness.app.overview.attention import OpenMatter
from labharness.app.overview.desk import RegisterState
from labharness.app.overview.overview import EndedRun, Overview
from labharness.gui.home.home_tables import ENDED, MATTERS, verdict_counts
from labharness.gui.home.submission_standing import SUBMISSIONS, SubmissionStanding
from labharness.gui.home.submission_watch import SubmissionWatch
from labharness.gui.kit import theme
from labharness.gui.kit.acting import hold, why_not
from labharness.gui.kit.computer_words import CLOCKS, disk_text
from labharness.gui.kit.dropped_paths import DroppedPaths, room_of
from labharness.gui.kit.flow_row import WrapRow
from labharness.gui.kit.labels.bench_card import BenchCard
from labharness.gui.kit.page import Handed, Page
from labharness.gui.kit.screen_text import as_of
from labharness.gui.kit.tables.row_table import RowTable, keep_place, restore_place
from labharness.gui.kit.typeface import text_scale
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.language.text import plain
from labharness.model.address import MORNING, Address, Room

if TYPE_CHECKING:  # the register's forms, which the window need not wait for
    from labharness.gui.filings.register_reader import RegisterReader

NO_BENCH = tr("No bench yet. Queue a run for one: New run, then Queue for tonight.")
BEGIN = tr(
    "No bench yet. See the product work on a simulated device (2 minutes), start a run, or file a submission."
)
NO_SUBMISSION = tr("No submission on file. File one in Submissions.")
CARD = 110
"""Pixels of the card of a bench."""
ASK_S = 15.0
"""Seconds after which the submissions are listed again."""
LOOKING = tr("Looking at the workspace…")
ENDED_TITLE = tr("ENDED IN THE LAST 24 HOURS · RECORDS NOT VERIFIED HERE")
UNREADABLE = tr("The workspace cannot be read")


class HomePage(Page):
    """The room that the window opens with.

    Parameters
    ----------
    submissions
        Returns the register and its dossiers; called on another thread.
    """

    def __init__(self, submissions: Callable[[], RegisterReader], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading, self.computer = QLabel(LOOKING), QLabel(" ")
        theme.enlarge(self.heading, 1.5, bold=True)
        self.computer.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.computer.setWordWrap(True)
        self.new_run = QPushButton(tr("&New run"))
        self.new_run.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.new_run.clicked.connect(lambda: self.went.emit(Address(Room.NEW_RUN)))
        self.morning = QPushButton(tr("&Morning report…"))
        self.morning.clicked.connect(lambda: self.went.emit(MORNING))
        self.matters: RowTable[OpenMatter] = RowTable(
            tr("Needs you"),
            MATTERS,
            lambda each: f"{each.code}{each.address}{each.since}",
            LOOKING,
            lines=2,
            address=lambda each: each.address,
        )
        self.ended: RowTable[EndedRun] = RowTable(
            tr("Ended in the last 24 hours"), ENDED, lambda run: run.run, LOOKING, address=_run_address
        )
        self._ended_title = _title(ENDED_TITLE, self.ended)
        self.matters.opened.connect(lambda matter: self.went.emit(matter.address))
        # As behind the bell: what needs somebody is one press away.
        self.matters.clicked.connect(lambda _: self._go_to_matter())
        self.ended.opened.connect(lambda run: self.went.emit(_run_address(run)))
        self.submissions: RowTable[SubmissionStanding] = RowTable(
            tr("Submissions"), SUBMISSIONS, lambda each: each.id, LOOKING, 2, _submission_address
        )
        self.submissions.opened.connect(lambda each: self.went.emit(_submission_address(each)))
        for table in (self.matters, self.ended, self.submissions):
            table.more = ((tr("&Open"), table.open_current),)
        self.watch = SubmissionWatch(submissions, self)
        self.watch.came.connect(self._show_filed)
        self.watch.failed.connect(self._lose_filed)
        self._asked = float("-inf")
        self.begin, self.tour = QWidget(), QPushButton(tr("&See it work on a simulated device"))
        self.tour.clicked.connect(lambda: self.went.emit(Address(Room.TOUR)))
        self._is_new, self._has_filed, self._known_at = False, True, ""
        DroppedPaths(self, self._take_drop)
        self.cards: list[BenchCard] = []
        self._no_bench = QLabel(LOOKING)
        self._no_bench.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self._no_bench.setWordWrap(True)
        self._lay_out()

    def _lay_out(self) -> None:
        top = WrapRow()
        top.put(self.heading, 1, least=260)
        top.put(self.morning)
        top.put(self.new_run)
        benches = QWidget()
        self._row = QHBoxLayout(benches)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(12)
        self._row.addWidget(self._beginning(), 4)
        self._row.addStretch()
        area = self._area = QScrollArea()
        area.setWidget(benches)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # What stands in it changes while the workspace is read, and moves nothing around it.
        area.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.submissions.ask_for(2)
        self.matters.ask_for(2)
        self.ended.ask_for(2)
        middle = QGridLayout()
        middle.setHorizontalSpacing(16)
        middle.setVerticalSpacing(6)
        middle.addWidget(_title(tr("BENCHES"), area), 0, 0)
        middle.addWidget(_title(tr("SUBMISSIONS"), self.submissions), 0, 1)
        middle.addWidget(area, 1, 0)
        middle.addWidget(self.submissions, 1, 1)
        middle.setColumnStretch(0, 1)
        middle.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 14, 20, 10)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(_title(tr("NEEDS YOU"), self.matters))
        column.addWidget(self.matters, 3)
        column.addLayout(middle, 1)
        column.addWidget(self._ended_title)
        column.addWidget(self.ended, 2)
        column.addWidget(self.computer)
        self._order_keys()
        self._fit()

    def _beginning(self) -> QWidget:
        """Return what stands in the place of benches where there is none; a new workspace is invited to the tour."""
        column = QVBoxLayout(self.begin)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._no_bench)
        column.addWidget(self.tour, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.tour.hide()
        return self.begin

    def _order_keys(self) -> None:
        """Let the keyboard go through the page as it is read."""
        order = [
            self.morning,
            self.new_run,
            self.matters,
            self.tour,
            *self.cards,
            self.submissions,
            self.ended,
        ]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def show_overview(self, overview: Overview) -> None:
        """Show what goes on now."""
        hold((self.new_run, self.tour), why_not(overview.desk, run.gate.roles))
        count = len(overview.matters)
        self.matters.tell_empty(tr("Nothing needs you."))
        self.ended.tell_empty(tr("No run ended in the last 24 hours."))
        self._known_at = overview.now.isoformat()
        self.heading.setText(
            tr("{count:,} {count:matter|matters} need you", count=count) if count > 1 else _few(count)
        )
        self.matters.show_rows(overview.matters)
        self.ended.show_rows(overview.ended)
        self._ended_title.setText(" · ".join(filter(None, (ENDED_TITLE, verdict_counts(overview.ended)))))
        self._show_benches(overview)
        self._is_new = not (overview.ended or overview.open_runs or overview.benches)
        self._show_begin()
        begun = overview.desk is None or overview.desk.register is not RegisterState.NONE
        if not begun:
            self._show_filed(())
        elif self.isVisible() and time.monotonic() - self._asked > ASK_S:
            self._asked = time.monotonic()
            self.watch.look([run.folder.run for run in overview.open_runs if run.alive])
        running = tr("{alive:,} {alive:run|runs}", alive=sum(run.alive for run in overview.open_runs))
        text = tr(
            "{running} at work · {disk} · {clock}",
            running=running,
            disk=disk_text(overview.free, overview.night_bytes),
            clock=CLOCKS[overview.clock_synchronized],
        )
        self.computer.setText(" · ".join([text, *map(say, overview.elsewhere)]))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Give the cards of the benches the room that larger text needs."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        self._area.setMinimumHeight(round(CARD * max(1.0, text_scale())))
        # Computers elsewhere are named in a second line, which comes later and moves nothing; lines are rounded up.
        self.computer.setMinimumHeight(2 * (self.computer.fontMetrics().lineSpacing() + 1))

    def lose_overview(self, sentence: str) -> None:
        """Keep what was known where the workspace cannot be read, and say of when it is."""
        self.heading.setText(UNREADABLE)
        self.computer.setText(plain(as_of(sentence, self._known_at), 500))
        self._asked = float("-inf")
        for table in (self.matters, self.ended, self.submissions):
            table.tell_empty(tr("Not known."))

    def _go_to_matter(self) -> None:
        matter = self.matters.current
        if matter is not None:
            self.went.emit(matter.address)

    def _show_benches(self, overview: Overview) -> None:
        while len(self.cards) < len(overview.benches):
            card = BenchCard()
            card.opened.connect(lambda name: self.went.emit(Address(Room.BENCHES, (name,))))
            self._row.insertWidget(len(self.cards), card, 1)
            self.cards.append(card)
            self._order_keys()
        while len(self.cards) > len(overview.benches):
            self.cards.pop().deleteLater()
        for card, bench in zip(self.cards, overview.benches, strict=True):
            card.show_bench(bench, overview.expected_s, overview.now)
        self.begin.setVisible(not self.cards)

    def _show_filed(self, filed: Sequence[SubmissionStanding]) -> None:
        self.submissions.tell_empty(NO_SUBMISSION)
        self.submissions.show_rows(filed)
        self._has_filed = bool(filed)
        self._show_begin()

    def _lose_filed(self, sentence: str) -> None:
        """Take no workspace for a new one whose register cannot be read."""
        self.submissions.tell_empty(sentence)
        self._has_filed = True
        self._show_begin()

    def _show_begin(self) -> None:
        invited = self._is_new and not self._has_filed
        self._no_bench.setText(BEGIN if invited else NO_BENCH)
        self.tour.setVisible(invited)

    def _take_drop(self, files: Sequence[Path]) -> None:
        """Hand dropped files to the room that deals with their kind."""
        rooms = set(map(room_of, files))
        if len(rooms) != 1:
            self.told.emit(tr("Drop files of one kind: submissions, bundles, plans, or files of numbers."))
            return
        self.handed.emit(Handed(rooms.pop(), tuple(files)))

    def stop(self) -> None:
        """Let go of the thread."""
        self.watch.stop()

    def keep(self) -> object:
        """Return the chosen matter and how far its table is scrolled."""
        return keep_place(self.matters)

    def restore(self, kept: object) -> None:
        """Take up what :meth:`keep` returned."""
        restore_place(self.matters, kept)


def _run_address(run: EndedRun) -> Address:
    return Address(Room.RUNS, (run.run,))


def _submission_address(standing: SubmissionStanding) -> Address:
    return Address(Room.SUBMISSIONS, (standing.id,))


def _few(count: int) -> str:
    return tr("1 matter needs you") if count else tr("Nothing needs you")


def _title(text: str, of: QWidget) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)  # a count of verdicts names their qualifiers
    label.setProperty("muted", True)  # noqa: FBT003  Qt's call
    label.setBuddy(of)
    return label
