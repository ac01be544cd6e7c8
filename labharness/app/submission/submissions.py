"""What is allowed of a submission and is more often a slip, and the files of a folder that is imported."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from difflib import get_close_matches
from pathlib import Path

from labharness.app.register import store
from labharness.app.submission.decisions import waivable_items
from labharness.app.workspace import Workspace
from labharness.errors import RegisterError, StorageError
from labharness.evidence.outside import open_outside
from labharness.filings.entries.checklist import read_checklist
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.items import Product
from labharness.filings.entries.papers import Document
from labharness.filings.entries.review import Waiver
from labharness.filings.entries.snapshot import Submission
from labharness.filings.entries.submission_folder import (
    FolderContent,
)
from labharness.filings.store.file_store import attached
from labharness.games.game import game_ids
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.register import Registers
from labharness.reason import Reason

PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
"""How the files begin that a report can print."""


def doubts(submission: Submission) -> Iterator[Reason]:
    """Yield what is allowed on record but is more often a slip: names that nothing here knows."""
    items = [item.id for item in read_checklist().items]
    for document in submission.of(Document):
        if document.item not in items:
            yield _unknown(document, Noun.ITEM, document.item, items)
    waivable = [name for name, _ in waivable_items()]
    for waiver in submission.of(Waiver):
        if waiver.item not in waivable:
            yield _unknown(waiver, Noun.ITEM, waiver.item, waivable)
    known = game_ids()
    named: tuple[Filing | Product, ...] = (*submission.of(Filing), *submission.of(Product))
    for entry in named:
        for game in entry.games:
            if game not in known:
                yield _unknown(entry, Noun.GAME, game, known)


def _unknown(entry: Entry, what: Noun, name: str, known: Collection[str]) -> Reason:
    nearest = tuple(get_close_matches(name, known, 1))
    return Registers.UNKNOWN_NAME(kind=entry.kind, entry=entry.id, what=what, name=name, nearest=nearest)


def store_files(workspace: Workspace, draft: FolderContent) -> None:
    """Keep the files of a folder; raises :class:`RegisterError` for those that its entries name and it does not have."""
    files = store(workspace)
    problems = list[Reason]()
    for entry, file in attached(draft.entries):
        if file.sha256 in draft.files:
            files.add(draft.files[file.sha256])
        where = f"{entry.kind}.toml: {entry.id}"
        if files.problem(file):
            problems.append(Inputs.AT(where=where, problem=Registers.NOT_IN_THE_FOLDER(file=file.name)))
        elif file in getattr(entry, "photographs", ()) and not is_picture(files.place(file.sha256)):
            problems.append(Inputs.AT(where=where, problem=Registers.NOT_A_PICTURE(file=file.name)))
    if problems:
        raise RegisterError(*problems)


def is_picture(file: Path) -> bool:
    """Say whether a file begins like a picture that a report can print."""
    try:
        with open_outside(file) as content:
            return content.read(8).startswith(PICTURES)
    except OSError as error:
        raise StorageError(Inputs.FILE_UNREADABLE(path=str(file), why=str(error.strerror))) from error
