"""A table of rows: sorted, filtered by words and chips, copied, exported; Return opens the row.

A table of which a row is dropped on another one.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QDate, QEvent, QMimeData, QModelIndex, Qt, Signal
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QLabel, QLineEdit, QMenu, QPushButton, QToolButton, QWidget

from labharness.gui.kit.findable import add_key
from labharness.gui.kit.layouts import FlowRow, WrapRow
from labharness.gui.kit.parts import in_column, in_row, in_wrapped_row, menu_button, tool_button
from labharness.gui.kit.tables.column_fit import NameDelegate, QuickFilter
from labharness.gui.kit.tables.fact_table import write_cells
from labharness.gui.kit.tables.group_heads import GroupHeads, HeadedDelegate
from labharness.gui.kit.tables.listed_table import ListedTable
from labharness.gui.kit.tables.row_model import SINCE, Column, FilteredRows, FilterWord, RowModel, words_of
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import as_of, now, original, tr
from labharness.language.numbers import number
from labharness.language.template import plain
from labharness.model.address import Address
from labharness.model.eastern_time import today

Row = TypeVar("Row")
TYPING_S = 1.0
"""So soon after one another letters belong to one name that somebody types to find."""
MOST_NAMES = 400
"""Names that are compared to find where a column is cut: it is done while the first row is drawn."""


class RowTable(ListedTable, Generic[Row]):
    """Rows to read and to open; the parameters are those of :class:`ListedTable`.

    Parameters
    ----------
    key
        What no two rows share.
    address
        Where what a row is about is shown; None where rows have no address, or one of them has none.
    """

    opened = Signal(object)
    """Emitted with the row that somebody opens, by Return or a double click."""
    chosen = Signal(object)
    """Emitted with the row that is chosen, None for none; also with the first one when the keyboard comes to the table."""
    picked = Signal(object)
    """Emitted with the one row that a person or the program selected: not where the keyboard only passes by."""

    def __init__(
        self,
        name: str,
        columns: Sequence[Column[Row]],
        key: Callable[[Row], str],
        empty: str = "",
        lines: int = 1,
        address: Callable[[Row], Address | None] | None = None,
    ) -> None:
        super().__init__(name, columns, empty, lines)
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
        return set(map(self.listed[column].text, self.rows.every[:MOST_NAMES]))

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

    def on_current(self, do: Callable[[Row], object]) -> Callable[[], None]:
        """Return what does something with the chosen row, and nothing where none is chosen."""

        def act() -> None:
            if (row := self.current) is not None:
                do(row)

        return act

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


MOST_OFFERED, LONGEST = 20, 28
"""Values of a column in the menu, and signs of a value on its chip."""
DAYS = (1, 7, 30, 365)
LEAST = 250
"""Pixels of a filter beside its heading."""


class FilterBar(QWidget):
    """What a table leaves out; it does so by itself.

    A condition ``name:value`` becomes a chip with the space or Return behind it; Backspace in the empty line removes
    the last one.

    Parameters
    ----------
    what
        What is listed, such as *runs*.
    hint
        What is shown in the empty line.
    """

    textChanged = Signal(str)  # noqa: N815  as a line has it
    """Emitted with all words, those of the chips among them."""

    def __init__(self, what: str, table: RowTable[Any], hint: str) -> None:
        super().__init__()
        self._table, self.what = table, what
        table.begin_filter = self.focus_line
        self.textChanged.connect(table.shown.keep)
        self._memory, self._place = WindowState(), ""
        self.chips: list[tuple[FilterWord, QToolButton]] = []
        self.line, self._below, self._menu = _Line(), FlowRow(), QMenu(self)
        hint_of_menu = tr("Choose a value of a column")
        self.add = menu_button(
            tr("Filter ▾"), tr("Add a filter of {what}", what=what), self._menu, hint_of_menu
        )
        self._below.hide()
        self.line.setPlaceholderText(hint)
        self.line.setAccessibleName(tr("Filter {what}", what=what))
        self.line.setClearButtonEnabled(True)
        self.line.setMinimumWidth(150)
        self._menu.aboutToShow.connect(self.offer)
        in_column(in_row((self.line, 1), self.add, gap=6), self._below, gap=6, on=self)
        self.line.textEdited.connect(self._take)
        self.line.textChanged.connect(self._tell)
        self.line.returnPressed.connect(lambda: self.setText(self.text()))
        self.line.emptied.connect(self._remove_last)
        add_key(self, QKeySequence.StandardKey.Find, tr("Filter the {what}", what=what), self.focus_line)

    def text(self) -> str:
        """Return all words."""
        return " ".join([*(str(word) for word, _ in self.chips), self.line.text().strip()]).strip()

    def setText(self, text: str) -> None:  # noqa: N802  as a line has it
        """Take up words; conditions become chips."""
        words = list(words_of(text, self._table.shown.names))
        self._show(
            [word for word in words if word.name], " ".join(str(word) for word in words if not word.name)
        )

    def clear(self) -> None:
        """Leave nothing out."""
        self.setText("")

    def choose(self, key: str) -> bool:
        """Choose a row by its key, also where the filter leaves it out; returns whether there is one."""
        if not self._table.select(key) and self._table.rows.place(key) >= 0:
            self.clear()
        return self._table.select(key)

    def focus_line(self) -> None:
        """Give the line the keyboard."""
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.line.selectAll()

    def use_memory(self, memory: WindowState, room: str) -> None:
        """Take up the words that somebody left, and keep those that follow."""
        self._memory, self._place = memory, f"filters/{room}"
        self.setText(memory.text(self._place))

    def offer(self) -> None:
        """Fill the menu with the values that the rows have, the most frequent first."""
        self._menu.clear()
        rows = self._table.rows
        for column in rows.columns:
            if not column.facet:
                continue
            counts = Counter(map(column.text, rows.every))
            result = [(value, count) for value, count in counts.most_common(MOST_OFFERED) if value]
            under = self._menu.addMenu(_shown(column.title))
            for value, count in result:
                word = FilterWord(column.filter_name, plain(value, 200))
                under.addAction(f"{_shown(plain(value, 60))}  ({number(count)})", partial(self._put, word))
            under.setEnabled(bool(result))
        if SINCE in self._table.shown.names:
            under = self._menu.addMenu(tr("Since"))
            for days in DAYS:
                day = (today() - timedelta(days=days)).isoformat()
                title = tr("yesterday") if days == 1 else tr("{days} days ago", days=days)
                shown = self.locale().toString(QDate.fromString(day, Qt.DateFormat.ISODate))
                under.addAction(f"{title}  ({shown})", partial(self._put, FilterWord(SINCE, day)))

    def _put(self, word: FilterWord) -> None:
        """Add a condition in the place of another one of its name."""
        kept = [each for each, _ in self.chips if each.name != word.name]
        self._show([*kept, word], self.line.text().strip())

    def _take(self, text: str) -> None:
        """Make a chip of a condition that somebody ended with a space."""
        if text.endswith(" ") and text.count('"') % 2 == 0:
            words = list(words_of(text, self._table.shown.names))
            if any(word.name for word in words):
                self.setText(self.text())
                if rest := self.line.text():
                    self.line.setText(f"{rest} ")

    def _show(self, words: list[FilterWord], rest: str) -> None:
        wanted = list(dict.fromkeys(words))
        if wanted != [word for word, _ in self.chips]:
            self.chips = [(word, self._chip(word)) for word in wanted]
            self._below.show_controls(tuple(chip for _, chip in self.chips))
        before = self.line.blockSignals(True)  # noqa: FBT003  Qt's call
        self.line.setText(rest)
        self.line.blockSignals(before)
        self._tell()

    def _chip(self, word: FilterWord) -> QToolButton:
        return tool_button(
            f"{word.name}: {_shown(plain(word.value, LONGEST))}  ×",
            tr("Remove the filter {column}: {value}", column=word.name, value=plain(word.value, 200)),
            tr("{word}: remove this filter", word=plain(str(word), 200)),
            lambda: self._remove(word),
        )

    def _remove(self, word: FilterWord) -> None:
        self._show([each for each, _ in self.chips if each != word], self.line.text().strip())
        self.line.setFocus()

    def _remove_last(self) -> None:
        if self.chips:
            self._remove(self.chips[-1][0])

    def _tell(self) -> None:
        text = self.text()
        if self._place:
            self._memory.put(self._place, text)
        self.textChanged.emit(text)


class FilteredList(QWidget):
    """A table below its filter, which looks the same again when somebody comes back."""

    filter: FilterBar
    table: RowTable[Any]
    say: Callable[[str], object]
    """Shows one sentence."""
    _read_at, _lost = "", False

    def take_reading(self) -> None:
        """Note that the list was read just now."""
        self._read_at = now()
        if self._lost:
            self._lost = False
            self.say("")

    def lose(self, sentence: str) -> None:
        """Say why the list cannot be read, and when the one that is shown was read."""
        self._lost = True
        self.table.tell_empty(plain(sentence, 500))
        self.say(as_of(sentence, self._read_at))

    def keep(self) -> object:
        """Return the filter, the chosen row and how far the table is scrolled."""
        return self.filter.text(), keep_place(self.table)

    def restore(self, kept: object) -> None:
        """Take up what :meth:`keep` returned."""
        match kept:
            case (str(words), place):
                self.filter.setText(words)
                restore_place(self.table, place)


def list_head(heading: QLabel, bar: FilterBar, *buttons: QWidget) -> WrapRow:
    """Return the head of a list; chips below the line move nothing beside it."""
    top = Qt.AlignmentFlag.AlignTop
    heading.setMinimumHeight(bar.line.sizeHint().height())
    heading.setContentsMargins(0, 0, 14, 0)
    head = in_wrapped_row((heading, 0, top))
    head.put(bar, 1, top, least=LEAST)
    for button in buttons:
        head.put(button, 0, top)
    return head


def below_filter(table: RowTable[Any], what: str, example: str, *below: QWidget) -> tuple[FilterBar, QWidget]:
    """Return the filter of a table that is one of several on a page, and both above each other and what is below."""
    bar, box = FilterBar(what, table, tr("Filter: words, or {example}", example=example)), QWidget()
    in_column(bar, (table, 1), *below, gap=6, on=box)
    return bar, box


def lay_out_list(
    page: QWidget, head: WrapRow, buttons: Iterable[QPushButton], table: QWidget, *below: QWidget
) -> None:
    """Lay out a page that is a list: its head, a row of buttons, its table, and what stands below."""
    in_column(head, in_wrapped_row(*buttons), (table, 1), *below, gap=8, edges=(20, 16, 20, 10), on=page)


class _Line(QLineEdit):
    """A line that tells of a Backspace in it while it is empty."""

    emptied = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Tell of it."""
        if event.key() == Qt.Key.Key_Backspace and not self.text():
            self.emptied.emit()
        else:
            super().keyPressEvent(event)


