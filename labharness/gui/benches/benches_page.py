"""The room of benches: choose one, see what its night will be, and change what waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import Qt, QTimer, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QTabWidget, QVBoxLayout, QWidget

from labharness.acts import queue
from labharness.acts.declaring import Seat
from labharness.app.benches.board import BenchBoard, EndedItem, PlannedSchedule, board_of
from labharness.app.benches.forecast import forecast
from labharness.app.overview.overview import BenchNow, Overview
from labharness.gui.benches.bench_deeds import BenchDeeds
from labharness.gui.benches.bench_tables import ENDED, JOURNAL, QUEUE, SCHEDULES, Queued, queued
from labharness.gui.benches.bench_words import AWAY, away_words, empty_words, night_words, standing_words
from labharness.gui.benches.timeline_strip import TimelineStrip
from labharness.gui.kit import theme
from labharness.gui.kit.acting import hold, why_not
from labharness.gui.kit.findable import plain_title
from labharness.gui.kit.flow_row import WrapRow
from labharness.gui.kit.labels.bench_card import BenchCard
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.slow_work.errand import Errand
from labharness.gui.kit.tables.drag_table import DragTable
from labharness.gui.kit.tables.filter_bar import FilterBar, below_filter
from labharness.gui.kit.tables.row_table import RowTable, keep_place, restore_place
from labharness.gui.kit.window_sentences import explain
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import original, tr
from labharness.language.text import plain
from labharness.model.address import Address, Room
from labharness.nights.acts import AuditLine
from labharness.nights.items import Closing, Item, State

LOOK_MS = 2000
TABS = (
    (tr("&Queue"), "state:waiting by:clerk"),
    (tr("&Ended"), "outcome:fail"),
    (tr("S&chedules"), "state:active"),
    (tr("&Journal"), "who:clerk what:move"),
)
"""Titles of the tables, and an example of what each is filtered by."""
READING = tr("Reading the bench…")
NONE = tr("No bench yet. Queue a run for one, or name one under Settings, Benches.")


class BenchesPage(Page):
    """Benches on the left, the chosen one on the right.

    Parameters
    ----------
    seat
        The workspace, and who acts in it.
    """

    def __init__(self, seat: Seat, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seat = seat
        self._benches: tuple[BenchNow, ...] = ()
        self._expected_s: Mapping[str, float] = {}
        self._expected_of: Mapping[str, int] = {}
        self._begun: Mapping[str, datetime] = {}
        self._bench, self._wanted_item = "", ""
        self._board: BenchBoard | None = None
        self._read_at = ""
        self.cards: list[BenchCard] = []
        self.heading, self.state, self.night, self.note = QLabel(), QLabel(), QLabel(), QLabel()
        theme.enlarge(self.heading, 1.4, bold=True)
        for label in (self.heading, self.state, self.night, self.note):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.note.setAccessibleName(tr("Messages"))
        self.strip = TimelineStrip()
        self.queue: DragTable[Queued] = DragTable(
            tr("Queue"),
            QUEUE,
            lambda row: row.item.id,
            READING,
            Qt.DropAction.MoveAction,
            lambda row: row.item.state is State.WAITING,
            address=lambda row: self._address(row.item),
        )
        self.ended: RowTable[EndedItem] = RowTable(
            tr("Ended"), ENDED, lambda row: row.item.id, READING, 2, lambda row: self._address(row.item)
        )
        self.schedules: RowTable[PlannedSchedule] = RowTable(
            tr("Schedules"),
            SCHEDULES,
            lambda row: row.schedule.id,
            READING,
        )
        self.journal: RowTable[AuditLine] = RowTable(
            tr("Journal"), JOURNAL, lambda act: str(act.number), READING
        )
        self.tabs, self.filters = QTabWidget(), list[FilterBar]()
        self.queue.ask_for(3)
        self._tables: tuple[RowTable[Any], ...] = (self.queue, self.ended, self.schedules, self.journal)
        self.work_page, self.queue_run = QPushButton(tr("Bench pa&ge")), QPushButton(tr("Queue a &run"))
        self.deeds = BenchDeeds(seat, self.queue, self.schedules, self)
        self.buttons = self.deeds.buttons
        self._lay_out()
        self.deeds.told.connect(self._say)
        self.deeds.done.connect(lambda: self._read(hidden=True))
        self._look = Errand(self)
        self._look.failed.connect(self._lose)
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._read)
        self._clock.start(LOOK_MS)
        self.queue.opened.connect(lambda row: self._open_run(row.item))
        self.ended.opened.connect(lambda row: self._open_run(row.item))
        for table in (self.queue, self.ended):
            table.more = ((tr("&Open"), table.open_current),)
        self.queue.dropped.connect(self.deeds.drop)
        self.queue.chosen.connect(lambda row: self.strip.choose(row.item.id) if row is not None else None)
        self.strip.chosen.connect(self.queue.select)
        self.work_page.clicked.connect(self._open_work)
        self.queue_run.clicked.connect(lambda: self.went.emit(Address(Room.NEW_RUN)))
        self._head()

    def use_memory(self, memory: WindowState) -> None:
        """Take up the filters that were left."""
        super().use_memory(memory)
        for (title, _), bar in zip(TABS, self.filters, strict=True):
            bar.use_memory(memory, f"benches/{plain_title(original(title)).lower()}")

    def _lay_out(self) -> None:
        left, right = QWidget(), QWidget()
        left.setFixedWidth(236)
        self._column = QVBoxLayout(left)
        self._column.setContentsMargins(16, 16, 8, 16)
        self._column.setSpacing(8)
        self._column.addStretch(1)
        top = WrapRow()
        top.put(self.heading, 1, least=200)
        for button in self.deeds.of_bench:
            top.put(button)
        for button, name in ((self.work_page, tr("Bench page")), (self.queue_run, tr("Queue a run"))):
            button.setAccessibleName(name)
            top.put(button)
        for (title, example), table in zip(TABS, self._tables, strict=True):
            bar, box = below_filter(table, plain_title(title).lower(), example)
            self.filters.append(bar)
            self.tabs.addTab(box, title)
        self.tabs.currentChanged.connect(lambda at: self.deeds.show_tab(self._tables[at]))
        column = QVBoxLayout(right)
        column.setContentsMargins(8, 16, 20, 12)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.state)
        column.addWidget(self.tabs, 1)
        # Below the queue, which then stays where it is when the night is read and gets more lanes.
        column.addWidget(self.strip)
        column.addWidget(self.night)
        column.addWidget(self.deeds.row)
        column.addWidget(self.note)
        both = QHBoxLayout(self)
        both.setContentsMargins(0, 0, 0, 0)
        both.setSpacing(0)
        both.addWidget(left)
        both.addWidget(right, 1)

    def show_overview(self, overview: Overview) -> None:
        """Show the benches there are; where the queue is away, what was known last stays."""
        why = why_not(overview.desk, queue.pause.gate.roles)
        hold((self.queue_run,), why)
        self.deeds.restrict(why)
        if overview.queue_away is not None:
            self._lose(explain(overview.queue_away))
            return
        self._benches, self._expected_s = overview.benches, overview.expected_s
        self._expected_of = overview.expected_of
        self._begun = {
            run.folder.run: datetime.fromisoformat(run.summary.started)
            for run in overview.open_runs
            if run.alive and run.summary.started
        }
        while len(self.cards) < len(self._benches):
            card = BenchCard()
            card.opened.connect(lambda name: self.show_address(Address(Room.BENCHES, (name,))))
            self._column.insertWidget(len(self.cards), card)
            self.cards.append(card)
        while len(self.cards) > len(self._benches):
            self.cards.pop().deleteLater()
        for card, bench in zip(self.cards, self._benches, strict=True):
            card.show_bench(bench, overview.expected_s, overview.now)
        if not self._bench and self._benches:
            self._choose(self._benches[0].bench.name, self.arrived)
        elif not self._bench:
            self._tell_empty([NONE] * len(self._tables))
        self._head()

    def show_address(self, address: Address) -> None:
        """Show the bench that an address names, and the item of it."""
        match address.path:
            case (bench, "item", item):
                self._wanted_item = item
                self._choose(bench)
            case (bench, *_):
                self._choose(bench)

    def _address(self, item: Item) -> Address:
        return Address(Room.BENCHES, (self._bench, "item", item.id))

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the bench that is shown."""
        return (Crumb(self._bench, Address(Room.BENCHES, (self._bench,))),) if self._bench else ()

    def keep(self) -> object:
        """Return the chosen item and how far the queue is scrolled."""
        return keep_place(self.queue)

    def restore(self, kept: object) -> None:
        """Take up what :meth:`keep` returned."""
        restore_place(self.queue, kept)

    def stop(self) -> None:
        """Let go of threads and timers."""
        self._clock.stop()
        self.deeds.stop()
        self._look.stop()

    def _choose(self, bench: str, news: SignalInstance | None = None) -> None:
        changed, self._bench = bench != self._bench, bench
        if changed:
            self._board = None
            self._tell_empty([READING] * len(self._tables))
            for table in self._tables:
                table.show_rows(())
            self.strip.show_slots((), datetime.now(UTC))
            self.night.setText("")
            self._say("")
        self._head()
        self._read(hidden=True)
        if changed:
            (news or self.moved).emit()

    @property
    def _now(self) -> BenchNow | None:
        return next((each for each in self._benches if each.bench.name == self._bench), None)

    def _head(self) -> None:
        now = self._now
        self.heading.setText(plain(self._bench, 80) or NONE)
        self.state.setText("" if now is None else plain(standing_words(now), 400))
        self.work_page.setEnabled(now is not None and bool(now.at_work))
        self.deeds.show_bench(self._bench, now, [each.bench.name for each in self._benches])

    def _open_run(self, item: Item) -> None:
        """Show the run of an item, or say why there is none."""
        if item.state is State.WAITING or item.closing is Closing.NOT_RUN:
            self._say(tr("There is no run to open: {item} has not begun.", item=plain(item.id, 120)))
        else:
            self.went.emit(Address(Room.RUNS, (item.id,)))

    def _open_work(self) -> None:
        now = self._now
        if now is not None and now.at_work:
            self.went.emit(Address(Room.LIVE, (now.at_work[0],)))

    def _read(self, *, hidden: bool = False) -> None:
        if self._bench and (hidden or self.isVisible()):
            bench = self._bench
            self._look.begin(lambda _: board_of(self._seat.workspace, bench), self._show)

    def _lose(self, sentence: str) -> None:
        """Say that the queue is away, and since when; what was known then stays on the page."""
        self._say(away_words(sentence, self._read_at))
        if self._board is None:
            self._tell_empty([tr("Not known.")] * len(self._tables))

    def _tell_empty(self, sentences: Sequence[str]) -> None:
        """Say what stands in the place of rows, table by table."""
        for table, sentence in zip(self._tables, sentences, strict=True):
            table.tell_empty(sentence)

    def _show(self, board: BenchBoard) -> None:
        if board.bench.name != self._bench:
            self._read(hidden=True)
            return
        if self.note.text().startswith(AWAY):
            self._say("")
        self._board, self._read_at = board, datetime.now(UTC).isoformat()
        self._tell_empty(empty_words(board.bench.name))
        self.queue.show_rows(queued(board.items, self._expected_s, self._expected_of))
        self.ended.show_rows(board.ended)
        self.schedules.show_rows(board.schedules)
        self.journal.show_rows(board.acts)
        self.deeds.show_paused(paused=board.bench.paused)
        slots = forecast(board.items, self._expected_s, datetime.now(UTC), self._begun)
        self.strip.show_slots(slots, datetime.now(UTC))
        self.night.setText(plain(night_words(slots), 400))
        if self._wanted_item:
            wanted, self._wanted_item = self._wanted_item, ""
            places: tuple[RowTable[Any], ...] = (self.queue, self.ended)
            for at, table in enumerate(places):
                if table.rows.place(wanted) >= 0 and not table.select(wanted):
                    self.filters[at].clear()
                if table.select(wanted):
                    self.tabs.setCurrentIndex(at)

    def _say(self, sentence: str) -> None:
        self.note.setText(plain(sentence, 1000))
