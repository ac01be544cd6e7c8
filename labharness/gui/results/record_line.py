"""One record as it stands in the ledger."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from labharness.gui.kit.follow_text import follow_text
from labharness.gui.kit.words import tr
from labharness.language.numbers import number

HIGH = 54
MOST = 1 << 16
"""Characters of a record that are shown; the ledger holds all of them."""


class RecordLine(QPlainTextEdit):
    """Read-only; Return goes on to the frames.

    Attributes
    ----------
    opened
        Emitted by Return.
    """

    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        follow_text(self, lambda scale: self.setFixedHeight(round(HIGH * scale)))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.show_record(0, "")

    def show_record(self, seq: int, line: str) -> None:
        """Show a record by its number and its line."""
        self.setAccessibleName(tr("Record {seq}", seq=number(seq)) if line else tr("Record"))
        self.setPlainText(line[:MOST])

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Go on with Return."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        else:
            super().keyPressEvent(event)
