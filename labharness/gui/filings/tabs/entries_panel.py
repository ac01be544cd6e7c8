"""Entries of some kinds: a table on the left, and the form of the chosen one on the right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from labharness.app.submission.drafts import DraftedEntry, EntryState
from labharness.gui.filings.actor_choice import ActorChoice
from labharness.gui.filings.draft_book import DraftBook
from labharness.gui.filings.tabs.entry_rows import entry_columns, key_of
from labharness.gui.forms.editors import PLAIN_MENU
from labharness.gui.forms.entry_form import EntryForm, Offers
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.tables.row_table import RowTable
from labharness.language.entry_words import kind_words
from labharness.language.text import plain

SIZES = [400, 560]


class EntriesPanel(QWidget):
    """Shows the entries of some kinds as the draft has them.

    Parameters
    ----------
    kinds
        Kinds of entries that are listed.
    addable
        Kinds that a person may add here.
    empty
        What is said where there is none: what belongs here, and who enters it.

    Attributes
    ----------
    dropped
        Emitted with the key of an entry, the name of a field, and paths that are to be attached there.
    """

    dropped = Signal(str, str, object)

    def __init__(
        self,
        book: DraftBook,
        actor: ActorChoice,
        kinds: Sequence[str],
        addable: Sequence[str],
        empty: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._book, self._actor, self._kinds = book, actor, tuple(kinds)
        self._offers: Offers = {}
        self.table: RowTable[DraftedEntry] = RowTable(
            "Entries", entry_columns(kinds=len(kinds) > 1), key_of, empty
        )
        self.forms: dict[str, EntryForm] = {}
        self.stack = QStackedWidget()
        self.nothing = QLabel("Choose an entry on the left, or add one.")
        self.nothing.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack.addWidget(self.nothing)
        self.add = QToolButton()
        self.add.setText("Add ▾")
        self.add.setStyleSheet(PLAIN_MENU)
        self.add.setProperty("deed", True)  # noqa: FBT003  Qt's call
        self.add.setAccessibleName("Add an entry")
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.menu = QMenu(self.add)
        for kind in addable:
            one = kind_words(kind).one
            self.menu.addAction(f"{one[:1].upper()}{one[1:]}", partial(self.add_entry, kind))
        self.add.setMenu(self.menu)
        self.add.setVisible(bool(addable))
        self.remove = QPushButton("Remove")
        self.remove.setAccessibleName("Remove the chosen entry")
        self.remove.setAutoDefault(False)
        self.deeds = QHBoxLayout()
        self.deeds.addWidget(self.add)
        self.deeds.addWidget(self.remove)
        self._lay_out()
        self.table.chosen.connect(self._choose)
        self.remove.clicked.connect(self._remove)
        book.changed.connect(self._refresh)
        actor.chosen.connect(self._refresh)

    def _lay_out(self) -> None:
        left = QWidget()
        side = QVBoxLayout(left)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(8)
        side.addWidget(self.table, 1)
        self.both = QSplitter(Qt.Orientation.Horizontal)
        self.both.addWidget(left)
        self.both.addWidget(self.stack)
        self.both.setSizes(SIZES)
        self.both.setStretchFactor(1, 1)
        self.both.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        row = QHBoxLayout()
        row.addLayout(self.deeds)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self.both, 1)

    def show_offers(self, offers: Offers) -> None:
        """Offer what fields can name."""
        self._offers = offers
        for form in self.forms.values():
            form.show_offers(offers)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Show what changed meanwhile."""
        super().showEvent(event)
        self.show_entries()

    def _refresh(self) -> None:
        if self.isVisible():
            self.show_entries()

    def show_entries(self) -> None:
        """Show the entries as the draft has them."""
        self.table.show_rows(self._book.drafted.of(*self._kinds))
        self._show_form(self.table.current)
        mistaken = self._actor.refusal(self._kinds[0])
        (refuse if mistaken else allow)(self.add, mistaken)

    def choose(self, key: str, field: str = "") -> bool:
        """Choose an entry by its key, or by kind and id, and put the cursor into a field of it."""
        entry = self._book.drafted.entry(key)
        if entry is None or entry.kind not in self._kinds:
            return False
        self.show_entries()
        self.table.select(entry.key)
        form = self.forms.get(entry.kind)
        if field and form is not None:
            form.focus_field(field)
        return True

    def add_entry(self, kind: str, **values: Any) -> str:
        """Add an entry to the draft, and put the cursor into its first field."""
        fresh = {**self._presets(kind), **values}
        key = self._book.add(kind, **fresh)
        self.show_entries()
        self.table.select(key)
        form = self.forms.get(kind)
        if form is not None:
            form.focus_field(next((name for name in form.rows if not fresh.get(name)), "id"))
        return key

    def _presets(self, kind: str) -> dict[str, Any]:
        """Return what is known before somebody types: the only product there is, and who writes an opinion."""
        products = self._book.drafted.of("product")
        return {"product": products[0].id} if kind != "product" and len(products) == 1 else {}

    def _choose(self, entry: DraftedEntry | None) -> None:
        self._show_form(entry)

    def _show_form(self, entry: DraftedEntry | None) -> None:
        if entry is None:
            self.stack.setCurrentWidget(self.nothing)
            refuse(self.remove, "Choose an entry first.")
            return
        current = self._book.drafted.entry(entry.key) or entry
        form = self._form(current.kind)
        form.show_values(current.values, self._book.drafted.mistakes().get(current.key, current.mistakes))
        why = self._actor.refusal(
            current.kind, str(current.values.get("by", "")) if self._is_said(current) else ""
        )
        gone = "It is to be removed. Undo takes it back." if current.state is EntryState.REMOVED else ""
        form.allow(why or gone, recorded=current.state is not EntryState.NEW)
        self.stack.setCurrentWidget(form)
        (refuse if why or gone else allow)(self.remove, why or gone)

    @staticmethod
    def _is_said(entry: DraftedEntry) -> bool:
        return entry.state is not EntryState.NEW

    def _form(self, kind: str) -> EntryForm:
        if kind not in self.forms:
            form = EntryForm()
            form.show_offers(self._offers)
            form.show_kind(kind)
            form.setAccessibleName(plain(f"Form of the {kind_words(kind).one}"))
            form.edited.connect(self._edit)
            form.dropped.connect(self._drop)
            self.forms[kind] = form
            self.stack.addWidget(form)
        return self.forms[kind]

    def _edit(self, name: str, value: object) -> None:
        key = self.table.current_key
        if key:
            self._book.edit(key, name, value)

    def _drop(self, name: str, paths: object) -> None:
        if self.table.current_key:
            self.dropped.emit(self.table.current_key, name, paths)

    def _remove(self) -> None:
        if self.table.current_key:
            self._book.remove(self.table.current_key)
