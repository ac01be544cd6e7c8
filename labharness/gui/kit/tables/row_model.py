"""Rows of facts as models of Qt: updated by key, sorted, in groups, filtered by words, read aloud, and never raising."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
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
from labharness.gui.kit.words import original
from labharness.language.template import plain

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
    grows
        Whether it is as wide as the longest of its texts: a verdict is never parted from what qualifies it.
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
    grows: bool = False
    whole: Callable[[Row], str] | None = None

    @property
    def firm(self) -> bool:
        """Whether it never gives way: a verdict, a date or a number is read whole."""
        return bool(self.tone or self.day or self.number or self.uncut)

    @property
    def filter_name(self) -> str:
        """Name before the colon in a filter, the same in every language: addresses and what is remembered hold it."""
        return self.name or original(self.title).split(" ")[0].rstrip(",").lower()


class ColumnModel(QAbstractTableModel, Generic[Row]):
    """Rows of which each column shows something; whoever has the rows says how many there are.

    Parameters
    ----------
    columns
        From left to right.
    """

    def __init__(self, columns: Sequence[Column[Row]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)

    @property
    def count(self) -> int:
        """How many rows there are."""
        raise NotImplementedError

    def row(self, at: int) -> Row:
        """Return a row by its place."""
        raise NotImplementedError

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802  Qt's name and default
        """Return how many rows there are."""
        return 0 if parent.isValid() else self.count

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802  Qt's name and default
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self.columns)

    @safe
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802  Qt's name
        """Return the title of a column."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        return int(_alignment(column)) if role == Qt.ItemDataRole.TextAlignmentRole else None

    @safe
    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Return what a cell shows, sorts by, or says aloud; the row is asked for only where it is needed."""
        if not index.isValid() or not 0 <= index.row() < self.count:
            return None
        column = self.columns[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_alignment(column))
        if role in _TONED:
            return _toned(column.tone(self.row(index.row())) if column.tone else None, role)
        if role == SORT:
            row = self.row(index.row())
            return column.sort(row) if column.sort else column.text(row).casefold()
        if role == WHOLE:
            return (column.whole or column.text)(self.row(index.row()))
        return _told(column, self.row(index.row()), role) if role in _TOLD else None


_TONED = (Qt.ItemDataRole.ForegroundRole, Qt.ItemDataRole.DecorationRole)
_TOLD = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole)


def _told(column: Column[Any], row: Any, role: int) -> str | None:
    """Return what a cell says, on the screen, beneath the pointer, or aloud."""
    if role == Qt.ItemDataRole.ToolTipRole:
        text, utc = column.text(row), _moment(column, row)
        return plain(f"{text} ({utc})" if utc else text, 1000) if utc or len(text) > 24 else None
    shown = plain(column.text(row), LONGEST)
    return f"{column.title}: {shown}" if role == Qt.ItemDataRole.AccessibleTextRole else shown


def _moment(column: Column[Any], row: Any) -> str:
    """Return the moment by which a column sorts, in UTC to the second; "" where it sorts by something else."""
    sort = column.sort(row) if column.sort is not None else None
    if not isinstance(sort, str) or not _UTC.fullmatch(sort):
        return ""
    return f"{sort[:10]} {sort[11:19]} UTC"


def _alignment(column: Column[Any]) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _toned(tone: Tone | None, role: int) -> Any:
    if tone is None:
        return None
    ink = theme.current().tones[tone][0]
    return QColor(ink) if role == Qt.ItemDataRole.ForegroundRole else icon(tone, ink)


class RowModel(ColumnModel[Row]):
    """Rows of one kind.

    Parameters
    ----------
    key
        What no two rows share.

    Attributes
    ----------
    movable
        Whether a row may be dragged; without it Qt begins no drag.
    """

    def __init__(
        self, columns: Sequence[Column[Row]], key: Callable[[Row], str], parent: QObject | None = None
    ) -> None:
        super().__init__(columns, parent)
        self._key = key
        self._rows: list[Row] = []
        self._given: list[Row] = []
        self._order: Callable[[list[Row]], list[Row]] = list
        self.movable: Callable[[Row], bool] = lambda _: False

    def arrange(self, order: Callable[[list[Row]], list[Row]]) -> None:
        """Show the rows in another order, which the function makes of the order in which they are given."""
        self._order = order
        self._reorder(order(self._given))

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; those that were shown before keep their place in the view and its choice."""
        self._given = list({self._key(row): row for row in rows}.values())
        wanted = self._order(self._given)
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
        here = {self._key(row): row for row in self._rows}
        if (order := [key for key in keys if key in here]) != list(here):
            self._reorder([here[key] for key in order])
        for at, row in enumerate(wanted):
            if at >= len(self._rows) or self._key(self._rows[at]) != keys[at]:
                self.beginInsertRows(QModelIndex(), at, at)
                self._rows.insert(at, row)
                self.endInsertRows()
            elif self._rows[at] is not row and self._rows[at] != row:
                self._rows[at] = row
                self.dataChanged.emit(self.index(at, 0), self.index(at, len(self.columns) - 1))

    def _reorder(self, rows: list[Row]) -> None:
        """Show the same rows in another order; what is chosen in a view stays chosen."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        kept = [self._key(self._rows[index.row()]) for index in before]
        self._rows = rows
        places = {self._key(row): at for at, row in enumerate(rows)} if before else {}
        after = [self.index(places[key], index.column()) for key, index in zip(kept, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def row(self, at: int) -> Row:
        """Return a row by its place."""
        return self._rows[at]

    @property
    def every(self) -> Sequence[Row]:
        """All rows, those among them that a filter leaves out."""
        return self._rows

    def place(self, key: str) -> int:
        """Return the place of a row by its key, -1 where there is none."""
        return next((at for at, row in enumerate(self._rows) if self._key(row) == key), -1)

    def key(self, at: int) -> str:
        """Return what no two rows share."""
        return self._key(self._rows[at])

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what can be done with a cell."""
        known = super().flags(index)
        return known | Qt.ItemFlag.ItemIsDragEnabled if self._moves(index) else known

    @safe
    def _moves(self, index: Index) -> bool:
        return index.isValid() and self.movable(self._rows[index.row()])


