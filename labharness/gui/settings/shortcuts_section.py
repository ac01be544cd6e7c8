"""Every key of the window, read from the window itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from labharness.gui.kit.explained import KEY_HELP
from labharness.gui.kit.keys import FIXED, Key, keys_of
from labharness.gui.kit.page import Page
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.gui.settings.section import SettingsSection

EVERYWHERE = tr("Everywhere")
HELP = Key("F1", KEY_HELP)


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One key and where it can be pressed."""

    keys: str
    what: str
    where: str


KEYS = (
    Column[KeyRow](tr("Key"), lambda row: row.keys, 170),
    Column[KeyRow](tr("What it does"), lambda row: row.what, 420),
    Column[KeyRow](tr("Where"), lambda row: row.where, 160),
)


class ShortcutsSection(SettingsSection):
    """The keys that can be pressed in the rooms that were opened."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Shortcuts"),
            tr("The keys of the window and of the rooms that you opened since it started."),
            "settings#shortcuts",
            parent,
        )
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(tr("Filter: words or keys"))
        self.filter.setAccessibleName(tr("Filter shortcuts"))
        self.filter.setClearButtonEnabled(True)
        self.table: RowTable[KeyRow] = RowTable(
            tr("Shortcuts"),
            KEYS,
            lambda row: f"{row.keys} {row.what} {row.where}",
            tr("No key has all these words."),
        )
        self.filter.textChanged.connect(self.table.shown.keep)
        self.column.addWidget(self.filter)
        self.column.addWidget(self.table, 1)
        self.note_label(tr("Shortcuts"), self.filter)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Read the keys again: rooms may have been opened."""
        super().showEvent(event)
        self.table.show_rows(list(_rows(self.window())))


def _rows(window: QWidget) -> Iterator[KeyRow]:
    """Yield the keys of all pages at once, then those of each page alone."""
    pages = {page: keys_of(window, page) for page in window.findChildren(Page)}
    shared = [key for key in next(iter(pages.values()), ()) if all(key in keys for keys in pages.values())]
    for key in (HELP, *FIXED, *shared):
        yield KeyRow(key.keys, key.title, EVERYWHERE)
    for page, keys in pages.items():
        for key in keys:
            if key not in shared:
                yield KeyRow(key.keys, key.title, page.accessibleName())
