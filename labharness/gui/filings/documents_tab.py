"""The documents of a submission: the checklist row by row, with what was received for each.

The lines of the checklist as rows of a table, with what the draft has for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Signal

from labharness.acts import submission as acts
from labharness.app.submission.drafts import DraftedEntry, EntryState
from labharness.app.submission.submissions import Target
from labharness.filings.entries.checklist import CERTIFICATION, ChecklistState
from labharness.gui.filings.draft_book import ActorChoice, DraftBook
from labharness.gui.filings.entries_panel import EntrySplit, state_words
from labharness.gui.kit.findable import permit
from labharness.gui.kit.forms.list_editors import DIGITS
from labharness.gui.kit.parts import ActButton, push_button, text_label
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.columns import dated
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.language.numbers import size
from labharness.language.template import plain
from labharness.model.eastern_time import today

KINDS = ("document", "certification", "external")
_TONES = {"received": Tone.PASS, "missing": Tone.UNSURE, "waived": Tone.QUIET, "not applicable": Tone.QUIET}


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A line of the checklist, or a paper beside it.

    Parameters
    ----------
    item
        Id of the line, or kind and id of a paper that no line asks for.
    keys
        Keys of the entries about it.
    draft
        How its entries differ from the register, "" where they do not.
    """

    item: str
    title: str
    source: str
    state: str
    required: bool
    keys: tuple[str, ...]
    files: tuple[dict[str, Any], ...]
    received: str
    draft: str


COLUMNS: tuple[Column[DocumentRow], ...] = (
    Column(
        tr("State"),
        lambda row: row.state if row.required or row.state != "missing" else tr("not required"),
        124,
        tone=lambda row: _TONES.get(row.state) if row.required or row.state != "missing" else Tone.QUIET,
        facet=True,
    ),
    Column(tr("Document"), lambda row: row.title, 210),
    Column(tr("Source"), lambda row: row.source, 96, facet=True, yields=2),
    Column(
        tr("File"),
        lambda row: ", ".join(f"{file['name']} · {size(int(file['size']))}" for file in row.files),
        150,
    ),
    Column(
        tr("SHA-256"),
        lambda row: ", ".join(str(file["sha256"])[:DIGITS] for file in row.files),
        110,
        name="sha",
        yields=3,
        whole=lambda row: ", ".join(str(file["sha256"]) for file in row.files),
    ),
    dated(tr("Received"), lambda row: row.received, 100),
    Column(tr("Draft"), lambda row: row.draft, 80, facet=True, yields=1),
)


def document_rows(book: DraftBook) -> Iterator[DocumentRow]:
    """Yield the lines of the checklist as the draft has them, then papers that no line asks for."""
    drafted, listed = book.drafted, set[str]()
    papers = drafted.of(*KINDS)
    for state in drafted.checklist():
        about = [paper for paper in papers if _answers(paper, state)]
        listed |= {each.key for each in about}
        yield _row(state.id, state.title, state.item.source if state.item else "", state, about)
    for paper in papers:
        if paper.key not in listed:
            title = str(paper.values.get("title") or paper.values.get("subject") or paper.id)
            yield _row(
                paper.key, title, tr("external result") if paper.kind == "external" else "", None, [paper]
            )


def _answers(entry: DraftedEntry, state: ChecklistState) -> bool:
    if entry.kind == "certification":
        return state.id == CERTIFICATION
    return entry.kind == "document" and entry.values.get("item") == state.id


def _row(
    item: str, title: str, source: str, state: ChecklistState | None, about: list[DraftedEntry]
) -> DocumentRow:
    files = tuple(file for each in about for file in each.values.get("files", ()))
    dates = [str(each.values.get("received") or each.values.get("date") or "") for each in about]
    drafts = [state_words(each) for each in about if each.state is not EntryState.RECORDED or each.mistakes]
    received = dates[0] if dates and len(dates[0]) == 10 else ""
    return DocumentRow(
        item,
        title,
        source,
        state.state if state is not None else tr("received"),
        state is None or state.item is None or state.item.required,
        tuple(each.key for each in about),
        files,
        received,
        ", ".join(dict.fromkeys(drafts)),
    )


SIZES = (600, 470)
EMPTY = tr("No line of the checklist applies yet. Complete the filing first: its type selects the documents.")


