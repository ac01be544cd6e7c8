"""An order as cards, thirteen a row, with the row at hand framed; several decks page one after the other."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.typeface import text_scale
from labharness.gui.kit.words import tr
from labharness.gui.prompts.card_face import paint_card, words_of

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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._cards: tuple[str, ...] = ()
        self._backward = self._four_colors = False
        self.row = 0
        self.show_cards(())

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

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

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
