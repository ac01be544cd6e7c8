"""An order to lay: its grid, which row and deck are at hand, bottom card first, four colors, and on paper."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.appearance import has_four_colors
from labharness.gui.kit.flow_row import WrapRow
from labharness.gui.kit.words import tr
from labharness.gui.prompts.card_grid import CardGrid
from labharness.gui.prompts.order_sheet import print_order


class DeckView(QWidget):
    """The grid with what belongs to it.

    Attributes
    ----------
    laid
        Emitted when somebody goes on past the last row.
    """

    laid = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = CardGrid()
        self.where, self.same = QLabel(), QLabel()
        theme.enlarge(self.where, 1.0, bold=True)
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
        folded, tools = QHBoxLayout(), WrapRow()
        folded.addWidget(self.same)
        folded.addWidget(self.show_again)
        folded.addStretch(1)
        for widget in (self.before, self.where, self.after):
            tools.put(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        tools.spring()
        for button in (self.reverse, self.colors, self.sheet):
            tools.put(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(folded)
        column.addWidget(self.grid, 1)
        column.addLayout(tools)

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
    button = QPushButton(text)
    button.setAccessibleName(name or text.rstrip("…"))
    button.setToolTip(name)
    button.setAutoDefault(False)
    return button
