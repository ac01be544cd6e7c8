"""An order to lay: its grid, which row and deck are at hand, bottom card first, four colors, and on paper.

An order on paper: thirteen cards a row with their positions, a deck a block, for whoever lays it away from a screen.

What the reader's prompt asks, for the two people who enter the cards: the order to lay stands first, and is away while they enter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPagedPaintDevice, QPainter, QPen
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from labharness.app.bench_work.entered_cards import order_of, reading_of
from labharness.evidence.records.people import PromptBody
from labharness.gui.kit import theme
from labharness.gui.kit.appearance import has_four_colors
from labharness.gui.kit.parts import LEFT, MIDDLE, in_column, in_row, in_wrapped_row, push_button, text_label
from labharness.gui.kit.words import tr
from labharness.gui.prompts.card_grid import CardGrid, paint_card
from labharness.language.run_groups import worded
from labharness.language.template import plain

COLUMNS, ROWS = 13, 16
"""Cards of a row and rows of a page of paper: four decks."""


def pages_of(cards: Sequence[str]) -> list[Sequence[str]]:
    """Divide an order into pages of paper."""
    each = COLUMNS * ROWS
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
            number * COLUMNS * ROWS,
            tr("{title} · page {number} of {pages}", title=title, number=number + 1, pages=len(pages)),
        )
    painter.end()
    return len(pages)


def _draw_page(painter: QPainter, cards: Sequence[str], before: int, title: str) -> None:
    area = QRectF(painter.viewport())
    wide = area.width() / COLUMNS
    high, head = min(wide * 1.1, area.height() * 0.9 / ROWS), area.height() * 0.05
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
        in_column(
            in_row(self.same, self.show_again, 1),
            (self.grid, 1),
            in_wrapped_row(
                (self.before, 0, MIDDLE),
                (self.where, 0, MIDDLE),
                (self.after, 0, MIDDLE),
                1,
                self.reverse,
                self.colors,
                self.sheet,
            ),
            gap=8,
            on=self,
        )

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
