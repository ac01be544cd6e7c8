"""Rows of facts as a model of Qt: updated by key, sorted and filtered, read aloud, and never raising."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QColor

from labharness.gui.kit import theme
from labharness.gui.kit.icons import icon
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.filter_words import SINCE, UNTIL, FilterWord, words_of
from labharness.gui.kit.words import original
from labharness.language.text import plain

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex
Given = ParamSpec("Given")
SORT = int(Qt.ItemDataRole.UserRole)
"""Role of the value by which a column is sorted."""
_UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)")
WHOLE = SORT + 1
"""Role of what is copied and exported."""
LONGEST = 400
MANY = 100
"""Rows that come or go at once from which on the whole model is shown anew."""


def safe(method: Callable[Given, Any]) -> Callable[Given, Any]:
    """Return nothing where a virtual method of Qt would raise, which ends the process."""

    @wraps(method)
    def guarded(*arguments: Given.args, **named: Given.kwargs) -> Any:
        try:
            return method(*arguments, **named)
        except Exception:  # noqa: BLE001  one cell stays empty
            return None

    return guarded


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column of rows.

    Parameters
    ----------
    text
        What a row shows in it.
    width
        In pixels.
    tone
        Which kind of news it is, None for none.
    sort
        Value that sorts, the text where left out.
    number
        Whether it is set to the right.
    name
        Name before the colon in a filter, the first word of the title where left out.
    facet
        Whether the filter offers the values that rows have in it.
    day
        Day of a row, such as 2026-11-01, by which ``since:`` and ``until:`` choose; "" for none.
    uncut
        Whether it is never cut: a value without its end is another value.
    named
        Whether it holds names, which are cut where most of them still differ.
    yields
        Turn in which it leaves a table that has no room for all its columns, the highest first; 0 for never.
    whole
        What is copied and exported, where that is more than what is shown.
    """

    title: str
    text: Callable[[Row], str]
    width: int = 120
    tone: Callable[[Row], Tone | None] | None = None
    sort: Callable[[Row], Any] | None = None
    number: bool = False
    name: str = ""
    facet: bool = False
    day: Callable[[Row], str] | None = None
    uncut: bool = False
    named: bool = False
    yields: int = 0
    whole: Callable[[Row], str] | None = None

    @property
    def firm(self) -> bool:
        """Whether it never gives way: a verdict, a date or a number is read whole."""
        return bool(self.tone or self.day or self.number or self.uncut)

    @property
    def filter_name(self) -> str:
        """Name before the colon in a filter, the same in every language: addresses and what is remembered hold it."""
        return self.name or original(self.title).split(" ")[0].rstrip(",").lower()


