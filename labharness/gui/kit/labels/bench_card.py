"""One bench as a card: its state, what runs, and how much waits."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from labharness.app.overview.overview import BenchNow
from labharness.gui.kit import theme
from labharness.gui.kit.screen_text import day_and_time
from labharness.gui.kit.words import tr
from labharness.language.text import plain


class BenchCard(QFrame):
    """A bench; clicking it, or Return on it, opens the bench.

    Attributes
    ----------
    opened
        Emitted with the name of the bench.
    """

    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumWidth(200)
        self._name = ""
        self.title, self.state, self.queue = QLabel(), QLabel(), QLabel()
        theme.enlarge(self.title, 1.1, bold=True)
        self.queue.setProperty("muted", True)  # noqa: FBT003  Qt's call
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(4)
        for label in (self.title, self.state, self.queue):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            column.addWidget(label)
        column.addStretch(1)

    def show_bench(self, now: BenchNow) -> None:
        """Show how a bench stands."""
        self._name = now.bench.name
        self.title.setText(plain(now.bench.name, 60))
        self.state.setText(plain(state_of(now), 200))
        counts = [
            tr("{taken:,} {taken:item|items} taken", taken=len(now.taken)),
            tr("{waiting} waiting", waiting=len(now.waiting)),
        ]
        self.queue.setText(" · ".join(counts))
        self.setAccessibleName(
            tr(
                "Bench {bench}: {state}, {counts}",
                bench=now.bench.name,
                state=state_of(now),
                counts=", ".join(counts),
            )
        )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        """Open the bench."""
        super().mouseReleaseEvent(event)
        self.opened.emit(self._name)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Open the bench with Return or Space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.opened.emit(self._name)
        else:
            super().keyPressEvent(event)


def state_of(now: BenchNow) -> str:
    """Return in words how a bench stands."""
    if not now.bench.host:
        return tr("No worker yet")
    if now.silent:
        return tr("Silent: last heard {heard}", heard=day_and_time(now.bench.heard))
    if now.at_work:
        return tr("Running {runs}", runs=", ".join(now.at_work))
    return tr("Paused") if now.bench.paused else tr("Ready")
