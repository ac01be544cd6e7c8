"""A table of rows: sorted, filtered, copied, exported; Return opens the row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, QMimeData, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFileDialog, QHeaderView, QMenu, QTableView, QWidget

from labharness.gui.kit.tables.column_fit import ColumnFit
from labharness.gui.kit.tables.row_model import Column, FilteredRows, RowModel, as_csv, as_html, as_tsv
from labharness.language.text import plain

Row = TypeVar("Row")
ROW_HEIGHT = 34
LINE, AIR = 18, 12


def set_up(view: QTableView, name: str, columns: Sequence[Column[Any]], lines: int = 1) -> None:
    """Give a table its name, its rows of fixed height and its columns.

    Parameters
    ----------
    lines
        Lines of text that a row has room for.
    """
    view.setAccessibleName(name)
    view.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
    view.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
    view.setTabKeyNavigation(False)
    view.setShowGrid(False)
    view.setWordWrap(lines > 1)
    view.setAlternatingRowColors(False)
    view.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
    down, across = view.verticalHeader(), view.horizontalHeader()
    down.hide()
    down.setDefaultSectionSize(ROW_HEIGHT + (lines - 1) * LINE)
    down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    across.setHighlightSections(False)
    across.setStretchLastSection(True)
    across.setMinimumSectionSize(48)
    for at, column in enumerate(columns):
        across.resizeSection(at, column.width)


class RowTable(QTableView, Generic[Row]):
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

    Attributes
    ----------
    opened
        Emitted with the row that somebody opens, by Return or a double click.
    chosen
        Emitted with the row that is chosen, None for none.
    """

    opened = Signal(object)
    chosen = Signal(object)

    def __init__(
        self,
        name: str,
        columns: Sequence[Column[Row]],
        key: Callable[[Row], str],
        empty: str = "",
        lines: int = 1,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.empty = empty
        self.rows: RowModel[Row] = RowModel(columns, key, self)
        self.shown = FilteredRows(self.rows, self)
        self.setModel(self.shown)
        set_up(self, name, columns, lines)
        firm = [at for at, column in enumerate(columns) if column.tone or column.day or column.number]
        self.columns = ColumnFit(self.horizontalHeader(), [column.width for column in columns], firm)
        self._lines = lines
        self._fit_rows()
        self.setSortingEnabled(True)
        across = self.horizontalHeader()
        across.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        across.customContextMenuRequested.connect(self._choose_columns)
        across.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.doubleClicked.connect(self._open)
        self.selectionModel().currentRowChanged.connect(lambda *_: self.chosen.emit(self.current))

    def tell_empty(self, sentence: str) -> None:
        """Show another sentence instead of rows."""
        if sentence != self.empty:
            self.empty = sentence
            self.viewport().update()

    @property
    def sentence(self) -> str:
        """What is shown instead of rows: why there are none, or which filter leaves all of them out."""
        if self.rows.rowCount() and self.shown.words:
            return f"Nothing has all of these: {' '.join(map(str, self.shown.words))}. Remove one."
        return self.empty

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; the chosen one stays chosen."""
        before = self.current_key
        self.rows.show_rows(rows)
        if before and self.current_key != before:
            self.select(before)

    def keep(self, text: str) -> None:
        """Show only rows with all words of a text."""
        self.shown.keep(text)

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

    def select(self, key: str) -> bool:
        """Choose a row by its key; returns whether it is shown."""
        index = self.shown.mapFromSource(self.rows.index(self.rows.place(key), 0))
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)
        return index.isValid()

    def selected(self) -> list[Row]:
        """Return the chosen rows, from top to bottom."""
        places = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.rows.row(self.shown.mapToSource(self.shown.index(at, 0)).row()) for at in places]

    def cells(self, *, chosen_only: bool = False) -> list[list[str]]:
        """Return the titles and the texts of what is shown, as they stand on the screen."""
        columns = [at for at in range(self.shown.columnCount()) if not self.isColumnHidden(at)]
        chosen = {index.row() for index in self.selectionModel().selectedRows()}
        places = [at for at in range(self.shown.rowCount()) if not chosen_only or at in chosen]
        titles = [str(self.shown.headerData(at, Qt.Orientation.Horizontal)) for at in columns]
        return [titles, *([str(self.shown.index(at, c).data() or "") for c in columns] for at in places)]

    def copy(self) -> None:
        """Put the chosen rows on the clipboard, for spreadsheets and word processors."""
        cells, data = self.cells(chosen_only=True), QMimeData()
        data.setText(as_tsv(cells))
        data.setHtml(as_html(cells))
        QGuiApplication.clipboard().setMimeData(data)

    def export(self) -> None:
        """Ask for a file, and write what is shown as CSV."""
        name, _ = QFileDialog.getSaveFileName(self, "Export CSV", "", "CSV (*.csv)")
        if name:
            Path(name).write_text(as_csv(self.cells()), encoding="utf-8", newline="")

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Open with Return, copy with Ctrl+C."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  Qt's name
        """Offer to copy and to export."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("&Copy rows", self.copy).setEnabled(bool(self.selected()))
        menu.addAction("&Export CSV…", self.export)
        menu.popup(event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        """Say so where there is nothing to list."""
        super().paintEvent(event)
        if self.shown.rowCount() == 0 and (sentence := self.sentence):
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(self.viewport().rect().adjusted(16, 4, -16, -4), flags, plain(sentence, 300))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Fit the columns to the room."""
        super().resizeEvent(event)
        self.columns.fit(self.viewport().width())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the desktop from light to dark."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange:
            self.viewport().update()
        elif event.type() is QEvent.Type.FontChange:
            self._fit_rows()

    def _fit_rows(self) -> None:
        """Make rows as high as their lines of text need, larger text included."""
        text = self.fontMetrics().lineSpacing()
        height = max(ROW_HEIGHT + (self._lines - 1) * LINE, self._lines * text + AIR)
        self.verticalHeader().setDefaultSectionSize(height)

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(self.current)

    def _choose_columns(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for place, column in enumerate(self.rows.columns[1:], 1):
            action = menu.addAction(column.title)
            action.setCheckable(True)
            action.setChecked(not self.isColumnHidden(place))
            action.toggled.connect(lambda shown, place=place: self.setColumnHidden(place, not shown))
        menu.popup(self.horizontalHeader().mapToGlobal(at))


def keep_place(table: RowTable[Any]) -> tuple[str, int]:
    """Return what :func:`restore_place` needs: the chosen row and how far the table is scrolled."""
    return table.current_key, table.verticalScrollBar().value()


def restore_place(table: RowTable[Any], kept: object) -> None:
    """Choose the same row and scroll to the same place again."""
    match kept:
        case (str(key), int(scrolled)):
            table.select(key)
            table.verticalScrollBar().setValue(scrolled)
