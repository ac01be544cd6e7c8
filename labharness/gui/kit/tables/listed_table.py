"""What every table of rows has: columns that fit and are chosen, rows that are copied, exported, linked and acted on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QHeaderView, QMenu, QTableView

from labharness.gui.kit.findable import plain_title
from labharness.gui.kit.layouts import text_scale
from labharness.gui.kit.parts import passing_menu, tool_button
from labharness.gui.kit.tables.column_fit import ColumnFit
from labharness.gui.kit.tables.fact_table import copy_cells, export_by
from labharness.gui.kit.tables.row_model import WHOLE, Column, ColumnModel
from labharness.gui.kit.words import tr
from labharness.language.template import plain
from labharness.model.address import Address

ROW_HEIGHT = 34
LINE, AIR = 18, 12
MOST_COPIED = 10_000
"""Rows that are copied at once."""
CHOOSE = tr("Choose the columns")


@runtime_checkable
class LinkCopier(Protocol):
    """A window: knows the workspace that an address belongs to."""

    def copy_link(self, address: Address) -> None:
        """Put an address on the clipboard, and say so."""


class ListedTable(QTableView):
    """A table whose rows are listed by a model of columns.

    Parameters
    ----------
    name
        What it is a table of.
    columns
        From left to right; the last one takes the room that is left.
    empty
        Sentence that is shown instead of rows.
    lines
        Lines of text that a row has room for.

    Attributes
    ----------
    acts
        Buttons, and actions of menus, that act on the chosen row; its own menu offers the same in the same order.
    more
        Titles of what the menu offers besides, and what each does with the chosen row.
    begin_filter
        Gives the filter of the table the keyboard; None where rows are not filtered.
    """

    def __init__(self, name: str, columns: Sequence[Column[Any]], empty: str = "", lines: int = 1) -> None:
        super().__init__()
        self.empty, self.listed = empty, tuple(columns)
        self.acts: Sequence[QAbstractButton | QAction] = ()
        self.more: Sequence[tuple[str, Callable[[], object]]] = ()
        self.begin_filter: Callable[[], None] | None = None
        self._lines, self._least, self._only_large = lines, 0, False
        self.setAccessibleName(name)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(lines > 1)
        self.setAlternatingRowColors(False)
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        down, across = self.verticalHeader(), self.horizontalHeader()
        down.hide()
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        across.setHighlightSections(False)
        across.setStretchLastSection(True)
        across.setMinimumSectionSize(48)
        across.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        across.customContextMenuRequested.connect(lambda at: self._choose_columns(across.mapToGlobal(at)))
        # The keyboard has the menu of a row.
        self.chooser = tool_button("⋮", CHOOSE, CHOOSE, self._choose_below, raised=False)
        self.chooser.setParent(across)

    def _begin(self) -> None:
        """Take up the columns; called once the model is there."""
        for at, column in enumerate(self.listed):
            self.horizontalHeader().resizeSection(at, column.width)
        self.columns = ColumnFit(self.horizontalHeader(), self.listed)
        self._fit_rows()

    @property
    def sentence(self) -> str:
        """What is shown instead of rows."""
        return self.empty

    def give_the_rest(self, at: int) -> None:
        """Give a column the room that the others leave, instead of the last one."""
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(at, QHeaderView.ResizeMode.Stretch)

    def tell_empty(self, sentence: str) -> None:
        """Show another sentence instead of rows."""
        if sentence != self.empty:
            self.empty = sentence
            self.viewport().update()

    def open_current(self) -> None:
        """Open the chosen row, as Return does."""
        raise NotImplementedError

    def current_address(self) -> Address | None:
        """Return where what the chosen row is about is shown, None for nowhere."""
        return None

    def cells(self, *, chosen_only: bool = False) -> list[list[str]]:
        """Return the titles and the texts of the columns, those among them that have no room; hashes in full."""
        model, columns = self.model(), self.columns.wanted
        rows: Sequence[int] = range(model.rowCount())
        if chosen_only:
            rows = sorted(index.row() for index in self.selectionModel().selectedRows())[:MOST_COPIED]
        titles = [str(model.headerData(at, Qt.Orientation.Horizontal)) for at in columns]
        return [titles, *([self.copied(row, column) for column in columns] for row in rows)]

    def copied(self, row: int, column: int) -> str:
        """Return what is copied of a cell: what the screen shows, or more."""
        role = WHOLE if self.listed[column].whole else Qt.ItemDataRole.DisplayRole
        return str(self.model().index(row, column).data(role) or "")

    def copy(self) -> None:
        """Put the chosen rows on the clipboard."""
        copy_cells(self.cells(chosen_only=True))

    def copy_value(self) -> None:
        """Put the chosen cell on the clipboard, a hash in full."""
        index = self.currentIndex()
        if index.isValid():
            QGuiApplication.clipboard().setText(self.copied(index.row(), index.column()))

    def copy_link(self) -> None:
        """Put the address of the chosen row on the clipboard, as the window writes it."""
        address, above = self.current_address(), self.parentWidget()
        while above is not None and not isinstance(above, LinkCopier):
            above = above.parentWidget()
        if address is not None and above is not None:
            above.copy_link(address)

    def export(self) -> None:
        """Ask for a file, and write what is listed as CSV."""
        export_by(self, self.export_to)

    def export_to(self, file: Path) -> None:
        """Write what is listed as CSV."""
        raise NotImplementedError

    def menu(self) -> QMenu:
        """Return what can be done with the chosen row, and with the table."""
        menu = passing_menu(self)
        self.fill(menu)
        return menu

    def fill(self, menu: QMenu) -> None:
        """Put what can be done with the chosen row, and with the table, into a menu."""
        menu.setToolTipsVisible(True)
        for button in self.acts:
            if isinstance(button, QAction):
                menu.addAction(button)
            elif button.isVisibleTo(self.window()):
                act = menu.addAction(plain_title(button.text()), button.click)
                act.setEnabled(button.isEnabled())
                act.setToolTip(button.toolTip())
        menu.addSeparator()
        chosen = self.selectionModel().hasSelection()
        for title, do in self.more:
            menu.addAction(title, do).setEnabled(chosen)
        menu.addAction(tr("&Copy rows"), self.copy).setEnabled(chosen)
        menu.addAction(tr("Copy &value"), self.copy_value).setEnabled(self.currentIndex().isValid())
        menu.addAction(tr("Copy &link"), self.copy_link).setEnabled(
            chosen and self.current_address() is not None
        )
        menu.addAction(tr("&Export CSV…"), self.export)
        if self.begin_filter is not None:
            menu.addAction(tr("&Filter"), self.begin_filter)
        self._offer_columns(menu.addMenu(tr("C&olumns")))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Open with Return, copy with Ctrl+C, filter with Ctrl+F where the page has no line for it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open_current()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Find) and self.begin_filter is not None:
            self.begin_filter()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  Qt's name
        """Offer what can be done; asked by a key, beside the chosen row."""
        at = event.globalPos()
        if event.reason() is QContextMenuEvent.Reason.Keyboard and self.currentIndex().isValid():
            at = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())
        self.menu().popup(at)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        """Say so where there is nothing to list."""
        super().paintEvent(event)
        if self.model().rowCount() == 0 and (sentence := self.sentence):
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(self.viewport().rect().adjusted(16, 4, -16, -4), flags, plain(sentence, 300))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Fit the columns to the room."""
        super().resizeEvent(event)
        self._fit_columns()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the desktop from light to dark, and the size of the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange:
            self.viewport().update()
        elif event.type() is QEvent.Type.FontChange:
            self._fit_rows()
            self._fit_columns()

    def _fit_columns(self) -> None:
        self.columns.fit(self.viewport().width())
        side = self.horizontalHeader().height() - 2
        self.chooser.setGeometry(self.viewport().width() - side, 0, side, side)

    def _fit_rows(self) -> None:
        """Make rows as high as their lines of text need, larger text included."""
        text = self.fontMetrics().lineSpacing()
        height = max(ROW_HEIGHT + (self._lines - 1) * LINE, self._lines * text + AIR)
        self.verticalHeader().setDefaultSectionSize(height)
        if self._least and self._only_large and text_scale() <= 1:
            self.setMinimumHeight(0)
        elif self._least:
            beside = self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth()
            if text_scale() > 1:  # the table may scroll sideways
                beside += self.horizontalScrollBar().sizeHint().height()
            self.setMinimumHeight(beside + self._least * height)

    def ask_for(self, rows: int, *, only_large: bool = False) -> None:
        """Ask for the height of so many rows at least, in any size of text or only where text is larger than usual."""
        self._least, self._only_large = rows, only_large
        self._fit_rows()

    def _choose_below(self) -> None:
        self._choose_columns(self.chooser.mapToGlobal(self.chooser.rect().bottomLeft()))

    def _choose_columns(self, at: QPoint) -> None:
        menu = passing_menu(self)
        self._offer_columns(menu)
        menu.popup(at)

    def _offer_columns(self, menu: QMenu) -> None:
        """Offer the columns but for the first, which tells rows apart."""
        for at, column in enumerate(self.listed[1:], 1):
            action = menu.addAction(column.title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(not self.isColumnHidden(at))
            action.toggled.connect(lambda shown, at=at: self.columns.choose(at, shown=shown))
        menu.addSeparator()
        menu.addAction(tr("&Fit to the room"), self.columns.forget)


Row = TypeVar("Row")


class LazyRows(ColumnModel[Row]):
    """Rows by their places, each read when it is shown; none is held, sorted or searched."""

    def __init__(self, columns: Sequence[Column[Row]], parent: QObject | None = None) -> None:
        super().__init__(columns, parent)
        self._count = 0
        self._row: Callable[[int], Row] | None = None

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self._count

    def show_rows(self, count: int, row: Callable[[int], Row]) -> None:
        """Show so many rows, each of which is asked for by its place from 0."""
        self.beginResetModel()
        self._count, self._row = count, row
        self.endResetModel()

    def grow(self, count: int) -> None:
        """Show rows that were added at the end."""
        if count > self._count:
            self.beginInsertRows(QModelIndex(), self._count, count - 1)
            self._count = count
            self.endInsertRows()

    def row(self, at: int) -> Row:
        """Return a row by its place."""
        assert self._row is not None
        return self._row(at)


class LazyTable(ListedTable, Generic[Row]):
    """A table of any number of rows, to look at and to open; the parameters are those of :class:`ListedTable`.

    Parameters
    ----------
    address
        Where what a row is about is shown, None where it has no address.

    Attributes
    ----------
    opened, chosen
        Emitted with the place of the row that somebody opens or chooses.
    """

    opened = Signal(int)
    chosen = Signal(int)
    exported = Signal(object)
    """Emitted with the file to which all rows are to be written, which may take long."""

    def __init__(
        self,
        name: str,
        columns: Sequence[Column[Row]],
        empty: str = "",
        address: Callable[[Row], Address | None] | None = None,
    ) -> None:
        super().__init__(name, columns, empty)
        self.address = address
        self.rows: LazyRows[Row] = LazyRows(columns, self)
        self.setModel(self.rows)
        self._begin()
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row()))
        self.selectionModel().currentRowChanged.connect(self._choose)

    @property
    def current(self) -> int:
        """Place of the chosen row, -1 for none."""
        return self.currentIndex().row() if self.currentIndex().isValid() else -1

    def current_address(self) -> Address | None:
        """Return where what the chosen row is about is shown, None for nowhere."""
        return None if self.current < 0 or self.address is None else self.address(self.rows.row(self.current))

    def select(self, at: int) -> bool:
        """Choose a row by its place; returns whether there is one."""
        index = self.rows.index(at, 0)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index, LazyTable.ScrollHint.PositionAtCenter)
        return index.isValid()

    def export_to(self, file: Path) -> None:
        """Ask whoever has the rows to write them."""
        self.exported.emit(file)

    def open_current(self) -> None:
        """Open the chosen row, as Return does."""
        if self.current >= 0:
            self.opened.emit(self.current)

    def _choose(self, now: QModelIndex) -> None:
        if now.isValid():
            self.chosen.emit(now.row())