SINCE, UNTIL = "since", "until"
_WORD = re.compile(r'(?:(\w[\w-]*):)?(?:"([^"]*)"|(\S+))')


@dataclass(frozen=True, slots=True)
class FilterWord:
    """One condition of a filter.

    Parameters
    ----------
    name
        Of a column, ``since`` or ``until``; "" for a word that may stand in any column.
    """

    name: str
    value: str

    def __str__(self) -> str:
        quoted = any(sign.isspace() for sign in self.value) or (":" in self.value and not self.name)
        value = f'"{self.value}"' if quoted else self.value
        return f"{self.name}:{value}" if self.name else value


def words_of(text: str, names: Collection[str]) -> Iterator[FilterWord]:
    """Yield the conditions of a text.

    Parameters
    ----------
    names
        Of the columns, ``since`` and ``until`` among them where a table has days. A name that is none of them is a
        part of the word.

    Examples
    --------
    >>> [str(word) for word in words_of('Verdict:FAIL device:"Example S1" blackjack', ("verdict", "device"))]
    ['verdict:FAIL', 'device:"Example S1"', 'blackjack']
    """
    for each in _WORD.finditer(text):
        name = (each[1] or "").casefold()
        value = (each[2] if each[2] is not None else each[3]).replace('"', "").strip()
        if name in names and value and (name not in (SINCE, UNTIL) or is_day(value)):
            yield FilterWord(name, value)
        elif whole := each[0].replace('"', "").strip():
            yield FilterWord("", whole)


def is_day(text: str) -> bool:
    """Say whether a text is a day, such as 2026-11-01."""
    try:
        return len(text) == len("2026-11-01") and date.fromisoformat(text) is not None
    except ValueError:
        return False


