"""Tonight as a strip: a lane for each device, an hour beside the other; what does not fit its time is hatched."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
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
from PySide6.QtWidgets import QSizePolicy, QWidget

from labharness.app.benches.forecast import Fit, Slot, plan_of
from labharness.gui.kit import theme
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.typeface import text_scale
from labharness.gui.kit.words import tr
from labharness.language.dates import between, time_of_day
from labharness.language.text import plain
from labharness.nights.items import State

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
    """Arrows go from one item to the next; a press chooses one.

    Attributes
    ----------
    chosen
        Emitted with the id of an item.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.slots: tuple[Slot, ...] = ()
        self.lanes: tuple[str, ...] = ()
        self._now = self._end = datetime.now(UTC)
        self._at = 0
        self._measure()
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
        when = (
            tr("from about {begin}", begin=time_of_day(begin))
            if slot.fit is Fit.UNKNOWN
            else between(begin, end, self._now.isoformat())
        )
        return plain(
            tr(
                "{plan} on {device}: {when}, {fit}",
                plan=plan_of(slot.item),
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

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._measure()
            self.setFixedHeight(self._height())

    def _measure(self) -> None:
        """Take the sizes of lanes and labels from that of the text."""
        self._lane, self._head, self._label, self._hour_wide = (
            round(each * max(1.0, text_scale())) for each in (LANE, HEAD, LABEL, HOUR_WIDE)
        )

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
                plan_of(slot.item), Qt.TextElideMode.ElideRight, int(box.width()) - 8
            )
            painter.drawText(box.adjusted(4, 0, -4, 0), Qt.AlignmentFlag.AlignVCenter, text)
