"""Entries of some kinds: a table on the left, and the form of the chosen one on the right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from labharness.app.submission.drafts import DraftedEntry, EntryState
from labharness.gui.filings.actor_choice import ActorChoice
from labharness.gui.filings.draft_book import DraftBook
from labharness.gui.filings.tabs.entry_rows import entry_columns, key_of
from labharness.gui.filings.tabs.entry_split import EntrySplit
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.forms.editors import PLAIN_MENU
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.language.field_words import kind_words

SIZES = (400, 560)


class EntriesPanel(EntrySplit[DraftedEntry]):
    """Shows the entries of some kinds as the draft has them.

    Parameters
    ----------
    kinds
        Kinds of entries that are listed.
    addable
        Kinds that a person may add here.
    empty
        What is said where there is none: what belongs here, and who enters it.
    """

    def __init__(
        self,
        book: DraftBook,
        actor: ActorChoice,
        kinds: Sequence[str],
        addable: Sequence[str],
        empty: str,
        parent: QWidget | None = None,
    ) -> None:
        several = len(kinds) > 1
        table: RowTable[DraftedEntry] = RowTable(tr("Entries"), entry_columns(kinds=several), key_of, empty)
        example = f"kind:{kind_words(kinds[0]).one.split()[0]}" if several else "state:new"
        super().__init__(book, actor, table, (tr("entries"), example), SIZES, parent)
        self._kinds = tuple(kinds)
        self.nothing.setText(tr("Choose an entry on the left, or add one."))
        self.add = QToolButton()
        self.add.setText(tr("Add ▾"))
        self.add.setStyleSheet(PLAIN_MENU)
        self.add.setProperty("deed", True)  # noqa: FBT003  Qt's call
        self.add.setAccessibleName(tr("Add an entry"))
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.menu = QMenu(self.add)
        for kind in addable:
            each = kind_words(kind).one
            self.menu.addAction(f"{each[:1].upper()}{each[1:]}", partial(self.add_entry, kind))
        self.add.setMenu(self.menu)
        self.add.setVisible(bool(addable))
        self.remove.setAccessibleName(tr("Remove the chosen entry"))
        self.deeds.put(self.add)
        self.deeds.put(self.remove)
        self.table.acts = (self.remove,)

    def show_entries(self) -> None:
        """Show the entries as the draft has them."""
        self.table.show_rows(self._book.drafted.of(*self._kinds))
        self.show_form(self.table.current)
        mistaken = self._actor.refusal(self._kinds[0])
        (refuse if mistaken else allow)(self.add, mistaken)

    def choose(self, key: str, field: str = "") -> bool:
        """Choose an entry by its key, or by kind and id, and put the cursor into a field of it."""
        entry = self._book.drafted.entry(key)
        if entry is None or entry.kind not in self._kinds:
            return False
        self.show_entries()
        self.filter.choose(entry.key)
        form = self.forms.get(entry.kind)
        if field and form is not None:
            form.focus_field(field)
        return True

    def add_entry(self, kind: str, **values: Any) -> str:
        """Add an entry to the draft, and put the cursor into its first field."""
        fresh = {**self._presets(kind), **values}
        key = self._book.add(kind, **fresh)
        self.show_entries()
        self.filter.choose(key)
        form = self.forms.get(kind)
        if form is not None:
            form.focus_field(next((name for name in form.rows if not fresh.get(name)), "id"))
        return key

    def entry_of(self, row: DraftedEntry | None) -> DraftedEntry | None:
        """Return the entry of a row as the draft has it now."""
        return None if row is None else self._book.drafted.entry(row.key) or row

    def show_form(self, row: DraftedEntry | None) -> None:
        """Show the form of an entry."""
        entry = self.entry_of(row)
        if entry is None:
            self.stack.setCurrentWidget(self.nothing)
            refuse(self.remove, tr("Choose an entry first."))
            return
        text = str(entry.values.get("by", "")) if entry.state is not EntryState.NEW else ""
        why = self.fill_form(entry, self._actor.refusal(entry.kind, text))
        (refuse if why else allow)(self.remove, why)

    def _presets(self, kind: str) -> dict[str, Any]:
        """Return what is known before somebody types: the only product there is, and who writes an opinion."""
        products = self._book.drafted.of("product")
        return {"product": products[0].id} if kind != "product" and len(products) == 1 else {}
