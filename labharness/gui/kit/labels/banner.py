"""The banner: how the run stands, in a word, a sentence, an icon and a color."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.icons import pixmap
from labharness.gui.kit.run_standing import NOTHING, RunStanding
from labharness.gui.kit.words import tr

ICON = 34


class Banner(QFrame):
    """Shows one :class:`RunStanding`; the color only repeats what icon and words say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.setAccessibleName(tr("Status of the run"))
        self._icon = QLabel()
        self._icon.setFixedSize(ICON, ICON)
        self.word, self.sentence = QLabel(), QLabel()
        theme.enlarge(self.word, 1.35, bold=True)
        for text in (self.word, self.sentence):
            text.setWordWrap(True)  # a verdict stands with its qualifiers, in any language
        self.sentence.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        for label, name in ((self.word, tr("State")), (self.sentence, tr("What it means"))):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setAccessibleName(name)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.word)
        words.addWidget(self.sentence)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 10, 14, 10)
        row.setSpacing(14)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        self._standing = NOTHING
        self._paint()

    def show_standing(self, standing: RunStanding) -> None:
        """Show how a run stands now."""
        if standing != self._standing:
            self._standing = standing
            self._paint()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the desktop from light to dark."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange:
            self._paint()

    def _paint(self) -> None:
        standing = self._standing
        ink, ground = theme.current().tones[standing.tone]
        self.setStyleSheet(
            f"QFrame#banner {{ background: {ground}; border-radius: 8px; }} QLabel {{ color: {ink}; }}"
        )
        ratio = self.devicePixelRatioF()
        picture = pixmap(standing.tone, ink, round(ICON * ratio))
        picture.setDevicePixelRatio(ratio)
        self._icon.setPixmap(picture)
        self.word.setText(standing.word)
        self.sentence.setText(standing.sentence)
        self.setAccessibleDescription(f"{standing.word}. {standing.sentence}")
