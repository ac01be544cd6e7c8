"""The order that a person lays, thirteen cards a row, with the row at hand framed."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QTransform
from PySide6.QtWidgets import QSizePolicy, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.suits import PIPS, suit_path

COLUMNS = 13
ROW_HEIGHT, LEFT = 52, 34
_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
_OTHERS = {"JK": "joker", "CC": "cover card"}
_STEPS = {Qt.Key.Key_Space: 1, Qt.Key.Key_PageDown: 1, Qt.Key.Key_Backspace: -1, Qt.Key.Key_PageUp: -1}


class CardGrid(QWidget):
    """Space, or a press on the row at hand, goes to the next row; nothing of it is recorded.

    Attributes
    ----------
    row_changed
        Emitted with the row at hand, from 0; the number of rows where all are laid.
    """

    row_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._cards: tuple[str, ...] = ()
        self.row = 0
        self.show_cards(())

    @property
    def rows(self) -> int:
        """Rows of the order."""
        return -(-len(self._cards) // COLUMNS)

    def show_cards(self, cards: tuple[str, ...]) -> None:
        """Show an order, such as ``("AS", "10D")``, from its first row."""
        self._cards = cards
        self.setFixedHeight(max(self.rows, 1) * ROW_HEIGHT)
        self.go(0)

    def go(self, row: int) -> None:
        """Frame a row, and name its cards for those who listen."""
        self.row = min(max(row, 0), self.rows)
        here = self._cards[self.row * COLUMNS : (self.row + 1) * COLUMNS]
        words = ", ".join(_words(card) for card in here)
        self.setAccessibleName(f"Row {self.row + 1} of {self.rows}: {words}" if here else "All rows are laid")
        self.row_changed.emit(self.row)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Return a width at which every rank is read easily."""
        return QSize(LEFT + COLUMNS * 52, max(self.rows, 1) * ROW_HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Walk the rows."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.go(self.row + step)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        """Go to the row that is touched, or past it where it is at hand."""
        row = int(event.position().y() // ROW_HEIGHT)
        self.go(row + 1 if row == self.row else row)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        """Paint the rows that are seen."""
        painter, colors = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = (self.width() - LEFT) / COLUMNS
        first, last = event.rect().top() // ROW_HEIGHT, event.rect().bottom() // ROW_HEIGHT
        for row in range(max(first, 0), min(last + 1, self.rows)):
            top = row * ROW_HEIGHT
            if row == self.row:
                painter.setPen(QPen(QColor(colors.accent), 3))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(1.5, top + 1.5, self.width() - 3, ROW_HEIGHT - 3), 6, 6)
            painter.setPen(QColor(colors.text))
            painter.setFont(self.font())
            painter.drawText(QRectF(2, top, LEFT, ROW_HEIGHT), Qt.AlignmentFlag.AlignCenter, str(row + 1))
            painter.setOpacity(0.5 if row < self.row else 1.0)
            for column, card in enumerate(self._cards[row * COLUMNS : (row + 1) * COLUMNS]):
                self._paint(
                    painter, QRectF(LEFT + column * wide + 2, top + 5, wide - 4, ROW_HEIGHT - 10), card
                )
            painter.setOpacity(1.0)

    def _paint(self, painter: QPainter, box: QRectF, card: str) -> None:
        rank, suit, mark = _parts(card)
        ink = QColor(PIPS.get(suit, PIPS["S"]))
        painter.setPen(QPen(QColor("#79879a"), 1))
        painter.setBrush(QColor("#ffffff"))
        painter.drawRoundedRect(box, 5, 5)
        font = QFont(self.font())
        font.setPixelSize(11 if mark else int(min(20.0, box.width() * 0.36)))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(ink)
        if not suit:
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, card)
            return
        half = QRectF(box.left(), box.top(), box.width() * 0.58, box.height())
        painter.drawText(half, Qt.AlignmentFlag.AlignCenter, rank + mark)
        size = min(box.height() * 0.5, box.width() * 0.36)
        left = box.right() - size - box.width() * 0.06
        where = QTransform().translate(left, box.center().y() - size / 2).scale(size / 100, size / 100)
        painter.fillPath(where.map(suit_path(suit)), ink)


def _parts(card: str) -> tuple[str, str, str]:
    """Return rank, suit and the marks of copy and back; no suit for what is no card of a suit."""
    name = card.split("!", maxsplit=1)[0].split("#", maxsplit=1)[0]
    suit = name[-1:] if name not in _OTHERS and name[-1:] in _SUITS else ""
    return name[:-1], suit, card[len(name) :]


def _words(card: str) -> str:
    rank, suit, mark = _parts(card)
    if not suit:
        return _OTHERS.get(card, card)
    return f"{_RANKS.get(rank, rank)} of {_SUITS[suit]}{mark}"
