"""The event log: one sentence a line, the newest last, never more than the window can hold."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from labharness.gui.kit.words import tr
from labharness.gui.run.attachment import MOST_LINES
from labharness.gui.run.sentences import ATTENTION


class EventLog(QPlainTextEdit):
    """Read-only text that can be selected and copied.

    Attributes
    ----------
    followed
        Emitted when the view begins or ends to follow the latest line.
    """

    followed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Event log"))
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setMaximumBlockCount(MOST_LINES)
        self.setPlaceholderText(tr("The events of the run appear here."))
        self.setTabChangesFocus(True)
        self._lines: deque[str] = deque(maxlen=MOST_LINES)
        self._words: tuple[str, ...] = ()
        self._attention = False
        self._follows = True
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._look)
        bar.rangeChanged.connect(self._keep_up)

    def add(self, lines: Sequence[str]) -> None:
        """Add lines; the view follows unless somebody has scrolled back to read."""
        self._lines.extend(lines)
        if shown := [line for line in lines if self._has(line)]:
            follows = self._follows
            self.appendPlainText("\n".join(shown))
            self.follow(follows)

    def keep(self, words: str, *, attention: bool) -> None:
        """Show only lines with all words, or only those that need attention; none is lost."""
        self._words, self._attention = tuple(words.casefold().split()), attention
        follows = self._follows
        self.setPlainText("\n".join(line for line in self._lines if self._has(line)))
        filtered = bool(self._words) or attention
        self.setPlaceholderText(
            tr("No event has all these words.") if filtered else tr("The events of the run appear here.")
        )
        self.follow(follows)

    def clear(self) -> None:
        """Show no run."""
        self._lines.clear()
        super().clear()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Keep the end in view where the view follows: a question that opens takes room from the log."""
        follows = self._follows
        super().resizeEvent(event)
        self.follow(follows)

    def _has(self, line: str) -> bool:
        folded = line.casefold()
        return (ATTENTION in line or not self._attention) and all(word in folded for word in self._words)

    def follow(self, follows: bool) -> None:
        """Keep the end in view, or stay where the view is."""
        self._say(follows=follows)
        self._keep_up()

    def _look(self, value: int) -> None:
        self._say(follows=value >= self.verticalScrollBar().maximum() - 1)

    def _say(self, *, follows: bool) -> None:
        if follows != self._follows:
            self._follows = follows
            self.followed.emit(follows)

    def _keep_up(self) -> None:
        if self._follows:
            bar = self.verticalScrollBar()
            bar.setValue(bar.maximum())
