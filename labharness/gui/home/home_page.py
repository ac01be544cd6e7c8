"""Home: what needs a person, the benches, the submissions, and what ended in the last 24 hours.

How a submission stands on Home: how many items are open, and what is to be done next.

The submissions on Home: listed again and again, and judged in the background while nobody waits for it.

The columns of Home: what needs a person, and what ended lately.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from labharness.acts import status
from labharness.acts.headings import COMPUTER, DEVICE, ENDING, RUN
from labharness.acts.run import run
from labharness.app.overview.attention import OpenMatter
from labharness.app.overview.overview import EndedRun, Overview, RegisterState
from labharness.gui.filings.submission_facts import UNKNOWN, CaseFacts, Filed, SubmissionStanding, judged
from labharness.gui.kit.files import DroppedPaths, room_of
from labharness.gui.kit.labels import BenchCard, show_cards
from labharness.gui.kit.layouts import follow_text
from labharness.gui.kit.page import Handed, Page, area_of
from labharness.gui.kit.parts import (
    LEFT,
    boxed,
    hold,
    in_column,
    in_row,
    in_wrapped_row,
    push_button,
    text_label,
    why_not,
)
from labharness.gui.kit.run_standing import KINDS, say, since, until
from labharness.gui.kit.slow_work import Errand
from labharness.gui.kit.tables.column_fit import standing_column
from labharness.gui.kit.tables.columns import shown
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable, keep_place, restore_place
from labharness.gui.kit.words import CLOCKS, as_of, disk_text, tr
from labharness.language.numbers import number
from labharness.language.standings import standing_words
from labharness.language.template import plain
from labharness.model.address import MORNING, Address, Room
from labharness.reason import OnStep

if TYPE_CHECKING:
    from labharness.gui.filings.register_reader import RegisterReader


SUBMISSIONS: tuple[Column[SubmissionStanding], ...] = (
    Column(tr("Reference"), lambda row: row.filed.reference or row.id, 150, named=True),
    Column(
        tr("Open items"),
        lambda row: UNKNOWN if row.open_items is None else number(row.open_items),
        84,
        number=True,
        sort=lambda row: -1 if row.open_items is None else row.open_items,
    ),
    Column(tr("Next step"), lambda row: row.next_step, 230),
)


FIRST_S = 4.0
"""Seconds that nothing is judged after the first look, so that the window opens undisturbed."""
REST, LONGEST_REST_S = 3.0, 60.0
"""So many times as long as a judgment took nothing is judged after it: runs at work need the processor."""
Looked = tuple[str, tuple[Filed, ...]]


class SubmissionWatch(QObject):
    """Knows what the dossiers come to as the register and the runs stand now; what is older is forgotten.

    Parameters
    ----------
    services
        Returns the register and its dossiers; called on another thread.

    Attributes
    ----------
    arrived
        Emitted with the submissions as :class:`SubmissionStanding`, the newest first.
    failed
        Emitted with one sentence.
    """

    arrived = Signal(object)
    failed = Signal(str)

    def __init__(self, services: Callable[[], RegisterReader], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._filed: tuple[Filed, ...] = ()
        self._at_work: Collection[str] = ()
        self._sign, self._wants_look, self.first_s = "", False, FIRST_S
        self._known: dict[str, CaseFacts | str] = {}
        self._began: float | None = None
        self._errand = Errand(self)
        self._errand.changed.connect(self._go_on)
        self._errand.failed.connect(self._lose)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._judge_next)

    def look(self, at_work: Collection[str]) -> None:
        """List the submissions; the runs that are at work now are named."""
        self._at_work, self._wants_look = frozenset(at_work), True
        self._go_on()

    def stop(self) -> None:
        """Judge no more."""
        self._rest.stop()
        self._errand.stop()

    def _go_on(self) -> None:
        if self._wants_look and not self._errand.busy:
            self._wants_look = False
            at_work = self._at_work
            self._errand.begin(lambda _: self._read(at_work), self._take)

    def _read(self, at_work: Collection[str]) -> Looked:
        services = self._services()
        filed = tuple(services.filed())
        return services.case_sign(at_work) if filed else "", filed

    def _take(self, looked: Looked) -> None:
        sign, self._filed = looked
        if sign != self._sign:
            self._sign, self._known = sign, {}
        if self._began is None:
            self._began = time.monotonic()
            self._rest.start(round(1000 * self.first_s))
        elif not self._rest.isActive():
            self._rest.start(0)
        self._tell()

    def _lose(self, sentence: str) -> None:
        """Nobody knows how the register stands now, so nothing is known of its dossiers either."""
        self._sign, self._known = "", {}
        self._tell()
        self.failed.emit(sentence)

    def _judge_next(self) -> None:
        waiting = [each.id for each in reversed(self._filed) if each.id not in self._known]
        if not (waiting and self._sign) or self._errand.busy:
            return  # the next look comes back to it; before that nobody may know how the register stands
        sign, at_work, begun = self._sign, self._at_work, time.monotonic()

        def take(result: CaseFacts | str | None) -> None:
            took = time.monotonic() - begun
            self._rest.start(round(1000 * min(LONGEST_REST_S, REST * took)))
            if result is None or sign != self._sign:
                self._wants_look = True  # it changed meanwhile, and nobody knows what was judged
            else:
                self._known[waiting[0]] = result
                self._tell()

        self._errand.begin(lambda say: self._judge(waiting[0], sign, at_work, say), take)

    def _judge(
        self, submission: str, sign: str, at_work: Collection[str], say: OnStep
    ) -> CaseFacts | str | None:
        """Return what a dossier comes to, or why it cannot be said; None where anything changed meanwhile."""
        services = self._services()
        facts = judged(services.case, submission, say)
        return facts if services.case_sign(at_work) == sign else None

    def _tell(self) -> None:
        rows: Sequence[SubmissionStanding] = [
            SubmissionStanding(each, self._known.get(each.id)) for each in reversed(self._filed)
        ]
        self.arrived.emit(rows)


MATTERS = (
    Column[OpenMatter](
        tr("What"), lambda each: KINDS[each.code][0], 130, tone=lambda each: KINDS[each.code][1]
    ),
    Column[OpenMatter](tr("Waits"), since, 90, sort=lambda each: each.since, number=True),
    Column[OpenMatter](tr("Until"), until, 90, sort=lambda each: each.until or "9"),
    Column[OpenMatter](tr("Matter"), lambda each: say(each.reason), 560),
)


def verdict_counts(ended: Sequence[EndedRun]) -> str:
    """Return how many runs came to which verdict, such as ``1 FAIL; 5 PASS, simulated``; "" for none."""
    counts = Counter(standing_words(run.standing) for run in ended)
    return "; ".join(f"{number(counts[word])} {word}" for word in sorted(counts))


ENDED: tuple[Column[EndedRun], ...] = (
    standing_column(lambda run: run.standing),
    shown(ENDING, 130),
    shown(RUN, 320, named=True),
    shown(DEVICE, 180, named=True),
    shown(COMPUTER, 110, named=True, yields=1),
    shown(status.ENDED, 215, sort=lambda run: run.updated, uncut=True),
)


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

    def __init__(self, submissions: Callable[[], RegisterReader]) -> None:
        super().__init__()
        self.heading = text_label(LOOKING, size=1.5, bold=True, wraps=False)
        self.computer = text_label(" ", muted=True)
        self.new_run = push_button(tr("&New run"), lambda: self.went.emit(Address(Room.NEW_RUN)), main=True)
        self.morning = push_button(tr("&Morning report…"), lambda: self.went.emit(MORNING))
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
        self._ended_title = text_label(ENDED_TITLE, muted=True, buddy=self.ended)
        self.matters.opened.connect(lambda matter: self.went.emit(matter.address))
        self.matters.clicked.connect(self.matters.open_current)  # one press away, as behind the bell
        self.ended.opened.connect(lambda run: self.went.emit(_run_address(run)))
        self.submissions: RowTable[SubmissionStanding] = RowTable(
            tr("Submissions"), SUBMISSIONS, lambda each: each.id, LOOKING, 2, _submission_address
        )
        self.submissions.opened.connect(lambda each: self.went.emit(_submission_address(each)))
        for table in (self.matters, self.ended, self.submissions):
            table.more = ((tr("&Open"), table.open_current),)
        self.watch = SubmissionWatch(submissions, self)
        self.watch.arrived.connect(self._show_filed)
        self.watch.failed.connect(self._lose_filed)
        self._asked = float("-inf")
        self.begin = QWidget()
        self.tour = push_button(
            tr("&See it work on a simulated device"), lambda: self.went.emit(Address(Room.TOUR))
        )
        self._is_new, self._has_filed, self._known_at = False, True, ""
        DroppedPaths(self, self._take_drop)
        self.cards: list[BenchCard] = []
        self._no_bench = text_label(LOOKING, muted=True)
        self._lay_out()

    def _lay_out(self) -> None:
        in_column(self._no_bench, (self.tour, 0, LEFT), 1, on=self.begin)
        self.tour.hide()
        self._row = in_row((self.begin, 4), 1, gap=12)
        area = self._area = area_of(boxed(self._row))
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # What stands in it changes while the workspace is read, and moves nothing around it.
        area.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        for table in (self.submissions, self.matters, self.ended):
            table.ask_for(2)
        parts = ((tr("BENCHES"), area), (tr("SUBMISSIONS"), self.submissions))
        columns = (in_column(text_label(name, muted=True, buddy=of), (of, 1), gap=6) for name, of in parts)
        middle = in_row(*((column, 1) for column in columns), gap=16)
        head = in_wrapped_row((self.heading, 1, 260), self.morning, self.new_run)
        needs = text_label(tr("NEEDS YOU"), muted=True, buddy=self.matters)
        below = (self._ended_title, (self.ended, 2), self.computer)
        shape = (head, needs, (self.matters, 3), (middle, 1), *below)
        in_column(*shape, gap=6, edges=(20, 14, 20, 10), on=self)
        self._order_keys()
        follow_text(self, self._fit)

    def _order_keys(self) -> None:
        """Let the keyboard go through the page as it is read."""
        first = (self.morning, self.new_run, self.matters, self.tour)
        for before, after in pairwise((*first, *self.cards, self.submissions, self.ended)):
            QWidget.setTabOrder(before, after)

    def show_overview(self, overview: Overview) -> None:
        """Show what goes on now."""
        hold((self.new_run, self.tour), why_not(overview.desk, run.gate.roles))
        count = len(overview.matters)
        self.matters.tell_empty(tr("Nothing needs you."))
        self.ended.tell_empty(tr("No run ended in the last 24 hours."))
        self._known_at = overview.now.isoformat()
        few = tr("1 matter needs you") if count else tr("Nothing needs you")
        many = tr("{count:,} {count:matter|matters} need you", count=count)
        self.heading.setText(many if count > 1 else few)
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

    def _fit(self, scale: float) -> None:
        self._area.setMinimumHeight(round(CARD * scale))
        # Computers elsewhere are named in a second line, which comes later and moves nothing; lines are rounded up.
        self.computer.setMinimumHeight(2 * (self.computer.fontMetrics().lineSpacing() + 1))

    def lose_overview(self, sentence: str) -> None:
        """Keep what was known where the workspace cannot be read, and say of when it is."""
        self.heading.setText(UNREADABLE)
        self.computer.setText(plain(as_of(sentence, self._known_at), 500))
        self._asked = float("-inf")
        for table in (self.matters, self.ended, self.submissions):
            table.tell_empty(tr("Not known."))

    def _show_benches(self, overview: Overview) -> None:
        if show_cards(self.cards, overview, self._row, self._go_to_bench, stretch=1):
            self._order_keys()
        self.begin.setVisible(not self.cards)

    def _go_to_bench(self, name: str) -> None:
        self.went.emit(Address(Room.BENCHES, (name,)))

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
            self.announced.emit(
                tr("Drop files of one kind: submissions, bundles, plans, or files of numbers.")
            )
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
