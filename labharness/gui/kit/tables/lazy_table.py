"""A table of any number of rows, each read when it is shown; no row is held, sorted or searched here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QMimeData, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QTableView, QWidget

from labharness.gui.kit.tables.row_model import Column, Index, as_html, as_tsv, cell, safe, title_of
from labharness.gui.kit.tables.row_table import set_up

Row = TypeVar("Row")
MOST_COPIED = 10_000
"""Rows that are copied at once."""


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


class LazyTable(QTableView, Generic[Row]):
    """Rows to look at and to open.

    Parameters
    ----------
    name
        What it is a table of.
    columns
        From left to right; the last one takes the room that is left.
    empty
        Sentence that is shown instead of rows.

    Attributes
    ----------
    opened, chosen
        Emitted with the place of the row that somebody opens or chooses.
    resized
        Emitted with the new width.
    """

    opened = Signal(int)
    chosen = Signal(int)
    resized = Signal(int)

    def __init__(
        self, name: str, columns: Sequence[Column[Row]], empty: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.empty = empty
        self.rows: LazyRows[Row] = LazyRows(columns, self)
        self.setModel(self.rows)
        set_up(self, name, columns)
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row()))
        self.selectionModel().currentRowChanged.connect(self._choose)

    def tell_empty(self, sentence: str) -> None:
        """Show another sentence instead of rows."""
        self.empty = sentence
        self.viewport().update()

    @property
    def current(self) -> int:
        """Place of the chosen row, -1 for none."""
        return self.currentIndex().row() if self.currentIndex().isValid() else -1

    def select(self, at: int) -> bool:
        """Choose a row by its place; returns whether there is one."""
        index = self.rows.index(at, 0)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index, QTableView.ScrollHint.PositionAtCenter)
        return index.isValid()

    def copy(self) -> None:
        """Put the chosen rows on the clipboard, for spreadsheets and word processors."""
        places = sorted(index.row() for index in self.selectionModel().selectedRows())[:MOST_COPIED]
        shown = [at for at in range(len(self.rows.columns)) if not self.isColumnHidden(at)]
        titles = [self.rows.columns[at].title for at in shown]
        cells = [
            titles,
            *([str(self.rows.index(row, at).data() or "") for at in shown] for row in places),
        ]
        data = QMimeData()
        data.setText(as_tsv(cells))
        data.setHtml(as_html(cells))
        QGuiApplication.clipboard().setMimeData(data)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Open with Return, copy with Ctrl+C."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.current >= 0:
                self.opened.emit(self.current)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  Qt's name
        """Offer to copy."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("&Copy rows", self.copy).setEnabled(self.selectionModel().hasSelection())
        menu.popup(event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Tell the width."""
        super().resizeEvent(event)
        self.resized.emit(self.width())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        """Say so where there is nothing to list."""
        super().paintEvent(event)
        if self.rows.rowCount() == 0 and self.empty:
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(self.viewport().rect().adjusted(16, 4, -16, -4), flags, self.empty)

    def _choose(self, now: QModelIndex) -> None:
        if now.isValid():
            self.chosen.emit(now.row())
