"""A button whose press decides: nobody presses it by chance."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

SETTLING_MS = 400
"""A press that was meant for what stood here before falls into this time."""
_RETURN = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class DecidingButton(QPushButton):
    """Takes no press within :data:`SETTLING_MS` after it appears, and none by Return.

    A scanner of bar codes ends each code with Return, and some desktops press the focused button by it.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setAutoDefault(False)
        self._since = QElapsedTimer()
        self.settle()

    def settle(self) -> None:
        """Begin anew: from now on the button stands for another decision, and drops a press that is under way."""
        self._since.start()
        self.setDown(False)

    def decide(self) -> None:
        """Press the button from elsewhere, such as by a shortcut, where a person could press it."""
        if self.isVisible() and self._settled():
            self.click()

    def _settled(self) -> bool:
        return self._since.elapsed() >= SETTLING_MS

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Settle whenever the button appears."""
        super().showEvent(event)
        self.settle()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        """Take a press once the button has settled."""
        if self._settled():
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        """Treat the second press of a double click like every press."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Leave Return alone; take Space once the button has settled."""
        if Qt.Key(event.key()) in _RETURN or (event.key() == Qt.Key.Key_Space and not self._settled()):
            event.ignore()
        else:
            super().keyPressEvent(event)