class DocumentsTab(EntrySplit[DocumentRow]):
    """The checklist on the left, the form of the chosen row on the right.

    Attributes
    ----------
    file_wanted
        Emitted with the item for which a file is to be chosen, "" for none in particular.
    waive_wanted
        Emitted with the item that is to be waived.
    open_wanted
        Emitted with the SHA-256 of a file that is to be opened.
    """

    file_wanted = Signal(str)
    waive_wanted = Signal(str)
    open_wanted = Signal(str)

    def __init__(self, book: DraftBook, actor: ActorChoice) -> None:
        table: RowTable[DocumentRow] = RowTable(
            tr("Documents"), COLUMNS, lambda row: row.item, EMPTY, lines=2
        )
        super().__init__(book, actor, table, (tr("documents"), "state:missing source:checklist"), SIZES)
        self.receive = push_button(
            tr("Receive"), self._receive, hint=tr("Enter that the document was received today")
        )
        self.choose = ActButton(acts.attach, do=lambda: self.file_wanted.emit(self.item))
        self.waive = ActButton(acts.waive, do=lambda: self.waive_wanted.emit(self.item))
        self.external = push_button(tr("External result"), self._add_external)
        self.view = push_button(tr("Open file"), self._open_file)
        self.hint = text_label(
            tr("Drop files or a folder anywhere on this page: a table proposes a row for each."), muted=True
        )
        self.side.addWidget(self.hint)
        deeds = (self.receive, self.choose, self.waive, self.external, self.view, self.remove)
        for button in deeds:
            self.deeds.put(button)
        for kind in KINDS:  # after the buttons, as Tab goes
            self.form_of(kind)
        table.acts = deeds

    @property
    def item(self) -> str:
        """Line of the checklist that is chosen, "" for none."""
        row = self.table.current
        return row.item if row is not None and "/" not in row.item else ""

    def show_entries(self) -> None:
        """Show the checklist as the draft has it."""
        self.table.show_rows(self.rows())
        self.show_form(self.table.current)

    def rows(self) -> list[DocumentRow]:
        """Return the lines of the checklist, then other papers."""
        return list(document_rows(self._book))

    def targets(self) -> list[Target]:
        """Return where dropped files can be filed: lines of the checklist, and photographs of units."""
        lines = [Target(f"document/{row.item}", row.title) for row in self.rows() if "/" not in row.item]
        units = [
            Target(
                each.key,
                tr("Photograph of the unit {id}", id=each.id),
                (str(each.values.get("serial", "")), each.id),
                picture=True,
            )
            for each in self._book.drafted.of("unit")
        ]
        return [*lines, *units]

    def choose_row(self, item: str, field: str = "") -> None:
        """Choose a line of the checklist, or a paper by kind and id, and put the cursor into a field."""
        self.show_entries()
        entry = self._book.drafted.entry(item) if "/" in item else None
        names = [row.item for row in self.rows() if row.item == item or (entry and entry.key in row.keys)]
        if names and self.filter.choose(names[0]):
            if self.shown_form is not None:
                self.shown_form.focus_field(field or "files")
            else:
                self.receive.setFocus()

    def receive_item(self, item: str, **values: Any) -> str:
        """Enter that a document was received; returns the key of its entry."""
        row = next(row for row in self.rows() if row.item == item)
        known = next(iter(row.keys), "")
        if known:
            entry = self._book.drafted.entry(known)
            assert entry is not None
            held = entry.values
            files = [*held.get("files", ()), *values.pop("files", ())]
            values = {"files": files, **values}
            if entry.kind == "document":
                values = {
                    "status": "received",
                    "received": held.get("received") or today().isoformat(),
                    **values,
                }
            self._book.edit_values(known, values, tr("receive {item}", item=item))
            return known
        if item == CERTIFICATION:
            certified = {name: value for name, value in values.items() if name == "files"}
            return self._book.add("certification", id=item, **certified)
        fresh = {"id": item, "item": item, "title": row.title, "status": "received"}
        return self._book.add("document", **{**fresh, "received": today().isoformat(), **values})

    def entry_of(self, row: DocumentRow | None) -> DraftedEntry | None:
        """Return the entry about a line of the checklist."""
        result = (self._book.drafted.entry(key) for key in (row.keys if row is not None else ()))
        return next((each for each in result if each is not None), None)

    def show_form(self, row: DocumentRow | None) -> None:
        """Show the form of what was received for a line."""
        entry, why = self.entry_of(row), self._actor.refusal("document")
        no_row = "" if row is not None else tr("Choose a document first.")
        permit(self.receive, why or no_row)
        self.choose.offer(row, why or no_row)
        permit(self.external, why)
        waive = self._actor.refusal("waiver") or (
            "" if self.item else tr("Choose a line of the checklist first.")
        )
        self.waive.offer(self.item or None, waive)
        nothing = "" if entry is not None else tr("Nothing is entered for it.")
        permit(self.remove, why or nothing)
        no_file = "" if row is not None and row.files else tr("No file is attached to it.")
        permit(self.view, no_file)
        if entry is not None:
            self.fill_form(entry, why)
            return
        title = plain(row.title if row is not None else "", 200)
        missing = tr("{title}\n\nNot received. Drop its file on this page, or press Receive.", title=title)
        self.nothing.setText(missing if row is not None else tr("Choose a document on the left."))
        self.stack.setCurrentWidget(self.nothing)

    def _receive(self) -> None:
        row = self.table.current
        if row is not None and "/" not in row.item:
            self.receive_item(row.item)
            self.show_entries()
            form = self.shown_form
            if form is not None:
                form.focus_field("name" if form.kind == "certification" else "received")

    def _add_external(self) -> None:
        key = self._book.add("external")
        self.show_entries()
        self.filter.choose(key)
        self.forms["external"].focus_field("provider")

    def _open_file(self) -> None:
        row = self.table.current
        if row is not None and row.files:
            self.open_wanted.emit(str(row.files[0]["sha256"]))
