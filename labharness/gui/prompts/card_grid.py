"""An order as cards, thirteen a row, with the row at hand framed; several decks page one after the other.

One card as it is painted: rank, suit as a shape, and its position.

Fifty-two cards to press, those that are used up dimmed: what is still missing is seen at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTransform,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.layouts import on_event, text_scale
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.suits import PIPS, suit_path
from labharness.gui.kit.words import tr
from labharness.model.cards import RANKS, SUITS

FOUR_COLORS = {"S": "#14181e", "H": "#c2181b", "D": "#1450b8", "C": "#0b6b3a"}
"""Ink of each suit where every suit has its own."""
FACE, EDGE, POSITION = "#ffffff", "#79879a", "#566273"
POSITIONED = 34
"""Pixels of a card from which its position fits into its corner; the line below the grid names positions all the same."""
NAMES = {"S": tr("spades"), "H": tr("hearts"), "D": tr("diamonds"), "C": tr("clubs")}
_RANKS = {"A": tr("ace"), "J": tr("jack"), "Q": tr("queen"), "K": tr("king")}
_OTHERS = {"JK": tr("joker"), "CC": tr("cover card")}


def parts(card: str) -> tuple[str, str, str]:
    """Return rank, suit and the marks of copy and back; no suit for what is no card of a suit."""
    name = card.split("!", maxsplit=1)[0].split("#", maxsplit=1)[0]
    suit = name[-1:] if name not in _OTHERS and name[-1:] in NAMES else ""
    return name[:-1], suit, card[len(name) :]


def words_of(card: str) -> str:
    """Return a card as it is read aloud.

    Examples
    --------
    >>> words_of("AS"), words_of("10H#3"), words_of("JK")
    ('ace of spades', '10 of hearts#3', 'joker')
    """
    rank, suit, mark = parts(card)
    if not suit:
        return _OTHERS.get(card, card)
    return tr("{rank} of {suit}{mark}", rank=_RANKS.get(rank, rank), suit=NAMES[suit], mark=mark)


def ink_of(suit: str, *, four_colors: bool = False) -> QColor:
    """Return the ink of a suit on a white face."""
    return QColor((FOUR_COLORS if four_colors else PIPS).get(suit, PIPS["S"]))


def paint_card(
    painter: QPainter, box: QRectF, card: str, font: QFont, *, position: int = 0, four_colors: bool = False
) -> None:
    """Paint a card into a box: above each other where the box is tall, beside each other where it is flat."""
    rank, suit, mark = parts(card)
    painter.setPen(QPen(QColor(EDGE), 1))
    painter.setBrush(QColor(FACE))
    painter.drawRoundedRect(box, 5, 5)
    ink = ink_of(suit, four_colors=four_colors)
    tall = box.height() > box.width() * 1.05
    letters = QFont(font)
    if position and box.height() >= POSITIONED:
        letters.setPixelSize(max(9, min(12, int(box.height() * 0.18))))
        letters.setBold(False)
        painter.setFont(letters)
        painter.setPen(QColor(POSITION))
        corner = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        painter.drawText(box.adjusted(2, 2, -4, -2), corner, str(position))
    room = (
        min(box.width() * 0.42, box.height() * 0.34) if tall else min(box.height() * 0.5, box.width() * 0.36)
    )
    letters.setPixelSize(max(9, int(room * (0.7 if mark else 1.0))))
    letters.setBold(True)
    painter.setFont(letters)
    painter.setPen(ink)
    if not suit:
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, card)
        return
    if tall:
        text = QRectF(box.left(), box.top() + box.height() * 0.14, box.width(), box.height() * 0.4)
        size = min(box.width() * 0.4, box.height() * 0.32)
        left, top = box.center().x() - size / 2, box.top() + box.height() * 0.6
    else:
        text = QRectF(box.left(), box.top(), box.width() * 0.58, box.height())
        size = min(box.height() * 0.46, box.width() * 0.34)
        left, top = box.right() - size - box.width() * 0.08, box.center().y() - size / 2
        if position and box.height() >= POSITIONED:
            top += box.height() * 0.1
    painter.drawText(text, Qt.AlignmentFlag.AlignCenter, rank + mark)
    where = QTransform().translate(left, top).scale(size / 100, size / 100)
    painter.fillPath(where.map(suit_path(suit)), ink)


COLUMNS = 13
DECK_ROWS = 4
ONE_PAGE = 65
"""Cards of the longest order that is not divided into decks."""
LOWEST, HIGHEST, LEFT = 30, 132, 34
_STEPS = {Qt.Key.Key_Space: 1, Qt.Key.Key_PageDown: 1, Qt.Key.Key_Backspace: -1, Qt.Key.Key_PageUp: -1}


class CardGrid(QWidget):
    """Space, or a press on the row at hand, goes to the next row; nothing of it is recorded.

    Attributes
    ----------
    row_changed
        Emitted with the row at hand, from 0 over all decks; the number of rows where all are laid.
    """

    row_changed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._cards: tuple[str, ...] = ()
        self._backward = self._four_colors = False
        self.row = 0
        self.show_cards(())
        on_event(self, self._fit, QEvent.Type.FontChange)

    @property
    def rows(self) -> int:
        """Rows of the order, over all decks."""
        return -(-len(self._cards) // COLUMNS)

    @property
    def pages(self) -> int:
        """Decks that the order is divided into."""
        return -(-self.rows // self.page_rows) if self.rows else 1

    @property
    def page(self) -> int:
        """The deck at hand, from 0."""
        return min(self.row // self.page_rows, self.pages - 1)

    @property
    def page_rows(self) -> int:
        """Rows of one deck."""
        return DECK_ROWS if len(self._cards) > ONE_PAGE else max(self.rows, 1)

    @property
    def backward(self) -> bool:
        """Whether the bottom card comes first, for who builds a pile face down."""
        return self._backward

    @property
    def cards_at_hand(self) -> tuple[str, ...]:
        """Cards of the row at hand, in the order in which they are shown."""
        return self._row(self.row)

    def show_cards(self, cards: tuple[str, ...]) -> None:
        """Show an order, such as ``("AS", "10D")``, from its first row."""
        self._cards = cards
        self._fit()
        self.go(0)

    def _fit(self) -> None:
        """Ask for rows that can be read: higher ones where the text is larger."""
        self.setMinimumHeight(round(self.page_rows * LOWEST * max(1.0, text_scale())))

    def turn(self, *, backward: bool) -> None:
        """Show the bottom card first, or the top card; from the first row."""
        self._backward = backward
        self.go(0)

    def color(self, *, four: bool) -> None:
        """Paint every suit in an ink of its own, or as cards are printed."""
        self._four_colors = four
        self.update()

    def positions(self, row: int) -> range:
        """Return the positions, from 1, of a row as it is shown."""
        first, last = row * COLUMNS, min((row + 1) * COLUMNS, len(self._cards))
        count = len(self._cards)
        return range(count - first, count - last, -1) if self._backward else range(first + 1, last + 1)

    def go(self, row: int) -> None:
        """Frame a row, and name its cards for those who listen."""
        self.row = min(max(row, 0), self.rows)
        here = ", ".join(map(words_of, self.cards_at_hand))
        deck = (
            tr("Deck {page} of {pages}, row", page=self.page + 1, pages=self.pages)
            if self.pages > 1
            else tr("Row")
        )
        of = min(self.page_rows, self.rows - self.page * self.page_rows)
        at = self.row - self.page * self.page_rows + 1
        self.setAccessibleName(
            tr("{deck} {at} of {of}: {here}", deck=deck, at=at, of=of, here=here)
            if here
            else tr("All rows are laid")
        )
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        self.row_changed.emit(self.row)
        self.update()

    def turn_page(self, step: int) -> None:
        """Go to the first row of a deck before or after the one at hand."""
        page = min(max(self.page + step, 0), self.pages - 1)
        self.go(page * self.page_rows)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Return a size at which every rank is read from a step away."""
        return QSize(LEFT + COLUMNS * 76, self.page_rows * 108)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Walk the rows; past the last one Space is left to whoever holds the grid."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or (step > 0 and self.row == self.rows):
            super().keyPressEvent(event)
        else:
            self.go(self.row + step)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        """Go to the row that is touched, or past it where it is at hand."""
        row = self.page * self.page_rows + int(event.position().y() // self.row_height)
        self.go(row + 1 if row == self.row else row)

    @property
    def row_height(self) -> float:
        """Height of a row, in pixels."""
        return min(max(self.height() / self.page_rows, 1), HIGHEST * max(1.0, text_scale()))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  Qt's name
        """Paint the deck at hand."""
        painter, colors = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide, high = (self.width() - LEFT - 4) / COLUMNS, self.row_height
        first = self.page * self.page_rows
        for row in range(first, min(first + self.page_rows, self.rows)):
            top = (row - first) * high
            if row == self.row:
                painter.setPen(QPen(QColor(colors.accent), 3))
                painter.setBrush(QColor(colors.tones[Tone.BUSY][1]))
                painter.drawRoundedRect(QRectF(1.5, top + 1.5, self.width() - 3, high - 3), 6, 6)
            painter.setPen(QColor(colors.text))
            painter.setFont(self.font())
            mark = "✓" if row < self.row else str(row - first + 1)
            painter.drawText(QRectF(2, top, LEFT, high), Qt.AlignmentFlag.AlignCenter, mark)
            painter.setOpacity(0.5 if row < self.row else 1.0)
            cells = zip(self._row(row), self.positions(row), strict=True)
            for column, (card, position) in enumerate(cells):
                air = max(2.0, min(6.0, high * 0.08))
                box = QRectF(LEFT + column * wide + 2, top + air, wide - 4, high - 2 * air)
                paint_card(painter, box, card, self.font(), position=position, four_colors=self._four_colors)
            painter.setOpacity(1.0)

    def _row(self, row: int) -> tuple[str, ...]:
        shown = self._cards[::-1] if self._backward else self._cards
        return shown[row * COLUMNS : (row + 1) * COLUMNS]


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

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Cards to press"))
        self._declared: Mapping[str, int] = {}
        self._rows: list[tuple[str, ...]] = []
        self._left: Counter[str] = Counter()
        self.offer({})
        on_event(self, self._fit, QEvent.Type.FontChange)

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
