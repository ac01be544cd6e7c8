"""What an import of a folder would change, told before it is done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from labharness.app.register import has_register, open_register
from labharness.app.workspace import Workspace
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.form_values import values_of
from labharness.filings.entries.snapshot import SHARED
from labharness.filings.entries.submission_folder import read_folder


@dataclass(frozen=True, slots=True)
class FolderDifference:
    """An entry that an import would write or remove.

    Parameters
    ----------
    act
        ``new``, ``changed`` or ``removed``.
    fields
        Names of the fields that differ, of an entry that would be changed.
    """

    kind: str
    id: str
    act: str
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FolderPreview:
    """A folder that can be imported.

    Parameters
    ----------
    known
        Whether the submission is on record already.
    """

    folder: Path
    submission: str
    known: bool
    differences: tuple[FolderDifference, ...]


def preview_folder(workspace: Workspace, folder: Path) -> FolderPreview:
    """Compare a folder with the register.

    Raises
    ------
    RegisterError
        With every mistake in the folder.
    """
    draft = read_folder(folder)
    there: dict[tuple[str, str], Entry] = {}
    known = False
    if has_register(workspace):
        with open_register(workspace) as register:
            known = draft.id in register.submissions()
            if known:
                there = {(entry.kind, entry.id): entry for entry in register.snapshot(draft.id).entries}
    return FolderPreview(
        folder, draft.id, known, tuple(_differences(there, draft.entries, draft.kinds - SHARED))
    )


def _differences(
    there: dict[tuple[str, str], Entry], entries: tuple[Entry, ...], replaced: frozenset[str]
) -> Iterator[FolderDifference]:
    named = {(entry.kind, entry.id) for entry in entries}
    for entry in entries:
        before = there.get((entry.kind, entry.id))
        if before is None:
            yield FolderDifference(entry.kind, entry.id, "new")
        elif before != entry:
            old, new = values_of(before), values_of(entry)
            fields = tuple(name for name, value in new.items() if old.get(name) != value)
            yield FolderDifference(entry.kind, entry.id, "changed", fields)
    for kind, id_ in there:
        if kind in replaced and (kind, id_) not in named:
            yield FolderDifference(kind, id_, "removed")
