"""Rows on the left and the form of the chosen one on the right; the rows can be filtered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from labharness.app.submission.drafts import DraftedEntry, EntryState
from labharness.gui.filings.actor_choice import ActorChoice
from labharness.gui.filings.draft_book import DraftBook
from labharness.gui.kit.flow_row import WrapRow
from labharness.gui.kit.forms.entry_form import FIXED, EntryForm
from labharness.gui.kit.forms.field_form import Offers, form_area
from labharness.gui.kit.stacked_parts import StackedParts
from labharness.gui.kit.tables.filter_bar import FilterBar
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.language.field_words import kind_words
from labharness.language.text import plain

Row = TypeVar("Row")
BESIDE, STACKED = 700, 460
"""Pixels that rows and form need beside each other, and above each other."""
GONE = tr("It is to be removed. Undo takes it back.")


class EntrySplit(QWidget, Generic[Row]):
    """Shows entries of a draft as rows of its own, and one of them as a form.

    Parameters
    ----------
    what
        What is listed, such as *documents*, and an example of a filter.
    sizes
        Pixels of both sides.

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
        table: RowTable[Row],
        what: tuple[str, str],
        sizes: Sequence[int],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._book, self._actor, self.table = book, actor, table
        self._offers: Offers = {}
        self.filter = FilterBar(what[0], table, tr("Filter: words, or {what}", what=what[1]))
        self.forms: dict[str, EntryForm] = {}
        self.areas: dict[str, QWidget] = {}
        self.stack, self.nothing = QStackedWidget(), QLabel()
        self.nothing.setTextFormat(Qt.TextFormat.PlainText)
        self.nothing.setWordWrap(True)
        self.nothing.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack.addWidget(self.nothing)
        self.remove = QPushButton(tr("Remove"))
        self.remove.setAutoDefault(False)
        self.deeds, self.side = WrapRow(), QVBoxLayout()
        table.ask_for(3, only_large=True)
        self._lay_out(sizes)
        self.filter.textChanged.connect(table.shown.keep)
        table.chosen.connect(self.show_form)
        self.remove.clicked.connect(self._remove)
        book.changed.connect(self._refresh)
        actor.chosen.connect(self._refresh)

    def _lay_out(self, sizes: Sequence[int]) -> None:
        left = QWidget()
        left.setLayout(self.side)
        self.side.setContentsMargins(0, 0, 0, 0)
        self.side.setSpacing(8)
        self.side.addWidget(self.filter)
        self.side.addWidget(self.table, 1)
        both = StackedParts(BESIDE, STACKED)
        both.addWidget(left)
        both.addWidget(self.stack)
        both.setSizes(list(sizes))
        both.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addLayout(self.deeds)
        column.addWidget(both, 1)

    def show_offers(self, offers: Offers) -> None:
        """Offer what fields can name."""
        self._offers = offers
        for form in self.forms.values():
            form.show_offers(offers)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Show what changed meanwhile."""
        super().showEvent(event)
        self.show_entries()

    def show_entries(self) -> None:
        """Show the rows as the draft has them."""
        raise NotImplementedError

    def show_form(self, row: Row | None) -> None:
        """Show the form of a row, or that there is none."""
        raise NotImplementedError

    def entry_of(self, row: Row | None) -> DraftedEntry | None:
        """Return the entry of a row, None where there is none."""
        raise NotImplementedError

    @property
    def entry(self) -> DraftedEntry | None:
        """The entry of the chosen row."""
        return self.entry_of(self.table.current)

    def fill_form(self, entry: DraftedEntry, why: str) -> str:
        """Show the form of an entry, and why it may not be changed; returns why it may not be removed."""
        form = self.form_of(entry.kind)
        form.show_values(entry.values, self._book.drafted.mistakes().get(entry.key, entry.mistakes))
        gone = GONE if entry.state is EntryState.REMOVED else ""
        form.allow(why or gone, {} if entry.state is EntryState.NEW else {"id": FIXED})
        self.stack.setCurrentWidget(self.areas[entry.kind])
        return why or gone

    @property
    def shown_form(self) -> EntryForm | None:
        """The form that is shown, None where there is none."""
        shown = self.stack.currentWidget()
        return next((form for kind, form in self.forms.items() if self.areas[kind] is shown), None)

    def form_of(self, kind: str) -> EntryForm:
        """Return the form of a kind of entry, made when it is first needed."""
        if kind not in self.forms:
            form = EntryForm()
            form.show_offers(self._offers)
            form.show_kind(kind)
            form.setAccessibleName(plain(tr("Form of the {one}", one=kind_words(kind).one)))
            form.edited.connect(self._edit)
            form.dropped.connect(self._drop)
            self.forms[kind] = form
            self.areas[kind] = form_area(form)
            self.stack.addWidget(self.areas[kind])
        return self.forms[kind]

    def _refresh(self) -> None:
        if self.isVisible():
            self.show_entries()

    def _edit(self, name: str, value: Any) -> None:
        if self.entry is not None:
            self._book.edit(self.entry.key, name, value)

    def _drop(self, name: str, paths: object) -> None:
        if self.entry is not None:
            self.dropped.emit(self.entry.key, name, paths)

    def _remove(self) -> None:
        if self.entry is not None:
            self._book.remove(self.entry.key)
