"""Entries of some kinds: a table on the left, and the form of the chosen one on the right.

Rows on the left and the form of the chosen one on the right; the rows can be filtered.

Entries of a submission as rows of a table: how each stands between register and draft, and what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from labharness.app.submission.drafts import DraftedEntry, DraftedSubmission, EntryState
from labharness.gui.filings.draft_book import ActorChoice, DraftBook
from labharness.gui.kit.findable import permit, refuse
from labharness.gui.kit.forms.field_form import FIXED, EntryForm, Offers, form_area
from labharness.gui.kit.layouts import StackedParts, WrapRow, on_event
from labharness.gui.kit.parts import in_column, in_splitter, menu_button, push_button, text_label
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import FilterBar, RowTable
from labharness.gui.kit.words import tr
from labharness.language.field_words import field_words, kind_words
from labharness.language.template import plain

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
    ) -> None:
        super().__init__()
        self._book, self._actor, self.table = book, actor, table
        self._offers: Offers = {}
        self.filter = FilterBar(what[0], table, tr("Filter: words, or {what}", what=what[1]))
        self.forms: dict[str, EntryForm] = {}
        self.areas: dict[str, QWidget] = {}
        self.stack = QStackedWidget()
        self.nothing = text_label(muted=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack.addWidget(self.nothing)
        self.remove = push_button(tr("Remove"), self._remove)
        self.deeds = WrapRow()
        table.ask_for(3, only_large=True)
        self._lay_out(sizes)
        table.chosen.connect(self.show_form)
        book.changed.connect(self._refresh)
        actor.chosen.connect(self._refresh)
        on_event(self, self._show, QEvent.Type.Show)

    def _lay_out(self, sizes: Sequence[int]) -> None:
        left = QWidget()
        self.side = in_column(self.filter, (self.table, 1), gap=8, on=left)
        both = in_splitter(StackedParts(BESIDE, STACKED), left, self.stack, sizes=sizes, grows=(1,))
        in_column(self.deeds, (both, 1), gap=8, edges=(0, 8, 0, 0), on=self)

    def _show(self) -> None:
        for before, after in pairwise((*self.deeds.widgets(), self.filter.line, self.filter.add, self.table)):
            QWidget.setTabOrder(before, after)  # the buttons were made last
        self.show_entries()

    def show_offers(self, offers: Offers) -> None:
        """Offer what fields can name."""
        self._offers = offers
        for form in self.forms.values():
            form.show_offers(offers)

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


_SUMMARY: Mapping[str, tuple[str, ...]] = {
    "filing": ("reference", "title"),
    "product": ("manufacturer", "model"),
    "unit": ("serial", "product"),
    "component": ("name", "version"),
    "option": ("name", "tested"),
    "equipment": ("name", "identification"),
    "document": ("title", "status"),
    "certification": ("name", "date"),
    "error": ("code", "condition"),
    "external": ("subject", "number"),
    "authentication": ("unit", "time"),
    "deficiency": ("found", "status"),
    "security": ("title", "component", "status"),
    "opinion": ("text",),
    "confirmation": ("clause",),
    "plan_approval": ("plan",),
    "waiver": ("item", "reason"),
    "exclusion": ("clause", "reason"),
    "invalidation": ("run", "cause"),
    "explanation": ("run", "other", "cause"),
    "recommendation": ("disposition", "grounds"),
}
"""Fields that tell an entry from others of its kind."""
NAMED = 4
"""Fields to correct that are named; of more, the number is told."""
_TONES = {
    EntryState.RECORDED: None,
    EntryState.CHANGED: Tone.BUSY,
    EntryState.NEW: Tone.BUSY,
    EntryState.REMOVED: Tone.QUIET,
}


def summary(kind: str, values: Mapping[str, Any]) -> str:
    """Return what tells an entry from others of its kind."""
    parts = (str(values.get(name, "")) for name in _SUMMARY.get(kind, ("title",)))
    return plain(" · ".join(part for part in parts if part), 160)


def to_correct(drafted: DraftedSubmission) -> str:
    """Return which fields prevent saving, by their labels, with the kind of their entry; "" for none."""
    result = []
    for key, mistakes in drafted.mistakes().items():
        entry = drafted.entry(key)
        kind = entry.kind if entry is not None else "filing"
        for mistake in mistakes:
            label = field_words(kind, str(mistake.path[0])).label if mistake.path else ""
            result.append(f"{label} ({kind_words(kind).one})" if label else kind_words(kind).one)
    names = ", ".join(dict.fromkeys(result[:NAMED]))
    if len(result) > NAMED:
        return tr("To correct first: {names}, and {rest:,} more.", names=names, rest=len(result) - NAMED)
    return tr("To correct first: {names}.", names=names) if result else ""


def state_words(entry: DraftedEntry) -> str:
    """Return how an entry stands."""
    if entry.mistakes:
        return tr("{state}: {mistakes:,} to correct", state=entry.state.value, mistakes=len(entry.mistakes))
    return entry.state.value


def state_tone(entry: DraftedEntry) -> Tone | None:
    """Return what kind of news it is."""
    return Tone.UNSURE if entry.mistakes else _TONES[entry.state]


def key_of(entry: DraftedEntry) -> str:
    """Return what no two entries share."""
    return entry.key


def entry_columns(*, kinds: bool = True) -> tuple[Column[DraftedEntry], ...]:
    """Return the columns of a table of entries, with or without their kind."""
    state: Callable[[DraftedEntry], str] = state_words
    columns = [
        Column[DraftedEntry](tr("State"), state, 150, tone=state_tone, facet=True),
        Column[DraftedEntry](tr("Kind"), lambda each: kind_words(each.kind).one, 110, facet=True),
        Column[DraftedEntry](tr("Id"), lambda each: each.id, 110, named=True, yields=1),
        Column[DraftedEntry](tr("What"), lambda each: summary(each.kind, each.values), 200),
    ]
    return tuple(column for column in columns if kinds or column.title != "Kind")


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
        self, book: DraftBook, actor: ActorChoice, kinds: Sequence[str], addable: Sequence[str], empty: str
    ) -> None:
        several = len(kinds) > 1
        table: RowTable[DraftedEntry] = RowTable(tr("Entries"), entry_columns(kinds=several), key_of, empty)
        example = f"kind:{kind_words(kinds[0]).one.split()[0]}" if several else "state:new"
        super().__init__(book, actor, table, (tr("entries"), example), SIZES)
        self._kinds = tuple(kinds)
        self.nothing.setText(tr("Choose an entry on the left, or add one."))
        self.menu = QMenu(self)
        self.add = menu_button(tr("Add ▾"), tr("Add an entry"), self.menu)
        for kind in addable:
            each = kind_words(kind).one
            self.menu.addAction(f"{each[:1].upper()}{each[1:]}", partial(self.add_entry, kind))
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
        permit(self.add, mistaken)

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
        permit(self.remove, why)

    def _presets(self, kind: str) -> dict[str, Any]:
        """Return what is known before somebody types: the only product there is, and who writes an opinion."""
        products = self._book.drafted.of("product")
        return {"product": products[0].id} if kind != "product" and len(products) == 1 else {}
