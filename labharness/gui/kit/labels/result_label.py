"""What came of a change, beside its cause."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.words import tr
from labharness.language.text import plain

LONGEST = 600


class ResultLabel(QLabel):
    """What came of a change, beside its cause."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setAccessibleName(tr("Result of the change"))
        self.setMinimumHeight(self.fontMetrics().height())

    def accept(self, sentence: str) -> None:
        """Say what was changed."""
        self._show(f"✓ {sentence}", Tone.PASS)

    def refuse(self, sentence: str) -> None:
        """Say why nothing was changed."""
        self._show(tr("Not saved: {sentence}", sentence=sentence), Tone.FAIL)

    def wait(self) -> None:
        """Say that it is being done."""
        self._show(tr("Saving…"), Tone.QUIET)

    def clear(self) -> None:
        """Say nothing."""
        self.setText("")

    def _show(self, text: str, tone: Tone) -> None:
        theme.tint(self, tone)
        self.setText(plain(text, LONGEST))
