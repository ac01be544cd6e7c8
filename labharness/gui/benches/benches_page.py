"""The room of benches: choose one, read its queue, reorder what waits, withdraw, pause."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMessageBox, QPushButton, QTabWidget, QVBoxLayout, QWidget

from labharness.app.benches.board import Board, Planned
from labharness.app.overview.overview import BenchNow, Overview
from labharness.gui.benches.bench_tables import ENDED, JOURNAL, QUEUE, SCHEDULES, Queued, queued
from labharness.gui.benches.services import QueueServices
from labharness.gui.kit import theme
from labharness.gui.kit.bench_card import BenchCard, state_of
from labharness.gui.kit.errand import Errand
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.row_table import RowTable, keep_place, restore_place
from labharness.language.text import plain
from labharness.model.address import Address, Room
from labharness.nights.items import Act, Item, State

LOOK_MS = 2000
NONE = "No bench yet. Queue a run for a bench, or start its worker: labharness worker --bench NAME"


class BenchesPage(Page):
    """Benches on the left, the chosen one on the right.

    Parameters
    ----------
    services
        The queue of the workspace.
    """

    def __init__(self, services: QueueServices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._benches: tuple[BenchNow, ...] = ()
        self._expected_s: Mapping[str, float] = {}
        self._bench, self._wanted_item = "", ""
        self.cards: list[BenchCard] = []
        self.heading, self.state, self.note = QLabel(), QLabel(), QLabel()
        theme.enlarge(self.heading, 1.4, bold=True)
        for label in (self.heading, self.state, self.note):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.state.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.note.setAccessibleName("Messages")
        self.queue: RowTable[Queued] = RowTable(
            "Queue", QUEUE, lambda row: row.item.id, "Nothing is queued on this bench."
        )
        self.ended: RowTable[Item] = RowTable(
            "Ended", ENDED, lambda item: item.id, "Nothing has ended yet.", 2
        )
        self.schedules: RowTable[Planned] = RowTable(
            "Schedules", SCHEDULES, lambda row: row.schedule.id, "No schedule makes items for this bench."
        )
        self.journal: RowTable[Act] = RowTable(
            "Journal", JOURNAL, lambda act: str(act.number), "Nothing was changed."
        )
        self.tabs = QTabWidget()
        self.buttons: dict[str, QPushButton] = {}
        self._lay_out()
        self._work, self._look = Errand(self), Errand(self)
        self._work.failed.connect(self._say)
        self._look.failed.connect(self._say)
        self._work.changed.connect(self._allow)
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._read)
        self._clock.start(LOOK_MS)
        for table in (self.queue, self.schedules):
            table.chosen.connect(self._allow)
        self.queue.opened.connect(lambda row: self.went.emit(Address(Room.RUNS, (row.item.id,))))
        self.ended.opened.connect(lambda item: self.went.emit(Address(Room.RUNS, (item.id,))))
        for keys, step in (("Alt+Up", -1), ("Alt+Down", +1)):
            QShortcut(QKeySequence(keys), self.queue, partial(self._move, step))
        self._allow()

    def _lay_out(self) -> None:
        left, right = QWidget(), QWidget()
        left.setFixedWidth(236)
        self._column = QVBoxLayout(left)
        self._column.setContentsMargins(16, 16, 8, 16)
        self._column.setSpacing(8)
        self._column.addStretch(1)
        row = QHBoxLayout()
        deeds: Sequence[tuple[str, str, Callable[[], None]]] = (
            ("up", "Move &up", lambda: self._move(-1)),
            ("down", "Move &down", lambda: self._move(+1)),
            ("first", "Move &first", self._first),
            ("withdraw", "&Withdraw…", self._ask_withdraw),
            ("pause", "&Pause bench", self._pause),
            ("schedule", "&Stop schedule", self._set_schedule),
        )
        for name, text, do in deeds:
            button = QPushButton(text)
            button.setAccessibleName(text.replace("&", "").rstrip("…"))
            button.clicked.connect(do)
            self.buttons[name] = button
            row.addWidget(button)
        row.addStretch(1)
        for title, table in (
            ("&Queue", self.queue),
            ("&Ended", self.ended),
            ("S&chedules", self.schedules),
            ("&Journal", self.journal),
        ):
            self.tabs.addTab(table, title)
        self.tabs.currentChanged.connect(self._allow)
        column = QVBoxLayout(right)
        column.setContentsMargins(8, 16, 20, 12)
        column.setSpacing(8)
        column.addWidget(self.heading)
        column.addWidget(self.state)
        column.addWidget(self.tabs, 1)
        column.addLayout(row)
        column.addWidget(self.note)
        both = QHBoxLayout(self)
        both.setContentsMargins(0, 0, 0, 0)
        both.setSpacing(0)
        both.addWidget(left)
        both.addWidget(right, 1)

    def show_overview(self, overview: Overview) -> None:
        """Show the benches there are."""
        self._benches, self._expected_s = overview.benches, overview.expected_s
        while len(self.cards) < len(self._benches):
            card = BenchCard()
            card.opened.connect(lambda name: self.show_address(Address(Room.BENCHES, (name,))))
            self._column.insertWidget(len(self.cards), card)
            self.cards.append(card)
        while len(self.cards) > len(self._benches):
            self.cards.pop().deleteLater()
        for card, bench in zip(self.cards, self._benches, strict=True):
            card.show_bench(bench)
        if not self._bench and self._benches:
            self._choose(self._benches[0].bench.name)
        self._head()

    def show_address(self, address: Address) -> None:
        """Show the bench that an address names, and the item of it."""
        match address.path:
            case (bench, "item", item):
                self._wanted_item = item
                self._choose(bench)
            case (bench, *_):
                self._choose(bench)

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
        self._work.stop()
        self._look.stop()

    def _choose(self, bench: str) -> None:
        changed, self._bench = bench != self._bench, bench
        if changed:
            for table in (self.queue, self.ended, self.schedules, self.journal):
                table.show_rows(())
            self._say("")
        self._head()
        self._read(hidden=True)
        if changed:
            self.moved.emit()

    def _head(self) -> None:
        now = next((each for each in self._benches if each.bench.name == self._bench), None)
        self.heading.setText(plain(self._bench, 80) or NONE)
        self.state.setText("" if now is None else plain(state_of(now), 300))
        self._allow()

    def _read(self, *, hidden: bool = False) -> None:
        if self._bench and (hidden or self.isVisible()):
            bench = self._bench
            self._look.begin(lambda _: self._services.board(bench), self._show)

    def _show(self, board: Board) -> None:
        if board.bench.name != self._bench:
            self._read(hidden=True)
            return
        self.queue.show_rows(queued(board.items, self._expected_s))
        self.ended.show_rows(board.ended)
        self.schedules.show_rows(board.schedules)
        self.journal.show_rows(board.acts)
        self._paused = board.bench.paused
        if self._wanted_item:
            wanted, self._wanted_item = self._wanted_item, ""
            for table in (self.queue, self.ended):
                if table.select(wanted):
                    self.tabs.setCurrentWidget(table)
        self._allow()

    _paused = False

    def _allow(self, _: object = None) -> None:
        row, idle = self.queue.current, not self._work.busy
        here = self.tabs.currentWidget() is self.queue
        waiting = here and idle and row is not None and row.item.state is State.WAITING
        self.buttons["up"].setEnabled(waiting and self._neighbor(-1) is not None)
        self.buttons["down"].setEnabled(waiting and self._neighbor(+1) is not None)
        self.buttons["first"].setEnabled(waiting)
        self.buttons["withdraw"].setEnabled(here and idle and row is not None and not row.item.withdrawn)
        self.buttons["pause"].setEnabled(
            idle and any(each.bench.name == self._bench for each in self._benches)
        )
        self.buttons["pause"].setText("&Continue bench" if self._paused else "&Pause bench")
        self.buttons["pause"].setAccessibleName("Continue bench" if self._paused else "Pause bench")
        planned = self.schedules.current
        shown = self.tabs.currentWidget() is self.schedules
        self.buttons["schedule"].setEnabled(shown and idle and planned is not None)
        stopped = planned is not None and not planned.schedule.active
        self.buttons["schedule"].setText("&Start schedule" if stopped else "&Stop schedule")
        self.buttons["schedule"].setAccessibleName("Start schedule" if stopped else "Stop schedule")

    def _neighbor(self, step: int) -> Item | None:
        """Return the waiting item beside the chosen one, in the order of the queue."""
        chosen = self.queue.current
        if chosen is None:
            return None
        waiting = [
            row.item
            for row in map(self.queue.rows.row, range(self.queue.rows.rowCount()))
            if row.item.state is State.WAITING
        ]
        ids = [item.id for item in waiting]
        at = ids.index(chosen.item.id) + step if chosen.item.id in ids else -1
        return waiting[at] if 0 <= at < len(waiting) else None

    def _move(self, step: int) -> None:
        chosen, other = self.queue.current, self._neighbor(step)
        if chosen is None or other is None:
            return
        item, before = (chosen.item, other) if step < 0 else (other, chosen.item)
        self._do(lambda: self._services.move_before(item.id, before.id))

    def _first(self) -> None:
        chosen = self.queue.current
        if chosen is not None:
            self._do(lambda: self._services.move_first(chosen.item.id))

    def _ask_withdraw(self) -> None:
        chosen = self.queue.current
        if chosen is None:
            return
        item = chosen.item
        box = QMessageBox(QMessageBox.Icon.Question, "Withdraw", f"Withdraw {plain(item.id)}?", parent=self)
        box.setObjectName("confirm withdraw")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        at_work = "Its bench has taken it. A run at work is stopped, counts as stopped by the operator, and cannot pass."
        box.setInformativeText(at_work if item.state is State.TAKEN else "Its run will not begin.")
        withdraw = box.addButton("Withdraw the item", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton("Keep the item", QMessageBox.ButtonRole.RejectRole))
        withdraw.clicked.connect(lambda: self._do(lambda: self._services.cancel(item.id)))
        box.open()

    def _pause(self) -> None:
        bench, paused = self._bench, not self._paused
        self._do(lambda: self._services.pause(bench, paused=paused))

    def _set_schedule(self) -> None:
        chosen = self.schedules.current
        if chosen is not None:
            schedule = chosen.schedule
            self._do(lambda: self._services.set_schedule(schedule.id, active=not schedule.active))

    def _do(self, act: Callable[[], None]) -> None:
        self._say("")
        self._work.begin(lambda _: act(), lambda _: self._read(hidden=True))

    def _say(self, sentence: str) -> None:
        self.note.setText(plain(sentence, 1000))
