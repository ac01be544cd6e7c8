"""Editors of several values: rows of a small table, and attached files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QTableWidget,
    QTableWidgetItem,
)

from labharness.gui.kit.files import DroppedPaths
from labharness.gui.kit.forms.editors import Editor, Offer
from labharness.gui.kit.layouts import follow_text
from labharness.gui.kit.parts import in_column, push_button
from labharness.gui.kit.words import tr
from labharness.language.field_words import words_of
from labharness.language.numbers import size
from labharness.language.template import plain
from labharness.model.field import Field

ROW = 30
DIGITS = 12
"""Digits of a hash that a line shows; its tooltip and a copy have all of them."""


class TableEditor(Editor):
    """Rows with a few columns; the last row is empty and takes the next entry."""

    def __init__(self, name: str, field: Field) -> None:
        super().__init__(name)
        self._field = field
        self.table = QTableWidget(0, len(field.inner))
        words = [words_of(field) for field in field.inner]
        self.table.setHorizontalHeaderLabels([word.label for word in words])
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setTabKeyNavigation(False)
        self.table.setEditTriggers(
            QTableWidget.EditTrigger.AnyKeyPressed
            | QTableWidget.EditTrigger.DoubleClicked
            | QTableWidget.EditTrigger.SelectedClicked
        )
        follow_text(self.table, self._measure)
        self.table.itemChanged.connect(self._change)
        self.hold(self.table)
        self.show_value([])

    def _measure(self, scale: float) -> None:
        self.table.verticalHeader().setDefaultSectionSize(round(ROW * scale))
        self.table.setFixedHeight(round((ROW * 3 + 34) * scale))

    @property
    def value(self) -> Any:
        """The rows that are not empty."""
        rows = [self._row(at) for at in range(self.table.rowCount())]
        return [row for row in rows if any(row.values())]

    def show_value(self, value: Any) -> None:
        """Show rows, and an empty one below them."""
        rows = list(value or ())
        if self.table.rowCount() and rows == self.value:
            return
        self.table.setRowCount(0)
        for row in [*rows, {}]:
            self._append(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Empty the row at hand with Delete."""
        if event.key() == Qt.Key.Key_Delete and self.table.currentRow() >= 0:
            self.table.removeRow(self.table.currentRow())
            self._change()
        else:
            super().keyPressEvent(event)

    def _append(self, row: dict[str, Any]) -> None:
        at = self.table.rowCount()
        with QSignalBlocker(self.table):
            self.table.insertRow(at)
            for column, field in enumerate(self._field.inner):
                self.table.setItem(at, column, QTableWidgetItem(str(row.get(field.name, ""))))

    def _row(self, at: int) -> dict[str, Any]:
        cells = (self.table.item(at, column) for column in range(self.table.columnCount()))
        texts = [cell.text() if cell is not None else "" for cell in cells]
        return {field.name: text for field, text in zip(self._field.inner, texts, strict=True)}

    def _change(self) -> None:
        last = self.table.rowCount() - 1
        if last < 0 or any(self._row(last).values()):
            self._append({})
        self.changed.emit()


class ChecksEditor(Editor):
    """Several of a few choices, one check box each."""

    def __init__(self, name: str, choices: Sequence[Offer]) -> None:
        super().__init__(name)
        self.boxes = {value: QCheckBox(words) for value, words in choices}
        for box in self.boxes.values():
            box.clicked.connect(lambda _: self.changed.emit())
            self.hold(box, 0)
            box.setAccessibleName(f"{name}: {box.text()}")
        self.row.addStretch(1)

    @property
    def value(self) -> Any:
        """The values that are checked, in the order of the choices."""
        return [value for value, box in self.boxes.items() if box.isChecked()]

    def show_value(self, value: Any) -> None:
        """Check some values."""
        for each, box in self.boxes.items():
            box.setChecked(each in value)


class FilesEditor(Editor):
    """Attached files with sizes and hashes; files are dropped or chosen, and kept by whoever hears of it."""

    dropped = Signal(object)
    """Emitted with the paths that are to be attached."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        DroppedPaths(self, self.dropped.emit)
        self._files: list[dict[str, Any]] = []
        self.list = QListWidget()
        follow_text(self.list, lambda scale: self.list.setFixedHeight(round((ROW * 2 + 16) * scale)))
        self.list.setAcceptDrops(False)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.viewport().setAcceptDrops(False)
        self.hold(self.list)
        self.choose = push_button(
            tr("Attach…"),
            self._choose,
            name=tr("Attach files: {name}", name=name),
            hint=tr("Or drop the files on the list"),
        )
        self.remove = push_button(
            tr("Detach"), self._remove, name=tr("Detach the chosen file: {name}", name=name)
        )
        self.row.addLayout(in_column(self.choose, self.remove, 1))
        self.list.currentRowChanged.connect(lambda at: self.remove.setEnabled(at >= 0))
        self.remove.setEnabled(False)

    @property
    def value(self) -> Any:
        """The files, as the register keeps them."""
        return list(self._files)

    def show_value(self, value: Any) -> None:
        """Show files."""
        files = list(value or ())
        if files == self._files and self.list.count() == len(files):
            return
        self._files = files
        self.list.clear()
        for file in files:
            digest = str(file.get("sha256", ""))
            text = f"{plain(file.get('name', ''), 80)} · {size(int(file.get('size', 0)))} · {digest[:DIGITS]}"
            item = QListWidgetItem(text, self.list)
            item.setToolTip(tr("SHA-256 {digest}", digest=digest))
        self.remove.setEnabled(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Detach with Delete."""
        if event.matches(QKeySequence.StandardKey.Delete) and self.list.currentRow() >= 0:
            self._remove()
        else:
            super().keyPressEvent(event)

    def _choose(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, tr("Attach files"))
        if names:
            self.dropped.emit([Path(name) for name in names])

    def _remove(self) -> None:
        at = self.list.currentRow()
        if at >= 0:
            self.show_value([file for place, file in enumerate(self._files) if place != at])
            self.changed.emit()
