"""The event log: one sentence a line, the newest last, never more than the window can hold."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
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
        self._follows = True
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._look)
        bar.rangeChanged.connect(self._keep_up)

    def add(self, lines: Sequence[str]) -> None:
        """Add lines; the view follows unless somebody has scrolled back to read."""
        if not lines:
            return
        follows = self._follows
        self.appendPlainText("\n".join(lines))
        self._follows = follows
        self._keep_up()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Keep the end in view where the view follows: a question that opens takes room from the log."""
        follows = self._follows
        super().resizeEvent(event)
        self._follows = follows
        self._keep_up()

    def _look(self, value: int) -> None:
        self._follows = value >= self.verticalScrollBar().maximum() - 1

    def _keep_up(self) -> None:
        if self._follows:
            bar = self.verticalScrollBar()
            bar.setValue(bar.maximum())
