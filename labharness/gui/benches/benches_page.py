"""The room of benches: choose one, see what its night will be, and change what waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QBrush,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QTabWidget, QWidget

from labharness.acts import queue
from labharness.acts.declaring import Seat
from labharness.app.benches.service import Fit, Slot, forecast
from labharness.app.benches.watching import BenchBoard, EndedItem, PlannedSchedule, board_of
from labharness.app.overview.overview import BenchNow, Overview
from labharness.gui.benches.bench_deeds import (
    AWAY,
    BenchDeeds,
    away_words,
    empty_words,
    night_words,
    standing_words,
)
from labharness.gui.benches.bench_tables import ENDED, JOURNAL, QUEUE, SCHEDULES, Queued, queued
from labharness.gui.kit import theme
from labharness.gui.kit.findable import plain_title
from labharness.gui.kit.labels import BenchCard, show_cards
from labharness.gui.kit.layouts import follow_text
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.parts import (
    boxed,
    hold,
    in_column,
    in_row,
    in_wrapped_row,
    push_button,
    text_label,
    timer_of,
    why_not,
)
from labharness.gui.kit.run_standing import Tone, explain
from labharness.gui.kit.slow_work import Latest
from labharness.gui.kit.tables.row_table import (
    DragTable,
    FilterBar,
    RowTable,
    below_filter,
    keep_place,
    restore_place,
)
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import original, tr
from labharness.language.dates import between, time_of_day
from labharness.language.template import plain
from labharness.model.address import Address, Room
from labharness.nights.acts import AuditLine
from labharness.nights.items import Closing, Item, State

LANE, HEAD, LABEL, HOUR_WIDE = 26, 18, 150, 62
MOST_LANES = 8
LEAST = timedelta(hours=12)
"""The strip shows so much time at least."""
MOST = timedelta(hours=48)
WORDS = {
    Fit.FITS: tr("fits"),
    Fit.LATE: tr("DOES NOT FIT: it cannot begin in time"),
    Fit.OVER: tr("DOES NOT FIT: it would not be over in time"),
    Fit.UNKNOWN: tr("duration not known, no complete run of this plan"),
}


class TimelineStrip(QWidget):
    """Arrows go from one item to the next; a press chooses one."""

    chosen = Signal(str)
    """Emitted with the id of an item."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.slots: tuple[Slot, ...] = ()
        self.lanes: tuple[str, ...] = ()
        self._now = self._end = datetime.now(UTC)
        self._at = 0
        follow_text(self, self._measure)
        self.hide()
        self._tell()

    def show_slots(self, slots: Sequence[Slot], now: datetime) -> None:
        """Show when the items of a bench will run."""
        self.slots, self._now = tuple(slots), now
        self.lanes = tuple(dict.fromkeys(slot.device for slot in slots))[:MOST_LANES]
        last = max((slot.end for slot in slots), default=now)
        self._end = min(max(last, now + LEAST), now + MOST)
        self._at = min(self._at, max(len(slots) - 1, 0))
        self.setVisible(bool(slots))
        self.setFixedHeight(self._height())
        self._tell()
        self.update()

    @property
    def unfit(self) -> tuple[Slot, ...]:
        """What does not fit its time."""
        return tuple(slot for slot in self.slots if not slot.fits)

    def choose(self, item: str) -> None:
        """Frame an item."""
        at = next((at for at, slot in enumerate(self.slots) if slot.item.id == item), None)
        if at is not None and at != self._at:
            self._at = at
            self._tell()
            self.update()

    def words(self, slot: Slot) -> str:
        """Return in words when an item will run, and whether it fits."""
        begin, end = (moment.isoformat() for moment in (slot.begin, slot.end))
        when = between(begin, end, self._now.isoformat())
        if slot.fit is Fit.UNKNOWN:
            when = tr("from about {begin}", begin=time_of_day(begin))
        return plain(
            tr(
                "{plan} on {device}: {when}, {fit}",
                plan=slot.item.plan,
                device=slot.device,
                when=when,
                fit=WORDS[slot.fit],
            ),
            240,
        )

    def _tell(self) -> None:
        name = tr("Tonight: nothing is queued")
        if self.slots:
            slot = self.slots[self._at]
            name = tr(
                "Tonight, item {at} of {slots}: {fit}",
                at=self._at + 1,
                slots=len(self.slots),
                fit=self.words(slot),
            )
        self.setAccessibleName(name)
        self.setToolTip(name)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))

    def _measure(self, scale: float) -> None:
        """Take the sizes of lanes and labels from that of the text."""
        self._lane, self._head, self._label, self._hour_wide = (
            round(each * scale) for each in (LANE, HEAD, LABEL, HOUR_WIDE)
        )
        self.setFixedHeight(self._height())

    def _height(self) -> int:
        return self._head + self._lane * max(len(self.lanes), 1) + 4

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Return a size at which hours can be told apart."""
        return QSize(600, self._height())

    def _x(self, moment: datetime) -> float:
        whole = (self._end - self._now).total_seconds()
        part = (moment - self._now).total_seconds() / whole if whole else 0.0
        return self._label + min(max(part, 0.0), 1.0) * (self.width() - self._label - 6)

    def box(self, slot: Slot) -> QRectF:
        """Return where an item is drawn."""
        if slot.device not in self.lanes:
            return QRectF()
        top = self._head + self.lanes.index(slot.device) * self._lane
        left = self._x(slot.begin)
        return QRectF(left, top + 3, max(4.0, self._x(slot.end) - left - 1), self._lane - 6)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Go from one item to the next."""
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}.get(
            Qt.Key(event.key())
        )
        if step is None or not self.slots:
            super().keyPressEvent(event)
        else:
            self._go(min(max(self._at + step, 0), len(self.slots) - 1))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        """Choose the item beneath the pointer."""
        for at, slot in enumerate(self.slots):
            if self.box(slot).contains(event.position()):
                self._go(at)
                return

    def _go(self, at: int) -> None:
        self._at = at
        self._tell()
        self.chosen.emit(self.slots[at].item.id)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  Qt's name
        """Paint hours, lanes and items."""
        painter, colors = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_hours(painter, colors)
        metrics = painter.fontMetrics()
        for at, device in enumerate(self.lanes):
            text = metrics.elidedText(plain(device, 80), Qt.TextElideMode.ElideMiddle, self._label - 10)
            painter.setPen(QColor(colors.text))
            painter.drawText(
                QRectF(0, self._head + at * self._lane, self._label - 8, self._lane),
                Qt.AlignmentFlag.AlignVCenter,
                text,
            )
        for at, slot in enumerate(self.slots):
            self._paint_slot(painter, colors, slot, framed=at == self._at and self.hasFocus())

    def _paint_hours(self, painter: QPainter, colors: theme.Theme) -> None:
        hours = (self._end - self._now).total_seconds() / 3600
        wide = (self.width() - self._label) / max(hours, 1.0)
        step = next((each for each in (1, 2, 3, 4, 6, 12) if each * wide >= self._hour_wide), 24)
        moment = self._now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
        while moment < self._end:
            if moment.hour % step == 0:
                x = self._x(moment)
                painter.setPen(QPen(QColor(colors.border), 1))
                painter.drawLine(int(x), self._head, int(x), self.height())
                painter.setPen(QColor(colors.muted))
                hour = time_of_day(moment.isoformat()).replace(":00", "")
                painter.drawText(
                    QRectF(x - self._hour_wide / 2, 0, self._hour_wide, self._head),
                    Qt.AlignmentFlag.AlignCenter,
                    hour,
                )
            moment += timedelta(hours=1)

    def _paint_slot(self, painter: QPainter, colors: theme.Theme, slot: Slot, *, framed: bool) -> None:
        box = self.box(slot)
        taken = slot.item.state is State.TAKEN
        ink, ground = colors.tones[Tone.FAIL if not slot.fits else Tone.BUSY if taken else Tone.QUIET]
        painter.setPen(QPen(QColor(colors.accent if framed else ink), 2 if framed else 1))
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(box, 4, 4)
        if not slot.fits:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(QColor(ink), Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(box, 4, 4)
        elif slot.fit is Fit.UNKNOWN:
            painter.setPen(QPen(QColor(ink), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), 3, 3)
        if box.width() > 40:
            painter.setPen(QColor(ink))
            text = painter.fontMetrics().elidedText(
                slot.item.plan, Qt.TextElideMode.ElideRight, int(box.width()) - 8
            )
            painter.drawText(box.adjusted(4, 0, -4, 0), Qt.AlignmentFlag.AlignVCenter, text)


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

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self._seat = seat
        self._benches: tuple[BenchNow, ...] = ()
        self._expected_s: Mapping[str, float] = {}
        self._expected_of: Mapping[str, int] = {}
        self._begun: Mapping[str, datetime] = {}
        self._bench, self._wanted_item, self._read_at = "", "", ""
        self._board: BenchBoard | None = None
        self.cards: list[BenchCard] = []
        self.heading, self.state, self.night = text_label(size=1.4, bold=True), text_label(), text_label()
        self.note, self.strip = text_label(name=tr("Messages")), TimelineStrip()
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
            tr("Schedules"), SCHEDULES, lambda row: row.schedule.id, READING
        )
        self.journal: RowTable[AuditLine] = RowTable(
            tr("Journal"), JOURNAL, lambda act: str(act.number), READING
        )
        self._tables: tuple[RowTable[Any], ...] = (self.queue, self.ended, self.schedules, self.journal)
        self.tabs, self.filters = QTabWidget(), list[FilterBar]()
        self.queue.ask_for(3)
        self.work_page = push_button(tr("Bench pa&ge"), self._open_work, name=tr("Bench page"))
        self.queue_run = push_button(
            tr("Queue a &run"), lambda: self.went.emit(Address(Room.NEW_RUN)), name=tr("Queue a run")
        )
        self.deeds = BenchDeeds(seat, self.queue, self.schedules, self)
        self.buttons = self.deeds.buttons
        self._lay_out()
        self.deeds.announced.connect(self._say)
        self.deeds.done.connect(lambda: self._read(hidden=True))
        self._look = Latest(self, self._lose)
        self._clock = timer_of(self, self._read, every_ms=LOOK_MS)
        for table in (self.queue, self.ended):
            table.opened.connect(lambda row: self._open_run(row.item))
            table.more = ((tr("&Open"), table.open_current),)
        self.queue.dropped.connect(self.deeds.drop)
        self.queue.chosen.connect(lambda row: self.strip.choose(row.item.id) if row is not None else None)
        self.strip.chosen.connect(self.queue.select)
        self._head()

    def use_memory(self, memory: WindowState) -> None:
        """Take up the filters that were left."""
        super().use_memory(memory)
        for (title, _), bar in zip(TABS, self.filters, strict=True):
            bar.use_memory(memory, f"benches/{plain_title(original(title)).lower()}")

    def _lay_out(self) -> None:
        self._column = in_column(1, gap=8, edges=(16, 16, 8, 16))
        left = boxed(self._column)
        left.setFixedWidth(236)
        for (title, example), table in zip(TABS, self._tables, strict=True):
            bar, box = below_filter(table, plain_title(title).lower(), example)
            self.filters.append(bar)
            self.tabs.addTab(box, title)
        self.tabs.currentChanged.connect(lambda at: self.deeds.show_tab(self._tables[at]))
        # The night stands below the queue, which then stays where it is when the night is read and gets more lanes.
        right = in_column(
            in_wrapped_row((self.heading, 1, 200), *self.deeds.of_bench, self.work_page, self.queue_run),
            self.state,
            (self.tabs, 1),
            self.strip,
            self.night,
            self.deeds.row,
            self.note,
            gap=8,
            edges=(8, 16, 20, 12),
        )
        in_row(left, (boxed(right), 1), gap=0, on=self)

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
        show_cards(self.cards, overview, self._column, self._choose)
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
        if self._bench and (hidden or (self.isVisible() and not self._look.busy)):
            bench = self._bench
            self._look.ask(lambda: board_of(self._seat.workspace, bench), self._show)

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
        if self.note.text().startswith(AWAY):
            self._say("")
        now = datetime.now(UTC)
        self._board, self._read_at = board, now.isoformat()
        self._tell_empty(empty_words(board.bench.name))
        self.queue.show_rows(queued(board.items, self._expected_s, self._expected_of))
        self.ended.show_rows(board.ended)
        self.schedules.show_rows(board.schedules)
        self.journal.show_rows(board.acts)
        self.deeds.show_paused(paused=board.bench.paused)
        slots = forecast(board.items, self._expected_s, now, self._begun)
        self.strip.show_slots(slots, now)
        self.night.setText(plain(night_words(slots), 400))
        if self._wanted_item:
            wanted, self._wanted_item = self._wanted_item, ""
            for at, bar in enumerate(self.filters[:2]):
                if bar.choose(wanted):
                    self.tabs.setCurrentIndex(at)

    def _say(self, sentence: str) -> None:
        self.note.setText(plain(sentence, 1000))
