"""The field in which a search is typed; arrows and Esc go to its results."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from labharness.gui.kit.words import tr
from labharness.gui.shell.search.query import LONGEST

PLACEHOLDER = tr("Search (Ctrl+K)")
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}


class SearchField(QLineEdit):
    """Where the search is typed.

    Attributes
    ----------
    entered, left
        Emitted when it takes and loses the keyboard.
    step
        Emitted with how many rows to go down.
    given_up
        Emitted when somebody leaves the search by Esc.
    """

    entered = Signal()
    left = Signal()
    step = Signal(int)
    given_up = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(PLACEHOLDER)
        self.setAccessibleName(tr("Search commands and objects"))
        self.setAccessibleDescription(
            tr("Arrows walk the results, Return opens one. Type ? for the prefixes.")
        )
        self.setMaxLength(LONGEST)
        self.setClearButtonEnabled(True)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  Qt's name
        """Show the results."""
        super().focusInEvent(event)
        self.entered.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  Qt's name
        """Put the results away."""
        super().focusOutEvent(event)
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Walk the results with the arrows, give up with Esc."""
        key = Qt.Key(event.key())
        if key in _STEPS:
            self.step.emit(_STEPS[key])
        elif key is Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)
