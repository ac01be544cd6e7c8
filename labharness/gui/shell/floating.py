"""A panel over the page, inside the window: it closes by Esc and when it loses the keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget


class FloatingPanel(QFrame):
    """Base of panels that are shown for a moment.

    Attributes
    ----------
    closed
        Emitted when it was closed by its keys; the page takes the keyboard again.
    """

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("floating")
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Close by Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _follow(self, _: QWidget | None, now: QWidget | None) -> None:
        inside = now is not None and (now is self or self.isAncestorOf(now))
        if self.isVisible() and now is not None and not inside and now.window() is self.window():
            self.hide()