def _shown(text: str) -> str:
    """Return a text whose & is no mark of a key."""
    return text.replace("&", "&&")


class DragTable(RowTable[Row]):
    """Rows to open, and to drop on each other.

    Parameters
    ----------
    action
        What dropping does to the row: it is moved before the other one, or linked with it.
    fits
        Whether a row may be dragged, and whether another one may be dropped on it.
    """

    dropped = Signal(str, str)
    """Emitted with the key of a row and the key of the row that it was dropped on."""

    def __init__(
        self,
        name: str,
        columns: Sequence[Column[Row]],
        key: Callable[[Row], str],
        empty: str,
        action: Qt.DropAction,
        fits: Callable[[Row], bool],
        address: Callable[[Row], Address | None] | None = None,
    ) -> None:
        super().__init__(name, columns, key, empty, address=address)
        self.kind = f"application/x-labharness-{original(name).lower()}"
        self._action, self._fits = action, fits
        self.rows.movable = fits
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(action)

    def carried(self) -> QMimeData | None:
        """Return what is taken along of the chosen row, None where it may not be dragged."""
        if self.current is None or not self._fits(self.current):
            return None
        data = QMimeData()
        data.setData(self.kind, self.current_key.encode())
        return data

    def startDrag(self, actions: Qt.DropAction) -> None:  # noqa: ARG002, N802  Qt's name
        """Take the chosen row."""
        data = self.carried()
        if data is not None:
            drag = QDrag(self)
            drag.setMimeData(data)
            drag.exec(self._action)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  Qt's name
        """Take rows of this kind alone."""
        if event.mimeData().hasFormat(self.kind):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: N802  Qt's name
        """Take a row where another one lies that it may be dropped on."""
        if event.mimeData().hasFormat(self.kind) and self._below(event):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's name
        """Tell which row was dropped on which."""
        key = bytes(event.mimeData().data(self.kind).data()).decode(errors="replace")
        other = self._below(event)
        if key and other and key != other:
            event.acceptProposedAction()
            self.dropped.emit(key, other)

    def _below(self, event: QDropEvent) -> str:
        """Return the key of the row that lies at a place and may be dropped on, "" for none."""
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            return ""
        at = self.shown.mapToSource(index).row()
        return self.rows.key(at) if self._fits(self.rows.row(at)) else ""
