"""The lines of the checklist as rows of a table, with what the draft has for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from labharness.app.submission.drafts import DraftedEntry, EntryState
from labharness.filings.entries.checklist import CERTIFICATION, ChecklistState
from labharness.gui.filings.draft_book import DraftBook
from labharness.gui.filings.tabs.entry_rows import state_words
from labharness.gui.kit.forms.list_editors import DIGITS
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import tr
from labharness.language.dates import brief_day
from labharness.language.numbers import size

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
    Column(
        tr("Received"),
        lambda row: brief_day(row.received) if row.received else "",
        100,
        sort=lambda row: row.received,
    ),
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
