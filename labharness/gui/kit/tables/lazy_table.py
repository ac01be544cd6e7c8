"""A table of any number of rows, each read when it is shown; no row is held, sorted or searched here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from labharness.gui.kit.tables.listed_table import ListedTable
from labharness.gui.kit.tables.row_model import Column, Index, cell, safe, title_of
from labharness.model.address import Address

Row = TypeVar("Row")


class LazyRows(QAbstractTableModel, Generic[Row]):
    """Rows by their places.

    Parameters
    ----------
    columns
        From left to right.
    """

    def __init__(self, columns: Sequence[Column[Row]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._count = 0
        self._row: Callable[[int], Row] | None = None

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

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802  Qt's name and default
        """Return how many rows there are."""
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802  Qt's name and default
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self.columns)

    @safe
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802  Qt's name
        """Return the title of a column."""
        return title_of(self.columns, section, orientation, role)

    @safe
    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Return what a cell shows or says aloud."""
        if not index.isValid() or not 0 <= index.row() < self._count or self._row is None:
            return None
        return cell(self.columns[index.column()], lambda: self.row(index.row()), role)


class LazyTable(ListedTable, Generic[Row]):
    """Rows to look at and to open.

    Parameters
    ----------
    name
        What it is a table of.
    columns
        From left to right; the last one takes the room that is left.
    empty
        Sentence that is shown instead of rows.
    address
        Where what a row is about is shown, None where it has no address.

    Attributes
    ----------
    opened, chosen
        Emitted with the place of the row that somebody opens or chooses.
    exported
        Emitted with the file to which all rows are to be written, which may take long.
    """

    opened = Signal(int)
    chosen = Signal(int)
    exported = Signal(object)

    def __init__(
        self,
        name: str,
        columns: Sequence[Column[Row]],
        empty: str = "",
        address: Callable[[Row], Address | None] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(name, columns, empty, parent=parent)
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

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Open with Return."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.current >= 0:
                self.opened.emit(self.current)
        else:
            super().keyPressEvent(event)

    def _choose(self, now: QModelIndex) -> None:
        if now.isValid():
            self.chosen.emit(now.row())
