"""The list of all keys of the window and the page at hand, behind Ctrl+?."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from labharness.gui.kit.keys import FIXED, Key
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.gui.shell.floating import FloatingPanel

WIDTH, HEIGHT = 520, 560
COLUMNS = (
    Column[Key](tr("Key"), lambda key: key.keys, 180),
    Column[Key](tr("What it does"), lambda key: key.title, 280),
)


class KeysPanel(FloatingPanel):
    """All keys."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self.table: RowTable[Key] = RowTable(tr("Keys"), COLUMNS, lambda key: f"{key.keys} {key.title}")
        heading = QLabel(tr("KEYS OF THIS WINDOW AND PAGE"))
        heading.setBuddy(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 12)
        column.addWidget(heading)
        column.addWidget(self.table, 1)

    def open_with(self, keys: Sequence[Key]) -> None:
        """Show these keys in the middle of the window."""
        self.table.show_rows([*keys, *FIXED])
        width, height = min(WIDTH, self._parent.width() - 24), min(HEIGHT, self._parent.height() - 24)
        left, top = (self._parent.width() - width) // 2, (self._parent.height() - height) // 2
        self.setGeometry(QRect(left, top, width, height))
        self.show()
        self.raise_()
        self.table.setFocus()
