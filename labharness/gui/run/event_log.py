"""The event log: one sentence a line, the newest last, never more than the window can hold."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from labharness.gui.run.attachment import MOST_LINES


class EventLog(QPlainTextEdit):
    """Read-only text that can be selected and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Event log")
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setMaximumBlockCount(MOST_LINES)
        self.setPlaceholderText("The events of the run appear here.")
        self.setTabChangesFocus(True)

    def add(self, lines: Sequence[str]) -> None:
        """Add lines; the view follows unless somebody has scrolled back to read."""
        if not lines:
            return
        bar = self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 2
        self.appendPlainText("\n".join(lines))
        if at_end:
            self.moveCursor(QTextCursor.MoveOperation.End)
            bar.setValue(bar.maximum())
