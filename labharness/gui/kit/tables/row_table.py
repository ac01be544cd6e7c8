"""A table of rows: sorted, filtered, copied, exported; Return opens the row."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from labharness.gui.kit.tables.elision import NameDelegate
from labharness.gui.kit.tables.filtered_rows import FilteredRows
from labharness.gui.kit.tables.group_heads import GroupHeads, HeadedDelegate
from labharness.gui.kit.tables.listed_table import ListedTable
from labharness.gui.kit.tables.quick_filter import QuickFilter
from labharness.gui.kit.tables.row_model import Column, RowModel
from labharness.gui.kit.tables.taking import write_cells
from labharness.gui.kit.words import tr
from labharness.model.address import Address

Row = TypeVar("Row")
TYPING_S = 1.0
"""So soon after one another letters belong to one name that somebody types to find."""
MOST_NAMES = 400
"""Names that are compared to find where a column is cut: it is done while the first row is drawn."""


class RowTable(ListedTable, Generic[Row]):
    """Rows to read and to open.

    Parameters
    ----------
    name
        What it is a table of.
    columns
        From left to right; the last one takes the room that is left.
    key
        What no two rows share.
    empty
        Sentence that is shown instead of rows.
    lines
        Lines of text that a row has room for.
    address
        Where what a row is about is shown; None where rows have no address, or one of them has none.

    Attributes
    ----------
    opened
        Emitted with the row that somebody opens, by Return or a double click.
    chosen
        Emitted with the row that is chosen, None for none; also with the first one when the keyboard comes to the table.
    picked
        Emitted with the one row that a person or the program selected: not where the keyboard only passes by.
    """

    opened = Signal(object)
    chosen = Signal(object)
    picked = Signal(object)

    def __init__(
        self,
        name: str,
        columns: Sequence[Column[Row]],
        key: Callable[[Row], str],
        empty: str = "",
        lines: int = 1,
        address: Callable[[Row], Address | None] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(name, columns, empty, lines, parent)
        self.address = address
        self.rows: RowModel[Row] = RowModel(columns, key, self)
        self.shown = FilteredRows(self.rows, self)
        self.setModel(self.shown)
        self._begin()
        self.heads = GroupHeads(self, self.shown)
        self.quick = QuickFilter(self)
        self.quick.wanted.connect(self.shown.keep)
        self.begin_filter = self.quick.begin
        self._typed, self._typed_at = "", 0.0
        self._name_columns()
        self.setSortingEnabled(True)
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.doubleClicked.connect(self._open)
        self.selectionModel().currentRowChanged.connect(lambda *_: self.chosen.emit(self.current))
        self.selectionModel().selectionChanged.connect(self._pick)

    def _name_columns(self) -> None:
        """Cut the names of a column where they differ least, and draw all cells below the heads of groups."""
        self.setItemDelegate(HeadedDelegate(self))
        for at, column in enumerate(self.listed):
            if not column.named:
                continue
            delegate = NameDelegate(lambda at=at: self._texts(at), self)  # type: ignore[misc]
            for changed in (self.rows.modelReset, self.rows.rowsInserted):
                changed.connect(delegate.forget)
            self.setItemDelegateForColumn(at, delegate)

    def _texts(self, column: int) -> Collection[str]:
        text = self.listed[column].text
        return {text(self.rows.row(at)) for at in range(min(self.rows.rowCount(), MOST_NAMES))}

    @property
    def sentence(self) -> str:
        """What is shown instead of rows: why there are none, or which filter leaves all of them out."""
        if self.rows.rowCount() and self.shown.words:
            return tr(
                "Nothing has all of these: {words}. Remove one.", words=" ".join(map(str, self.shown.words))
            )
        return self.empty

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; the chosen one stays chosen."""
        before = self.current_key
        self.rows.show_rows(rows)
        for at, column in enumerate(self.listed):
            if column.grows:
                self.columns.hold(at, {column.text(row) for row in rows})
        if before and self.current_key != before:
            self._choose(before)

    @property
    def current(self) -> Row | None:
        """The chosen row."""
        index = self.currentIndex()
        return self.rows.row(self.shown.mapToSource(index).row()) if index.isValid() else None

    @property
    def current_key(self) -> str:
        """What tells the chosen row from others, "" for none."""
        index = self.currentIndex()
        return self.rows.key(self.shown.mapToSource(index).row()) if index.isValid() else ""

    def current_address(self) -> Address | None:
        """Return where what the chosen row is about is shown, None for nowhere."""
        row = self.current
        return None if row is None or self.address is None else self.address(row)

    def _pick(self) -> None:
        ranges = self.selectionModel().selection()  # not the rows: all of a long list may be selected
        if ranges.count() == 1 and ranges.first().height() == 1:
            self.picked.emit(self.rows.row(self.shown.mapToSource(ranges.first().topLeft()).row()))

    def select(self, key: str) -> bool:
        """Choose a row by its key, also one that the table's own filter leaves out; returns whether it is shown."""
        if self.quick.text() and self.rows.place(key) >= 0 and not self._choose(key):
            self.quick.show_all()
        return self._choose(key)

    def _choose(self, key: str) -> bool:
        index = self.shown.mapFromSource(self.rows.index(self.rows.place(key), 0))
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)
        return index.isValid()

    def keyboardSearch(self, search: str) -> None:  # noqa: N802  Qt's name
        """Choose the next row whose name has what is typed."""
        now = time.monotonic()
        goes_on = now - self._typed_at < TYPING_S
        self._typed, self._typed_at = (self._typed if goes_on else "") + search.casefold(), now
        column = next((at for at, each in enumerate(self.listed) if each.named), 0)
        count, first = self.shown.rowCount(), self.currentIndex().row() + (not goes_on)
        for at in (row % count for row in range(first, first + count)):
            if self._typed in str(self.shown.index(at, column).data() or "").casefold():
                self.setCurrentIndex(self.shown.index(at, 0))
                return

    def open_current(self) -> None:
        """Open the chosen row, as Return does."""
        self._open(self.currentIndex())

    def selected(self) -> list[Row]:
        """Return the chosen rows, from top to bottom."""
        places = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.rows.row(self.shown.mapToSource(self.shown.index(at, 0)).row()) for at in places]

    def export_to(self, file: Path) -> None:
        """Write what is shown as CSV."""
        write_cells(self.cells(), file)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        """Draw the heads of groups above their rows."""
        super().paintEvent(event)
        self.heads.paint()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Give heads the room that larger text needs."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.heads.lay_out()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Open with Return."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open_current()
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(self.current)


def keep_place(table: RowTable[Any]) -> tuple[str, int]:
    """Return what :func:`restore_place` needs: the chosen row and how far the table is scrolled."""
    return table.current_key, table.verticalScrollBar().value()


def restore_place(table: RowTable[Any], kept: object) -> None:
    """Choose the same row and scroll to the same place again."""
    match kept:
        case (str(key), int(scrolled)):
            table.select(key)
            table.verticalScrollBar().setValue(scrolled)