class FilteredRows(QSortFilterProxyModel):
    """Sorts and groups rows, and leaves out those that lack a word of the filter.

    A word ``name:value`` looks for the value in the column of that name, any other word in all columns; ``since:`` and
    ``until:`` compare days.

    Attributes
    ----------
    words
        What the rows that are shown have.
    group
        Returns the group of a row, whose ``rank`` sorts before the column does; None where rows are not grouped.
    """

    def __init__(self, rows: RowModel[Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = rows
        self._columns = {column.filter_name: at for at, column in enumerate(rows.columns)}
        self._day = next((column.day for column in rows.columns if column.day is not None), None)
        self.words: tuple[FilterWord, ...] = ()
        self.group: Callable[[Any], Any] | None = None
        self._written: dict[int, tuple[Any, str]] = {}
        self._backwards, self._sort, self._ranks = False, _Values(None), _Values(None)
        self.setSourceModel(rows)

    @property
    def names(self) -> tuple[str, ...]:
        """Names that a word of the filter can have."""
        return (*self._columns, *((SINCE, UNTIL) if self._day is not None else ()))

    def keep(self, text: str) -> None:
        """Show only rows with all words of a text."""
        self.words = tuple(words_of(text.casefold(), self.names))
        self.invalidate()

    @property
    def columns(self) -> tuple[Column[Any], ...]:
        """Columns from left to right."""
        return self._source.columns

    def row(self, at: int) -> Any:
        """Return the row that is shown at a place."""
        return self._source.row(self.mapToSource(self.index(at, 0)).row())

    def group_by(self, group: Callable[[Any], Any] | None) -> None:
        """Let the rows of a group stand together, in the order of the groups whichever way rows are sorted."""
        self.group = group
        self._ranks = _Values(None if group is None else lambda row: group(row).rank)
        self._source.arrange(self._arranged)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, -1 for the order in which the rows are given.

        The rows themselves are sorted: Qt would ask for each of the 130,000 comparisons of 10,000 rows by itself.
        """
        value = self.columns[column].sort or _folded_text(self.columns[column]) if column >= 0 else None
        self._backwards, self._sort = order is Qt.SortOrder.DescendingOrder, _Values(value)
        self._source.arrange(self._arranged)

    def _arranged(self, rows: list[Any]) -> list[Any]:
        """Return rows in the order in which they are shown; rows that are equal keep theirs."""
        return self._ranks.sorted(self._sort.sorted(rows, backwards=self._backwards))

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
            return word.value in _looked_at(self._source.columns[self._columns[word.name]], row)
        return word.value in self._folded(row)

    def _folded(self, row: Any) -> str:
        """Return all texts of a row as words are looked for in them, written once."""
        kept = self._written.get(id(row))
        if kept is None or kept[0] is not row:
            if len(self._written) > 2 * self._source.rowCount():  # of rows that are gone
                self._written.clear()
            kept = row, "\n".join(_looked_at(column, row) for column in self._source.columns)
            self._written[id(row)] = kept
        return kept[1]


def _looked_at(column: Column[Any], row: Any) -> str:
    """Return what words are looked for in: the text, and what is copied where that is more, such as a whole hash."""
    text = column.text(row)
    return f"{text}\n{column.whole(row)}".casefold() if column.whole is not None else text.casefold()


def _folded_text(column: Column[Any]) -> Callable[[Any], Any]:
    return lambda row: column.text(row).casefold()


class _Values:
    """Values by which rows are sorted, each asked for once: of ten thousand rows few change at a time.

    Parameters
    ----------
    of
        Returns the value of a row; None where rows are not sorted.
    """

    def __init__(self, of: Callable[[Any], Any] | None) -> None:
        self._of = of
        self._known: dict[int, tuple[Any, Any]] = {}

    def sorted(self, rows: list[Any], *, backwards: bool = False) -> list[Any]:
        """Sort rows; values of several types are compared by what they say."""
        if self._of is None:
            return list(rows)
        known = self._known
        self._known = {id(row): known.get(id(row)) or (row, self._value(row)) for row in rows}
        values = [value for _, value in self._known.values()]
        try:
            places = sorted(range(len(rows)), key=values.__getitem__, reverse=backwards)
        except TypeError:
            places = sorted(range(len(rows)), key=lambda at: str(values[at]), reverse=backwards)
        return [rows[at] for at in places]

    def _value(self, row: Any) -> Any:
        try:
            return self._of(row) if self._of is not None else ""
        except Exception:  # noqa: BLE001  a row that cannot be told is shown all the same
            return ""
