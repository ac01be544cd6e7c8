"""A word with the sign and color of its news, as wide as it needs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.icons import pixmap
from labharness.gui.kit.run_standing import Tone
from labharness.language.text import plain

SIGN = 18


class StandingChip(QFrame):
    """Shows one state; the color only repeats what sign and word say.

    Parameters
    ----------
    name
        What the state is of.
    wraps
        Whether a long state goes on in a second line.
    """

    def __init__(self, name: str, parent: QWidget | None = None, *, wraps: bool = True) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self.setAccessibleName(name)
        self._sign, self.word = QLabel(), QLabel()
        self._tone = Tone.QUIET
        self.word.setTextFormat(Qt.TextFormat.PlainText)
        self.word.setWordWrap(wraps)
        self.word.setMinimumWidth(120 if wraps else 0)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 5, 12, 5)
        row.setSpacing(8)
        row.addWidget(self._sign)
        row.addWidget(self.word, 1)
        self.clear()

    def show_standing(self, tone: Tone, word: str) -> None:
        """Show a state."""
        self._tone = tone
        self.word.setText(plain(word, 200))
        self.setAccessibleDescription(self.word.text())
        self.setToolTip(plain(word, 1000))
        self._paint()
        self.show()

    def clear(self) -> None:
        """Show nothing."""
        self.word.setText("")
        self.hide()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the desktop from light to dark."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange:
            self._paint()

    def _paint(self) -> None:
        ink, ground = theme.current().tones[self._tone]
        self.setStyleSheet(
            f"QFrame#chip {{ background: {ground}; border-radius: 6px; }} QLabel {{ color: {ink}; }}"
        )
        ratio = self.devicePixelRatioF()
        picture = pixmap(self._tone, ink, round(SIGN * ratio))
        picture.setDevicePixelRatio(ratio)
        self._sign.setPixmap(picture)
