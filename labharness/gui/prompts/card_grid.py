"""An order as cards: painted one by one, in rows to lay, with the deck and row at hand, to press, and on paper."""

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
    QPagedPaintDevice,
    QPainter,
    QPaintEvent,
    QPen,
    QTransform,
)
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget

from labharness.app.bench_work.entered_cards import order_of, reading_of
from labharness.evidence.records.people import PromptBody
from labharness.gui.kit import theme
from labharness.gui.kit.icons import PIPS, suit_path
from labharness.gui.kit.layouts import on_event, text_scale
from labharness.gui.kit.parts import LEFT, MIDDLE, in_column, in_row, in_wrapped_row, push_button, text_label
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.window_state import has_four_colors
from labharness.gui.kit.words import tr
from labharness.language.run_groups import worded
from labharness.language.template import plain
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
LOWEST, HIGHEST, MARKS = 30, 132, 34
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

    def show_cards(self, cards: tuple[str, ...]) -> None:
        """Show an order, such as ``("AS", "10D")``, from its first row."""
        self._cards = cards
        self._fit()
        self.go(0)

    def _fit(self) -> None:
        """Ask for rows that can be read: higher ones where the text is larger."""
        self.setMinimumHeight(round(self.page_rows * LOWEST * max(1.0, text_scale())))

    def turn(self, *, backward: bool) -> None:
        """Show the bottom card first, for who builds a pile face down, or the top card; from the first row."""
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
        here = ", ".join(map(words_of, self._row(self.row)))
        deck = tr("Row")
        if self.pages > 1:
            deck = tr("Deck {page} of {pages}, row", page=self.page + 1, pages=self.pages)
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
        return QSize(MARKS + COLUMNS * 76, self.page_rows * 108)

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
        wide, high = (self.width() - MARKS - 4) / COLUMNS, self.row_height
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
            painter.drawText(QRectF(2, top, MARKS, high), Qt.AlignmentFlag.AlignCenter, mark)
            painter.setOpacity(0.5 if row < self.row else 1.0)
            cells = zip(self._row(row), self.positions(row), strict=True)
            for column, (card, position) in enumerate(cells):
                air = max(2.0, min(6.0, high * 0.08))
                box = QRectF(MARKS + column * wide + 2, top + air, wide - 4, high - 2 * air)
                paint_card(painter, box, card, self.font(), position=position, four_colors=self._four_colors)
            painter.setOpacity(1.0)

    def _row(self, row: int) -> tuple[str, ...]:
        shown = self._cards[::-1] if self._backward else self._cards
        return shown[row * COLUMNS : (row + 1) * COLUMNS]


