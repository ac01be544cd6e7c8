"""Rows of a table as somebody wants them: sorted, in groups, without those that lack a word of the filter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QSortFilterProxyModel, Qt

from labharness.gui.kit.tables.filter_words import SINCE, UNTIL, FilterWord, words_of
from labharness.gui.kit.tables.row_model import Column, Index, RowModel


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
