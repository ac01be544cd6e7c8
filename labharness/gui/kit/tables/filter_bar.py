"""The filter of a list: words to type, and chips that are removed one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from functools import partial
from typing import Any

from PySide6.QtCore import QDate, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from labharness.gui.kit.flow_row import FlowRow, WrapRow
from labharness.gui.kit.shortcut import add_key
from labharness.gui.kit.tables.filter_words import SINCE, FilterWord, words_of
from labharness.gui.kit.tables.row_table import RowTable, keep_place, restore_place
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.language.numbers import number
from labharness.language.text import plain
from labharness.model.eastern_time import today

MOST_OFFERED, LONGEST = 20, 28
"""Values of a column in the menu, and signs of a value on its chip."""
DAYS = (1, 7, 30, 365)
LEAST = 250
"""Pixels of a filter beside its heading."""


class FilterBar(QWidget):
    """What a table leaves out.

    A condition ``name:value`` becomes a chip with the space or Return behind it; Backspace in the empty line removes
    the last one.

    Parameters
    ----------
    what
        What is listed, such as *runs*.
    hint
        What is shown in the empty line.

    Attributes
    ----------
    textChanged
        Emitted with all words, those of the chips among them.
    """

    textChanged = Signal(str)  # noqa: N815  as a line has it

    def __init__(self, what: str, table: RowTable[Any], hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table, self.what = table, what
        table.begin_filter = self.focus_line
        self._memory, self._place = WindowState(), ""
        self.chips: list[tuple[FilterWord, QToolButton]] = []
        self.line, self.add, self._below = _Line(), QToolButton(), FlowRow()
        self._below.hide()
        self.line.setPlaceholderText(hint)
        self.line.setAccessibleName(tr("Filter {what}", what=what))
        self.line.setClearButtonEnabled(True)
        self.line.setMinimumWidth(150)
        self.add.setText(tr("Filter ▾"))
        self.add.setAccessibleName(tr("Add a filter of {what}", what=what))
        self.add.setToolTip(tr("Choose a value of a column"))
        self.add.setProperty("deed", True)  # noqa: FBT003  Qt's call
        self.add.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self._menu = QMenu(self.add)
        self._menu.aboutToShow.connect(self.offer)
        self.add.setMenu(self._menu)
        row, column = QHBoxLayout(), QVBoxLayout(self)
        row.setSpacing(6)
        row.addWidget(self.line, 1)
        row.addWidget(self.add)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self._below)
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
            counts = Counter(column.text(rows.row(at)) for at in range(rows.rowCount()))
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
        chip = QToolButton()
        chip.setText(f"{word.name}: {_shown(plain(word.value, LONGEST))}  ×")
        chip.setAccessibleName(
            tr("Remove the filter {column}: {value}", column=word.name, value=plain(word.value, 200))
        )
        chip.setToolTip(tr("{word}: remove this filter", word=plain(str(word), 200)))
        chip.setProperty("deed", True)  # noqa: FBT003  Qt's call
        chip.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        chip.clicked.connect(lambda: self._remove(word))
        return chip

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
    head, top = WrapRow(), Qt.AlignmentFlag.AlignTop
    heading.setMinimumHeight(bar.line.sizeHint().height())
    heading.setContentsMargins(0, 0, 14, 0)
    head.put(heading, 0, top)
    head.put(bar, 1, top, least=LEAST)
    for button in buttons:
        head.put(button, 0, top)
    return head


def below_filter(table: RowTable[Any], what: str, example: str, *below: QWidget) -> tuple[FilterBar, QWidget]:
    """Return the filter of a table that is one of several on a page, and both above each other and what is below."""
    bar, box = FilterBar(what, table, tr("Filter: words, or {example}", example=example)), QWidget()
    bar.textChanged.connect(table.shown.keep)
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(6)
    column.addWidget(bar)
    column.addWidget(table, 1)
    for widget in below:
        column.addWidget(widget)
    return bar, box


def lay_out_list(
    page: QWidget, head: WrapRow, buttons: Iterable[QPushButton], table: QWidget, *below: QWidget
) -> None:
    """Lay out a page that is a list: its head, a row of buttons, its table, and what stands below."""
    row = WrapRow()
    for button in buttons:
        button.setAutoDefault(False)
        row.put(button)
    column = QVBoxLayout(page)
    column.setContentsMargins(20, 16, 20, 10)
    column.setSpacing(8)
    column.addLayout(head)
    column.addLayout(row)
    column.addWidget(table, 1)
    for widget in below:
        column.addWidget(widget)


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
