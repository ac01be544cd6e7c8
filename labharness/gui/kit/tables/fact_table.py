"""Tables of facts to read and to take out of the window: to the clipboard, or to a CSV file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QMimeData, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHeaderView,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from labharness.gui.kit import theme
from labharness.gui.kit.findable import add_key
from labharness.gui.kit.icons import icon
from labharness.gui.kit.layouts import follow_text, on_event
from labharness.gui.kit.parts import follow_colors, passing_menu, timer_of
from labharness.gui.kit.run_standing import Tone, explain
from labharness.gui.kit.words import cited, tr
from labharness.language.record_sentences import as_csv, as_html, as_tsv
from labharness.language.template import plain

ENDING = ".csv"


@runtime_checkable
class Teller(Protocol):
    """A window with a line for messages."""

    def say(self, sentence: str) -> None:
        """Show one sentence."""


def copy_cells(cells: Sequence[Sequence[str]]) -> None:
    """Put rows, the first of them titles, on the clipboard, for spreadsheets and word processors."""
    data = QMimeData()
    data.setText(as_tsv(cells))
    data.setHtml(as_html(cells))
    QGuiApplication.clipboard().setMimeData(data)


def write_cells(cells: Sequence[Sequence[str]], file: Path) -> None:
    """Write rows as CSV."""
    file.write_text(as_csv(cells), encoding="utf-8", newline="")


def export_by(table: QWidget, write: Callable[[Path], object]) -> None:
    """Ask for a CSV file and have it written, or say why it was not.

    A name without an ending gets one. The question whether a file is to be replaced was asked about the name without it,
    so that no file is replaced then.
    """
    name, _ = QFileDialog.getSaveFileName(table, tr("Export CSV"), "", tr("CSV (*.csv)"))
    if not name:
        return
    chosen = Path(name)
    file = chosen if chosen.suffix else chosen.with_suffix(ENDING)
    if file != chosen and file.exists():
        _say(table, tr("Not exported: {file} exists. Choose another name.", file=file))
        return
    try:
        write(file)
    except OSError as error:
        _say(table, tr("Not exported: {why}", why=explain(error)))


def offer_to_take(table: QTableView) -> None:
    """Let a table whose rows are not chosen be copied as a whole and exported, by its menu and by Ctrl+C."""
    table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    table.customContextMenuRequested.connect(
        lambda at: menu_of(table).popup(table.viewport().mapToGlobal(at))
    )
    key = add_key(
        table, QKeySequence.StandardKey.Copy, tr("Copy the table"), lambda: copy_cells(cells_of(table))
    )
    key.setContext(Qt.ShortcutContext.WidgetShortcut)


def menu_of(table: QTableView) -> QMenu:
    """Return the menu of a table that is taken as a whole."""
    menu = passing_menu(table)
    menu.addAction(tr("&Copy table"), lambda: copy_cells(cells_of(table)))
    menu.addAction(
        tr("&Export CSV…"), lambda: export_by(table, lambda file: write_cells(cells_of(table), file))
    )
    return menu


def cells_of(table: QTableView) -> list[list[str]]:
    """Return the titles and the texts of all cells."""
    model = table.model()
    columns = range(model.columnCount())
    titles = [str(model.headerData(at, Qt.Orientation.Horizontal) or "") for at in columns]
    rows = range(model.rowCount())
    return [titles, *([str(model.index(row, at).data() or "") for at in columns] for row in rows)]


def _say(table: QWidget, sentence: str) -> None:
    above = table.parentWidget()
    while above is not None and not isinstance(above, Teller):
        above = above.parentWidget()
    if above is not None:
        above.say(sentence)


LONGEST = 2000
AIR = 5
"""Pixels above and below the text of a row."""
TITLE_AIR = 26
"""Pixels beside the title of a column."""
_EARLIER = 14
"""Pixels by which a text is measured narrower than its column."""
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class FactRow:
    """One row.

    Parameters
    ----------
    cells
        Text of each column; a single one in a table of several is a heading across them.
    tone
        What kind of news the second cell is, None where it is none.
    """

    cells: tuple[str, ...]
    tone: Tone | None = None


class FactTable(QTableWidget):
    """Rows that are read and never edited.

    Parameters
    ----------
    name
        What it is a table of.
    columns
        Titles and widths in pixels; the last one takes the room that is left.
    """

    def __init__(self, name: str, columns: Sequence[tuple[str, int]]) -> None:
        super().__init__(0, len(columns))
        self._rows: tuple[FactRow, ...] = ()
        self.setAccessibleName(name)
        self.setHorizontalHeaderLabels([title for title, _ in columns])
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setVerticalScrollMode(QTableWidget.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(_AiryDelegate(self))
        offer_to_take(self)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        for place, (_, width) in enumerate(columns):
            header.resizeSection(place, width)
        header.setSectionResizeMode(len(columns) - 1, QHeaderView.ResizeMode.Stretch)
        # Rows are as high as their text needs in the width that the columns have.
        self._fit = timer_of(self, self.resizeRowsToContents)
        header.sectionResized.connect(lambda: self._fit.start(0))
        on_event(self, lambda: self._fit.start(0), QEvent.Type.Resize)
        follow_colors(self, self._fill)

    def show_rows(self, rows: Sequence[FactRow]) -> None:
        """Show these rows."""
        if tuple(rows) != self._rows:
            self._rows = tuple(rows)
            self._fill()

    def _fill(self) -> None:
        self.clearSpans()
        self.setRowCount(0)
        self.setRowCount(len(self._rows))
        for at, row in enumerate(self._rows):
            heading = len(row.cells) < self.columnCount()
            if heading:
                self.setSpan(at, 0, 1, self.columnCount())
            for column, text in enumerate(row.cells):
                shown = cited(plain(text, LONGEST))
                item = QTableWidgetItem(shown)
                item.setToolTip(shown if len(shown) > 60 else "")
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                if heading:
                    font = item.font()
                    font.setBold(True)
                    item.setFont(font)
                elif column == 1 and row.tone is not None:
                    ink = theme.current().tones[row.tone][0]
                    item.setForeground(QColor(ink))
                    item.setIcon(icon(row.tone, ink))
                self.setItem(at, column, item)
        self._fit.start(0)


class ChoiceTable(QTableWidget):
    """Rows of facts that ask for a choice in their last column.

    Parameters
    ----------
    columns
        Titles, and widths of which the first stays with larger text; 0 for columns that share the room.
    """

    def __init__(self, name: str, columns: Sequence[tuple[str, int]]) -> None:
        super().__init__(0, len(columns))
        self._columns = tuple(columns)
        self.setAccessibleName(name)
        self.setHorizontalHeaderLabels([title for title, _ in columns])
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        follow_text(self, self._measure)
        for at, (_, width) in enumerate(columns):
            if at == len(columns) - 1 or not width:
                self.horizontalHeader().setSectionResizeMode(at, QHeaderView.ResizeMode.Stretch)

    def add(self, texts: Sequence[str], tips: Sequence[str] = (), box: QComboBox | None = None) -> None:
        """Add a row, with the choice that it asks for."""
        at = self.rowCount()
        self.insertRow(at)
        for column, (text, tip) in enumerate(zip(texts, tips or texts, strict=True)):
            item = QTableWidgetItem(plain(text, 200))
            item.setToolTip(plain(tip, 1000))
            self.setItem(at, column, item)
        if box is not None:
            self.setCellWidget(at, self.columnCount() - 1, box)

    def _measure(self, scale: float) -> None:
        """Give rows and titles the room that their text needs; the table is scrolled sideways where there is none."""
        header = self.horizontalHeader()
        self.verticalHeader().setDefaultSectionSize(round(38 * scale))
        for at, (_, width) in enumerate(self._columns):
            header.resizeSection(at, round(width * scale) if at else width)
        if not self._columns[0][1]:
            titles = (header.fontMetrics().horizontalAdvance(title) for title, _ in self._columns)
            header.setMinimumSectionSize(max(titles) + TITLE_AIR)


class _AiryDelegate(QStyledItemDelegate):
    """Leaves air around the text, sets a sign beside its first line, and ends each row with a line."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802  Qt's name
        """Set the sign to the top."""
        super().initStyleOption(option, index)
        option.decorationAlignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        painter.save()
        painter.setPen(QColor(theme.current().border))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        painter.restore()
        option.rect = option.rect.adjusted(0, AIR, 0, -AIR)
        super().paint(painter, option, index)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802  Qt's name
        """Leave room for the air."""
        # Drawn text breaks a little earlier than measured text; a line too much is no loss, one too few is.
        option.rect = option.rect.adjusted(0, 0, -_EARLIER, 0)
        return super().sizeHint(option, index) + QSize(0, 2 * AIR)