class RowModel(QAbstractTableModel, Generic[Row]):
    """Rows of one kind.

    Parameters
    ----------
    columns
        From left to right.
    key
        What no two rows share.
    """

    def __init__(
        self, columns: Sequence[Column[Row]], key: Callable[[Row], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.columns, self._key = tuple(columns), key
        self._rows: list[Row] = []

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; those that were shown before keep their place in the view and its choice."""
        wanted = list({self._key(row): row for row in rows}.values())
        keys = [self._key(row) for row in wanted]
        if abs(len(wanted) - len(self._rows)) > MANY:
            self.beginResetModel()
            self._rows = wanted
            self.endResetModel()
            return
        kept = set(keys)
        for at in reversed([at for at, row in enumerate(self._rows) if self._key(row) not in kept]):
            self.beginRemoveRows(QModelIndex(), at, at)
            del self._rows[at]
            self.endRemoveRows()
        here = {self._key(row) for row in self._rows}
        if [key for key in keys if key in here] != [self._key(row) for row in self._rows]:
            self.beginResetModel()
            self._rows = wanted
            self.endResetModel()
            return
        for at, row in enumerate(wanted):
            if at >= len(self._rows) or self._key(self._rows[at]) != keys[at]:
                self.beginInsertRows(QModelIndex(), at, at)
                self._rows.insert(at, row)
                self.endInsertRows()
            elif self._rows[at] is not row and self._rows[at] != row:
                self._rows[at] = row
                self.dataChanged.emit(self.index(at, 0), self.index(at, len(self.columns) - 1))

    def row(self, at: int) -> Row:
        """Return a row by its place."""
        return self._rows[at]

    def place(self, key: str) -> int:
        """Return the place of a row by its key, -1 where there is none."""
        return next((at for at, row in enumerate(self._rows) if self._key(row) == key), -1)

    def key(self, at: int) -> str:
        """Return what no two rows share."""
        return self._key(self._rows[at])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802  Qt's name and default
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802  Qt's name and default
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self.columns)

    @safe
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802  Qt's name
        """Return the title of a column."""
        return title_of(self.columns, section, orientation, role)

    @safe
    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Return what a cell shows, sorts by, or says aloud."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row, column = self._rows[index.row()], self.columns[index.column()]
        if role == SORT:
            return column.sort(row) if column.sort else column.text(row).casefold()
        return cell(column, lambda: row, role)


_TONED = (Qt.ItemDataRole.ForegroundRole, Qt.ItemDataRole.DecorationRole)
_TOLD = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole)


def title_of(columns: Sequence[Column[Any]], section: int, orientation: Qt.Orientation, role: int) -> Any:
    """Return what the head of a column shows."""
    if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(columns):
        return None
    if role == Qt.ItemDataRole.DisplayRole:
        return columns[section].title
    if role == Qt.ItemDataRole.TextAlignmentRole:
        return int(_alignment(columns[section]))
    return None


def cell(column: Column[Row], row: Callable[[], Row], role: int) -> Any:
    """Return what a cell shows or says; the row is asked for only where it is needed."""
    if role in _TONED:
        return _toned(column.tone(row()) if column.tone else None, role)
    if role == Qt.ItemDataRole.TextAlignmentRole:
        return int(_alignment(column))
    if role == WHOLE:
        return (column.whole or column.text)(row())
    return _told(column, row(), role) if role in _TOLD else None


def _told(column: Column[Any], row: Any, role: int) -> str | None:
    """Return what a cell says, on the screen, beneath the pointer, or aloud."""
    if role == Qt.ItemDataRole.DisplayRole:
        return plain(column.text(row), LONGEST)
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return f"{column.title}: {plain(column.text(row), LONGEST)}"
    if role == Qt.ItemDataRole.ToolTipRole:
        text, utc = column.text(row), _moment(column, row)
        return plain(f"{text} ({utc})" if utc else text, 1000) if utc or len(text) > 24 else None
    return None


def _moment(column: Column[Any], row: Any) -> str:
    """Return the moment by which a column sorts, in UTC to the second; "" where it sorts by something else."""
    found = column.sort(row) if column.sort is not None else None
    if not isinstance(found, str) or not _UTC.fullmatch(found):
        return ""
    return f"{found[:10]} {found[11:19]} UTC"


def _alignment(column: Column[Any]) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _toned(tone: Tone | None, role: int) -> Any:
    if tone is None:
        return None
    ink = theme.current().tones[tone][0]
    return QColor(ink) if role == Qt.ItemDataRole.ForegroundRole else icon(tone, ink)


class FilteredRows(QSortFilterProxyModel):
    """Sorts rows, and leaves out those that lack a word of the filter.

    A word ``name:value`` looks for the value in the column of that name, any other word in all columns; ``since:`` and
    ``until:`` compare days.

    Attributes
    ----------
    words
        What the rows that are shown have.
    """

    def __init__(self, rows: RowModel[Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = rows
        self._columns = {column.filter_name: at for at, column in enumerate(rows.columns)}
        self._day = next((column.day for column in rows.columns if column.day is not None), None)
        self.words: tuple[FilterWord, ...] = ()
        self._written: dict[int, tuple[Any, str]] = {}
        self.setSourceModel(rows)
        self.setSortRole(SORT)

    @property
    def names(self) -> tuple[str, ...]:
        """Names that a word of the filter can have."""
        return (*self._columns, *((SINCE, UNTIL) if self._day is not None else ()))

    def keep(self, text: str) -> None:
        """Show only rows with all words of a text."""
        self.words = tuple(words_of(text.casefold(), self.names))
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:  # noqa: N802  Qt's name
        """Say whether a row has all words."""
        del source_parent
        if not self.words:
            return True
        try:
            row = self._source.row(source_row)
            return all(self._has(word, row) for word in self.words)
        except Exception:  # noqa: BLE001  a row that cannot be told is shown
            return True

    def _has(self, word: FilterWord, row: Any) -> bool:
        """Say whether a row has a word; only what the word asks for is written, for there may be ten thousand rows."""
        if word.name in (SINCE, UNTIL) and self._day is not None:
            day = self._day(row)
            return day >= word.value if word.name == SINCE else bool(day) and day <= word.value
        if word.name:
            return word.value in self._source.columns[self._columns[word.name]].text(row).casefold()
        return word.value in self._folded(row)

    def _folded(self, row: Any) -> str:
        """Return all texts of a row as words are looked for in them, written once."""
        kept = self._written.get(id(row))
        if kept is None or kept[0] is not row:
            if len(self._written) > 2 * self._source.rowCount():  # of rows that are gone
                self._written.clear()
            kept = row, "\n".join(column.text(row).casefold() for column in self._source.columns)
            self._written[id(row)] = kept
        return kept[1]

    def lessThan(self, left: Index, right: Index) -> bool:  # noqa: N802  Qt's name
        """Compare by the values that sort."""
        try:
            return bool(left.data(SORT) < right.data(SORT))
        except TypeError:
            return str(left.data(SORT)) < str(right.data(SORT))
