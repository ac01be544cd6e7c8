"""Fifty-two cards to press, those that are used up dimmed: what is still missing is seen at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from labharness.gui.kit.typeface import text_scale
from labharness.gui.kit.words import tr
from labharness.gui.prompts.card_face import paint_card
from labharness.model.cards import RANKS, SUITS

HIGH = 26
OTHERS = ("JK", "CC")


class CardPalette(QWidget):
    """A row for each suit; a row for jokers and cover cards where the set has some.

    Attributes
    ----------
    pressed
        Emitted with the card that is pressed.
    """

    pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Cards to press"))
        self._declared: Mapping[str, int] = {}
        self._rows: list[tuple[str, ...]] = []
        self._left: Counter[str] = Counter()
        self.offer({})

    def offer(self, declared: Mapping[str, int]) -> None:
        """Offer the cards of a set, each so many times; every card of a deck where nobody knows the set."""
        self._declared = dict(declared)
        rows = [tuple(rank + suit for rank in RANKS) for suit in SUITS]
        others = tuple(card for card in OTHERS if self._declared.get(card))
        self._rows = [*rows, others] if others else rows
        self._fit()
        self.use(())

    def use(self, entered: Sequence[str]) -> None:
        """Dim what is entered as often as the set has it."""
        self._left = Counter(self._declared)
        self._left.subtract(card for card in entered)
        self.update()

    @property
    def _high(self) -> int:
        """Pixels of a row: more where the text is larger."""
        return round(HIGH * max(1.0, text_scale()))

    def _fit(self) -> None:
        self.setFixedHeight(self._high * len(self._rows))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Return a size that a finger hits."""
        return QSize(13 * 60, self._high * len(self._rows))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        """Take the card beneath the pointer."""
        row, column = (
            int(event.position().y() // self._high),
            int(event.position().x() * 13 // max(self.width(), 1)),
        )
        if 0 <= row < len(self._rows) and 0 <= column < len(self._rows[row]):
            self.pressed.emit(self._rows[row][column])

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  Qt's name
        """Paint every card."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide, high = self.width() / 13, self._high
        for row, cards in enumerate(self._rows):
            for column, card in enumerate(cards):
                used = bool(self._declared) and self._left[card] <= 0
                painter.setOpacity(0.25 if used else 1.0)
                box = QRectF(column * wide + 2, row * high + 2, wide - 4, high - 4)
                paint_card(painter, box, card, self.font())