HIGH = 26


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
        others = tuple(card for card in _OTHERS if self._declared.get(card))
        self._rows = [*rows, others] if others else rows
        self._fit()
        self.use(())

    def use(self, entered: Sequence[str]) -> None:
        """Dim what is entered as often as the set has it."""
        self._left = Counter(self._declared)
        self._left.subtract(entered)
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
        row = int(event.position().y() // self._high)
        column = int(event.position().x() * 13 // max(self.width(), 1))
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


SHEET_ROWS = 16
"""Rows of a page of paper: four decks."""


def pages_of(cards: Sequence[str]) -> list[Sequence[str]]:
    """Divide an order into pages of paper."""
    each = COLUMNS * SHEET_ROWS
    return [cards[at : at + each] for at in range(0, len(cards), each)]


def draw_order(device: QPagedPaintDevice, cards: Sequence[str], title: str) -> int:
    """Draw an order, top card first; returns the number of pages."""
    painter = QPainter(device)
    pages = pages_of(cards)
    for number, page in enumerate(pages):
        if number:
            device.newPage()
        _draw_page(
            painter,
            page,
            number * COLUMNS * SHEET_ROWS,
            tr("{title} · page {number} of {pages}", title=title, number=number + 1, pages=len(pages)),
        )
    painter.end()
    return len(pages)


def _draw_page(painter: QPainter, cards: Sequence[str], before: int, title: str) -> None:
    area = QRectF(painter.viewport())
    wide = area.width() / COLUMNS
    high, head = min(wide * 1.1, area.height() * 0.9 / SHEET_ROWS), area.height() * 0.05
    font = QFont("IBM Plex Sans")
    font.setPixelSize(max(6, int(head * 0.34)))
    painter.setFont(font)
    painter.setPen(QPen(Qt.GlobalColor.black))
    line = tr(
        "{title} · {cards:,} {cards:card|cards}, top card first, rows from left to right",
        title=title,
        cards=len(cards),
    )
    painter.drawText(QRectF(0, 0, area.width(), head), Qt.AlignmentFlag.AlignVCenter, line)
    for at, card in enumerate(cards):
        row, column = divmod(at, COLUMNS)
        gap = (row // 4) * head * 0.3
        box = QRectF(column * wide + wide * 0.04, head + gap + row * high, wide * 0.92, high * 0.92)
        paint_card(painter, box, card, font, position=before + at + 1)


def print_order(parent: QWidget, cards: Sequence[str], title: str) -> bool:
    """Ask for a printer, and print an order; returns whether it was printed."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title)
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(tr("Print order sheet"))
    if dialog.exec() != QPrintDialog.DialogCode.Accepted:
        return False
    draw_order(printer, cards, title)
    return True


class DeckView(QWidget):
    """The grid with what belongs to it.

    Attributes
    ----------
    laid
        Emitted when somebody goes on past the last row.
    """

    laid = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.grid = CardGrid()
        self.where = text_label(size=1.0, bold=True, wraps=False)
        self.same = QLabel()
        self.show_again = _button(tr("Show the cards"))
        self.before, self.after = _button("◀", tr("Deck before")), _button("▶", tr("Next deck"))
        self.reverse = _button(tr("Reverse: bottom card first"))
        self.colors = _button(tr("Four colors"))
        self.sheet = _button(tr("Print…"), tr("Print order sheet"))
        for button in (self.reverse, self.colors):
            button.setCheckable(True)
        self._cards: tuple[str, ...] = ()
        self._title = ""
        self._lay_out()
        self.grid.row_changed.connect(self._tell)
        self.reverse.toggled.connect(lambda on: self.grid.turn(backward=on))
        self.colors.toggled.connect(lambda on: self.grid.color(four=on))
        self.colors.setChecked(has_four_colors())
        self.before.clicked.connect(lambda: self.grid.turn_page(-1))
        self.after.clicked.connect(lambda: self.grid.turn_page(+1))
        self.show_again.clicked.connect(self._unfold)
        self.sheet.clicked.connect(lambda: print_order(self, self._cards, self._title))

    def _lay_out(self) -> None:
        places = ((each, 0, MIDDLE) for each in (self.before, self.where, self.after))
        below = in_wrapped_row(*places, 1, self.reverse, self.colors, self.sheet)
        in_column(in_row(self.same, self.show_again, 1), (self.grid, 1), below, gap=8, on=self)

    def show_order(self, cards: tuple[str, ...], title: str, same_as: str = "") -> None:
        """Show an order to lay.

        Parameters
        ----------
        title
            Heads the sheet of paper.
        same_as
            What had the same order before; the grid is then folded away, "" for none.
        """
        self._cards, self._title = cards, title
        self.grid.show_cards(cards)
        several = self.grid.pages > 1
        self.before.setVisible(several)
        self.after.setVisible(several)
        self.same.setText(tr("Same order as {same_as}.", same_as=same_as) if same_as else "")
        self._fold(folded=bool(same_as))

    def _unfold(self) -> None:
        self._fold(folded=False)
        self.grid.setFocus()

    def _fold(self, *, folded: bool) -> None:
        for widget in (self.same, self.show_again):
            widget.setVisible(folded)
        for part in (self.grid, self.where, self.reverse, self.colors):
            part.setVisible(not folded)

    def _tell(self, row: int) -> None:
        grid = self.grid
        page, of = grid.page, grid.page_rows
        deck = tr("Deck {page} of {pages}", page=page + 1, pages=grid.pages) + " · " if grid.pages > 1 else ""
        if row >= grid.rows:
            self.where.setText(tr("{deck}All rows are laid.", deck=deck) if grid.rows else "")
        else:
            there = grid.positions(row)
            rows = min(of, grid.rows - page * of)
            text = tr(
                "Row {row} of {rows}: positions {first} to {last}",
                row=row - page * of + 1,
                rows=rows,
                first=there[0],
                last=there[-1],
            )
            self.where.setText(deck + text)
        self.before.setEnabled(page > 0)
        self.after.setEnabled(page + 1 < grid.pages)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Go on to the deed when all rows are laid."""
        if event.key() == Qt.Key.Key_Space and self.grid.row == self.grid.rows:
            self.laid.emit()
        else:
            super().keyPressEvent(event)


def _button(text: str, name: str = "") -> QPushButton:
    return push_button(text, name=name or text.rstrip("…"), hint=name)


class Laying(QWidget):
    """Hidden where no reading waits for what is entered.

    Attributes
    ----------
    turned
        Emitted when somebody goes from the order to the entry, or back to look at it.
    """

    turned = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.asks = text_label()
        self.deck = DeckView()
        self.enter = push_button(tr("It is laid: enter the cards"), lambda: self._turn(laid=True), high=44)
        self.look = push_button(
            tr("Show the order"),
            lambda: self._turn(laid=False),
            hint=tr("Show the order to lay; what is entered stays"),
        )
        for button in (self.enter, self.look):
            button.setAccessibleName(button.text())
        self.prompt: PromptBody | None = None
        self._laid: int | None = None
        in_column(in_row((self.asks, 1), self.look), (self.deck, 1), (self.enter, 0, LEFT), gap=8, on=self)
        self.deck.laid.connect(self.enter.setFocus)
        self.hide()

    @property
    def first(self) -> bool:
        """Whether an order is to be laid before anybody enters it."""
        return self._order() != () and self.prompt is not None and self.prompt.prompt != self._laid

    def take(self, prompt: PromptBody | None, prompts: Mapping[int, PromptBody]) -> None:
        """Show what the reading asks that an entry answers, nothing where none does."""
        self.prompt = reading_of(prompt, prompts.values()) if prompt is not None else None
        if self.prompt is None and not prompts:
            self._laid = None
        self.asks.setText(plain(worded(self.prompt.asks), 1200) if self.prompt is not None else "")
        theme.enlarge(self.asks, 1.2)
        self.deck.show_order(self._order(), self.asks.text())
        self._show()

    def _order(self) -> tuple[str, ...]:
        return order_of(plain(self.prompt.data.cards, 1 << 16)) if self.prompt is not None else ()

    def _turn(self, *, laid: bool) -> None:
        self._laid = self.prompt.prompt if laid and self.prompt is not None else None
        self._show()
        self.turned.emit()

    def _show(self) -> None:
        self.setVisible(self.prompt is not None)
        for part in (self.deck, self.enter):
            part.setVisible(self.first)
        self.look.setVisible(bool(self._order()) and not self.first)
