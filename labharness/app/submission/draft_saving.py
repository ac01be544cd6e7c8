"""Save a draft to the register: all of it or nothing, and never over what somebody else wrote meanwhile.

Who may do what with a submission: an act that a person may not do is shown with who may.

What an import of a folder would change, told before it is done.

What changes whenever a dossier may come to something else, told without judging one.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labharness.app.runs.run_index import ledger_sign
from labharness.app.submission.drafts import DraftedSubmission, DraftEntry, SubmissionDraft, entries_of
from labharness.app.workspace.register import acting, has_register, open_register
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.errors import RegisterError
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.form_values import FieldMistake, Values, values_of, values_of_record
from labharness.filings.entries.snapshot import KINDS, SHARED, Change, Submission
from labharness.filings.entries.submission_folder import read_folder
from labharness.model.field import fields_of
from labharness.model.reasons.register import Forms

if TYPE_CHECKING:
    from labharness.filings.store.chain import Signer
    from labharness.filings.store.register import Register


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """A field that two people wrote.

    Parameters
    ----------
    base, mine, theirs
        As it was when the draft began, in the draft, and on record now.
    """

    field: str
    base: Any
    mine: Any
    theirs: Any

    @property
    def collides(self) -> bool:
        """Whether both changed it, and differently."""
        return self.base not in (self.mine, self.theirs) and self.mine != self.theirs


@dataclass(frozen=True, slots=True)
class Overtaken:
    """An entry of a draft that somebody else changed meanwhile.

    Parameters
    ----------
    last
        Number of its last change, 0 where it is not on record any more.
    theirs
        Values on record now, None where it was removed.
    who, utc
        Who changed it last, and when.
    fields
        What differs between draft, record then and record now.
    """

    key: str
    last: int
    theirs: Values | None
    who: str
    utc: str
    fields: tuple[FieldDifference, ...]


class DraftOvertakenError(RegisterError):
    """Somebody else changed what a draft changes; both versions are there."""

    def __init__(self, overtaken: tuple[Overtaken, ...]) -> None:
        super().__init__(Forms.CHANGED_ELSEWHERE(entries=tuple(each.key for each in overtaken)))
        self.overtaken = overtaken


class DraftMistakenError(RegisterError):
    """Fields of a draft hold what cannot be saved."""

    def __init__(self, mistakes: Mapping[str, tuple[FieldMistake, ...]]) -> None:
        super().__init__(*(entry.reason for each in mistakes.values() for entry in each))
        self.mistakes = mistakes


@dataclass(frozen=True)
class Recorded:
    """A submission on record, with what a draft of its changes needs.

    Parameters
    ----------
    last
        Number of each entry's last change, by kind and id.
    """

    submission: Submission
    last: Mapping[tuple[str, str], int]

    def with_draft(self, draft: SubmissionDraft) -> DraftedSubmission:
        """Return the submission as a draft changes it."""
        return DraftedSubmission(self.submission, self.last, draft)


def read_recorded(workspace: Workspace, submission: str) -> Recorded:
    """Return a submission on record; raises :class:`RegisterError` where there is none."""
    with open_register(workspace) as register:
        return _recorded(register, submission)


def _recorded(register: Register, submission: str) -> Recorded:
    return Recorded(register.snapshot(submission), register.last_changes(submission))


def save_draft(
    workspace: Workspace, draft: SubmissionDraft, by: str | None, why: str, signer: Signer | None = None
) -> tuple[str, tuple[Change, ...]]:
    """Write everything that a draft changes as one change of the register.

    Returns
    -------
    tuple
        Id of the submission, and what was changed.

    Raises
    ------
    DraftOvertakenError
        If somebody else changed an entry of it meanwhile; nothing is written then.
    DraftMistakenError
        If a field holds what cannot be saved; nothing is written then.
    RegisterError
        If the person may not, or the reason is empty.
    """
    if not why.strip():
        raise RegisterError(Forms.NO_REASON())
    if not draft.entries:
        raise RegisterError(Forms.NOTHING_CHANGED())
    with open_register(workspace) as register:
        register.sign_with(signer)
        who = acting(register, by)
        drafted = _drafted(register, draft)
        if overtaken := tuple(_overtaken(register, drafted)):
            raise DraftOvertakenError(overtaken)
        if mistakes := drafted.mistakes():
            raise DraftMistakenError(mistakes)
        puts, removals = entries_of(drafted)
        name = draft.name
        if draft.is_new:
            name = next(each.id for each in puts if isinstance(each, Filing))
            if name in register.submissions():
                raise RegisterError(Forms.TAKEN_REFERENCE(submission=name))
        expecting = {(entry.kind, entry.id): entry.base for entry in draft.entries}
        return name, register.apply(name, puts, removals, who, why, expecting)


def _drafted(register: Register, draft: SubmissionDraft) -> DraftedSubmission:
    if draft.is_new:
        return DraftedSubmission(Submission(register.people()), {}, draft)
    return _recorded(register, draft.name).with_draft(draft)


def _overtaken(register: Register, drafted: DraftedSubmission) -> Iterator[Overtaken]:
    if drafted.submission is None or drafted.draft.is_new:
        return
    last = register.last_changes(drafted.draft.name)
    for entry in drafted.draft.entries:
        now = last.get((entry.kind, entry.id), 0)
        if now == entry.base:
            continue
        yield _difference(drafted.submission, entry, now)


def _difference(submission: Submission, mine: DraftEntry, now: int) -> Overtaken:
    entry = submission.named(KINDS[mine.kind], mine.id)
    theirs = values_of(entry) if entry is not None else None
    changes = [change for change in submission.changes if (change.kind, change.entry) == (mine.kind, mine.id)]
    latest = changes[-1] if changes else None
    before = mine.before or {}
    fields = tuple(
        FieldDifference(
            field.name, before.get(field.name), mine.values.get(field.name), (theirs or {}).get(field.name)
        )
        for field in fields_of(KINDS[mine.kind])
    )
    differing = tuple(
        field for field in fields if theirs is None or field.theirs != field.base or field.mine != field.base
    )
    return Overtaken(
        mine.key, now, theirs, latest.who if latest else "", latest.utc if latest else "", differing
    )


def settle_overtaken(
    draft: SubmissionDraft, overtaken: Overtaken, chosen: Mapping[str, str]
) -> SubmissionDraft:
    """Return a draft that has seen what somebody else wrote.

    Parameters
    ----------
    chosen
        ``mine`` or ``theirs`` by field, for fields that both changed; any other field has the change of the
        only one who made it.
    """
    mine = draft.entry(overtaken.key)
    assert mine is not None
    if overtaken.theirs is None:
        if chosen.get("") == "theirs" or mine.removed:
            return draft.without(overtaken.key)
        kind = mine.kind
        return draft.without(overtaken.key).with_entry(
            DraftEntry(key=draft.new_key(kind), values=mine.values)
        )
    if mine.removed and chosen.get("") == "theirs":
        return draft.without(overtaken.key)
    values = dict(overtaken.theirs)
    for field in overtaken.fields:
        takes_mine = chosen.get(field.field) == "mine" if field.collides else field.mine != field.base
        if takes_mine:
            values[field.field] = field.mine
    key = f"{mine.kind}/{mine.id}"
    settled = DraftEntry(
        key=key, base=overtaken.last, before=dict(overtaken.theirs), values=values, removed=mine.removed
    )
    return draft.without(overtaken.key).with_entry(settled)


def body_differences(change: Change) -> tuple[FieldDifference, ...]:
    """Return what a record changed in an entry, field by field."""
    if not change.kind or change.kind not in KINDS:
        return ()
    before = values_of_record(change.kind, change.before or {}) if change.before else {}
    after = values_of_record(change.kind, change.after or {}) if change.after else {}
    names = dict.fromkeys([*after, *before])
    return tuple(
        FieldDifference(name, before.get(name, ""), before.get(name, ""), after.get(name, ""))
        for name in names
        if before.get(name, "") != after.get(name, "")
    )


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


def case_sign(workspace: Workspace, at_work: Collection[str]) -> str:
    """Return a hash of the register's last record, the settings, and where every ledger and its raw files stand.

    Where it is the same before and after a dossier was judged, and now, the dossier comes to the same: what it takes
    in beside these are only files that nobody changes, of which an alteration is found by whoever opens the submission.

    Parameters
    ----------
    at_work
        Names of the runs with a living runner, whose ledgers grow all the time and are read by no judgment.
    """
    result = hashlib.sha256()
    with open_register(workspace) as register:
        result.update(register.head.encode())
    with suppress(OSError):
        result.update(str((workspace.path / MARKER).stat().st_mtime_ns).encode())
    for folder in workspace.runs():
        result.update(folder.run.encode())
        if folder.run in at_work:
            continue
        with suppress(OSError):
            result.update(repr(ledger_sign(folder)).encode())
            result.update(str(os.stat(f"{folder.path}/raw").st_mtime_ns).encode())  # noqa: PTH116  of ten thousand
    return result.hexdigest()
