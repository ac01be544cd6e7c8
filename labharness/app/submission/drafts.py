"""A draft of changes of a submission: what somebody entered and has not saved to the register yet.

Drafts as files of the workspace: written by themselves, readable by their owner alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from labharness.app.workspace.workspace import Workspace, make_inside, numbered
from labharness.errors import RegisterError
from labharness.evidence.durable import Writing, put
from labharness.evidence.outside import FileReading, SizeLimit, read_outside
from labharness.filings.entries.checklist import ChecklistState, checklist_state
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.filing import Filing, SubmissionKind, id_of
from labharness.filings.entries.form_values import (
    FieldMistake,
    Values,
    blank_values,
    checked_values,
    values_of,
)
from labharness.filings.entries.snapshot import SHARED, Submission
from labharness.games.mistakes import Data
from labharness.model.reasons.register import Entries, Forms
from labharness.reason import Reason


class DraftEntry(Data):
    """One entry that is to be written or removed.

    Parameters
    ----------
    key
        Kind and id on record, ``unit/unit-1``; of a new one kind and a number, ``unit/+1``.
    base
        Number of the entry's last change when the draft began, 0 for one that is new.
    before
        Values on record then, None for one that is new.
    values
        As they stand in the form, mistakes included.
    """

    key: str
    base: int = 0
    before: dict[str, Any] | None = None
    values: dict[str, Any] = Field(default_factory=dict)
    removed: bool = False

    @property
    def kind(self) -> str:
        """Kind of the entry."""
        return self.key.partition("/")[0]

    @property
    def id(self) -> str:
        """Id that it will have, or has on record."""
        return self.key.partition("/")[2] if self.before is not None else str(self.values.get("id", ""))


class SubmissionDraft(Data):
    """All changes of a person to a submission; frozen, every change makes another.

    Parameters
    ----------
    name
        Id of the submission, or ``+1`` of one that is new.
    person
        Whose draft it is.
    changed
        When it was changed last, UTC; "" where nothing was.
    """

    schema_: Literal[1] = Field(default=1, alias="schema")
    name: str
    person: str
    entries: tuple[DraftEntry, ...] = ()
    changed: str = ""

    @property
    def is_new(self) -> bool:
        """Whether the submission is not on record yet."""
        return self.name.startswith("+")

    def entry(self, key: str) -> DraftEntry | None:
        """Return the changes of one entry, None where there are none."""
        return next((entry for entry in self.entries if entry.key == key), None)

    def with_entry(self, changed: DraftEntry) -> SubmissionDraft:
        """Return the draft with an entry changed; an entry that is as on record leaves it."""
        same = not changed.removed and changed.before == changed.values
        rest = [entry for entry in self.entries if entry.key != changed.key]
        at = next((at for at, entry in enumerate(self.entries) if entry.key == changed.key), len(rest))
        if not same:
            rest.insert(at, changed)
        return self.model_copy(update={"entries": tuple(rest)})

    def without(self, key: str) -> SubmissionDraft:
        """Return the draft without the changes of an entry."""
        kept = tuple(entry for entry in self.entries if entry.key != key)
        return self.model_copy(update={"entries": kept})

    def new_key(self, kind: str) -> str:
        """Return a key for a new entry."""
        taken = {entry.key for entry in self.entries}
        return numbered(f"{kind}/+", taken)


class EntryState(StrEnum):
    """How an entry stands between register and draft."""

    RECORDED = "on record"
    CHANGED = "changed"
    NEW = "new"
    REMOVED = "to be removed"


CHANGED = frozenset({EntryState.NEW, EntryState.CHANGED})
"""States of entries that a draft writes."""


@dataclass(frozen=True, slots=True)
class DraftedEntry:
    """An entry as it will be.

    Parameters
    ----------
    key
        As in :class:`DraftEntry`.
    mistakes
        What is wrong with its values; none of one that the draft leaves as it is.
    """

    key: str
    state: EntryState
    values: Values
    mistakes: tuple[FieldMistake, ...] = ()

    @property
    def kind(self) -> str:
        """Kind of the entry."""
        return self.key.partition("/")[0]

    @property
    def id(self) -> str:
        """Id that it has or will have."""
        return str(self.values.get("id", ""))


class DraftedSubmission:
    """A submission on record together with a draft of its changes.

    Parameters
    ----------
    submission
        What is on record, None for a submission that is new.
    last
        Number of each entry's last change, by kind and id.
    """

    def __init__(
        self, submission: Submission | None, last: Mapping[tuple[str, str], int], draft: SubmissionDraft
    ) -> None:
        self.submission, self.draft = submission, draft
        self._last = last
        self._recorded = {
            f"{entry.kind}/{entry.id}": entry
            for entry in (submission.entries if submission is not None else ())
            if entry.kind not in SHARED
        }
        self.entries = tuple(self._drafted())

    def of(self, *kinds: str) -> list[DraftedEntry]:
        """Return the entries of some kinds."""
        return [entry for entry in self.entries if entry.kind in kinds]

    def entry(self, key: str) -> DraftedEntry | None:
        """Return one entry, by its key or as kind and id."""
        named = (entry for entry in self.entries if f"{entry.kind}/{entry.id}" == key)
        return next((entry for entry in self.entries if entry.key == key), next(named, None))

    def changed(self, key: str, values: Values) -> SubmissionDraft:
        """Return the draft with the values of an entry."""
        return self.draft.with_entry(self._begun(key).model_copy(update={"values": values, "removed": False}))

    def removed(self, key: str) -> SubmissionDraft:
        """Return the draft in which an entry is to be removed; a new one only leaves the draft."""
        if key not in self._recorded:
            return self.draft.without(key)
        return self.draft.with_entry(self._begun(key).model_copy(update={"removed": True}))

    def added(self, kind: str, **values: Any) -> tuple[SubmissionDraft, str]:
        """Return the draft with a new entry that has some values already, and the key of the entry."""
        key = self.draft.new_key(kind)
        fresh = {**blank_values(kind), **values}
        if not fresh.get("id"):
            fresh["id"] = self.free_id(kind, kind.replace("_", "-"))
        return self.draft.with_entry(DraftEntry(key=key, values=fresh)), key

    def free_id(self, kind: str, stem: str) -> str:
        """Return an id that no entry of a kind has: the stem, or the stem with a number."""
        taken = {kind.id for kind in self.of(kind)}
        if stem not in taken and stem != kind.replace("_", "-"):
            return stem
        return numbered(f"{stem}-", taken)

    @cached_property
    def whole(self) -> Submission:
        """The submission as it will be; an entry with mistakes is as on record, a new one with mistakes is left out."""
        shared = (
            [entry for entry in self.submission.entries if entry.kind in SHARED] if self.submission else []
        )
        result = (
            (checked_values(entry.kind, entry.values)[0] if entry.state in CHANGED else None)
            or self._recorded.get(entry.key)
            for entry in self.entries
            if entry.state is not EntryState.REMOVED
        )
        return Submission((*shared, *(each for each in result if each is not None)))

    def checklist(self) -> tuple[ChecklistState, ...]:
        """Return how the submission stands against the checklist, drafts included.

        Before the filing is complete, its type alone selects the lines; before it has one, those of a prototype stand.
        """
        whole = self.whole
        if not whole.of(Filing):
            begun = next((each.values.get("type") for each in self.of(Filing.kind)), "")
            kind = begun if begun in set(SubmissionKind) else SubmissionKind.PROTOTYPE
            # The checklist reads nothing but the type of it.
            whole = Submission((Filing.model_construct(type=SubmissionKind(kind)), *whole.entries))
        return checklist_state(whole)

    def mistakes(self) -> dict[str, tuple[FieldMistake, ...]]:
        """Return what prevents saving, by the key of the entry."""
        result = {entry.key: list(entry.mistakes) for entry in self.entries if entry.mistakes}
        keys = {
            (entry.kind, entry.id): entry for entry in self.entries if entry.state is not EntryState.REMOVED
        }
        for entry in self.entries:
            other = keys.get((entry.kind, entry.id))
            if entry.state is EntryState.NEW and other is not None and other is not entry:
                taken = FieldMistake(("id",), Forms.NAME_TAKEN(kind=entry.kind, entry=entry.id))
                result.setdefault(entry.key, []).append(taken)
        for reason in self.whole.dangling():
            if reason.is_a(Entries.NOT_ON_RECORD) and self._begun_with_mistakes(reason):
                continue  # what it names is there, and its own mistakes are told
            key, mistake = self._dangling(reason)
            if not result.get(key) or mistake not in result[key]:
                result.setdefault(key, []).append(mistake)
        return {key: tuple(each) for key, each in result.items()}

    def _begun_with_mistakes(self, reason: Reason) -> bool:
        named = self.entry(f"{reason['missing']}/{reason['name']}")
        return named is not None and bool(named.mistakes)

    def _dangling(self, reason: Reason) -> tuple[str, FieldMistake]:
        named = (
            self.entry(f"{reason['kind']}/{reason['entry']}") if reason.is_a(Entries.NOT_ON_RECORD) else None
        )
        if named is None:
            return "", FieldMistake((), reason)
        fields = {
            "product": ("product",),
            "person": ("by",),
            "unit": ("unit",),
            "component": ("holds", "cure"),
        }
        names = fields.get(str(reason["missing"]), ())
        field = next((name for name in names if name in named.values), "")
        return named.key, FieldMistake((field,) if field else (), reason)

    def _begun(self, key: str) -> DraftEntry:
        begun = self.draft.entry(key)
        if begun is not None:
            return begun
        entry = self._recorded[key]
        values = values_of(entry)
        return DraftEntry(key=key, base=self._last[entry.kind, entry.id], before=values, values=values)

    def _drafted(self) -> Iterator[DraftedEntry]:
        drafted = {entry.key: entry for entry in self.draft.entries}
        for key, entry in self._recorded.items():
            change = drafted.pop(key, None)
            if change is None:
                yield DraftedEntry(key, EntryState.RECORDED, values_of(entry))
            elif change.removed:
                yield DraftedEntry(key, EntryState.REMOVED, change.values)
            else:
                yield DraftedEntry(key, EntryState.CHANGED, change.values, _wrong(change))
        for change in drafted.values():
            yield DraftedEntry(change.key, EntryState.NEW, change.values, _wrong(change))


def _wrong(change: DraftEntry) -> tuple[FieldMistake, ...]:
    return checked_values(change.kind, change.values)[1]


def begin_submission(name: str, person: str) -> tuple[SubmissionDraft, str]:
    """Return the draft of a new submission with its empty filing, and the filing's key."""
    return DraftedSubmission(None, {}, SubmissionDraft(name=name, person=person)).added(Filing.kind)


def named_after(reference: str) -> str:
    """Return the id of a submission by its reference, "" where none can be made of it."""
    try:
        return id_of(reference)
    except RegisterError:
        return ""


def entries_of(drafted: DraftedSubmission) -> tuple[list[Entry], list[tuple[str, str]]]:
    """Return what a draft writes and what it removes; entries with mistakes are left out."""
    entries = [
        checked_values(entry.kind, entry.values)[0] for entry in drafted.entries if entry.state in CHANGED
    ]
    removals = [(entry.kind, entry.id) for entry in drafted.entries if entry.state is EntryState.REMOVED]
    return [each for each in entries if each is not None], removals


def changes_in_words(draft: SubmissionDraft) -> Sequence[tuple[str, str, tuple[str, ...]]]:
    """Return each change as key, act (``new``, ``changed``, ``removed``) and the names of its fields."""
    result = []
    for entry in draft.entries:
        before = entry.before or {}
        fields = tuple(name for name, value in entry.values.items() if before.get(name) != value)
        act = "removed" if entry.removed else "new" if entry.before is None else "changed"
        result.append((f"{entry.kind}/{entry.id}", act, () if act != "changed" else fields))
    return result


FOLDER = "drafts"
_ENDING = ".json"


def read_draft(workspace: Workspace, person: str, name: str) -> SubmissionDraft:
    """Return a person's draft of a submission, an empty one where there is none.

    Raises
    ------
    RegisterError
        If the file is no draft; it is left as it is.
    StorageError
        If it cannot be read.
    """
    file = _file(workspace, person, name)
    try:
        with FileReading(file), suppress(FileNotFoundError):
            return SubmissionDraft.model_validate_json(read_outside(file, SizeLimit.KEPT))
        return SubmissionDraft(name=name, person=person)
    except ValidationError as error:
        raise RegisterError(Forms.DRAFT_UNREADABLE(file=str(file))) from error


def write_draft(workspace: Workspace, draft: SubmissionDraft) -> SubmissionDraft:
    """Write a draft, whole or not at all; one without changes leaves no file.  Returns it with its time."""
    file = _file(workspace, draft.person, draft.name)
    if not draft.entries:
        drop_draft(workspace, draft)
        return draft
    timed = draft.model_copy(update={"changed": datetime.now(UTC).isoformat(timespec="seconds")})
    text = json.dumps(timed.model_dump(mode="json", by_alias=True), indent=1).encode()
    with Writing(file):
        make_inside(workspace.path, file.parent)
        put(file, text, 0o600)
    return timed


def drop_draft(workspace: Workspace, draft: SubmissionDraft) -> None:
    """Remove the file of a draft."""
    with suppress(OSError):
        _file(workspace, draft.person, draft.name).unlink(missing_ok=True)


def drafts_of(workspace: Workspace, person: str) -> tuple[str, ...]:
    """Return the names of a person's drafts."""
    folder = _file(workspace, person, "").parent
    with suppress(OSError):
        return tuple(sorted(path.stem for path in folder.glob(f"*{_ENDING}")))
    return ()


def new_name(workspace: Workspace, person: str) -> str:
    """Return a name for the draft of a new submission."""
    return numbered("+", drafts_of(workspace, person))


def _file(workspace: Workspace, person: str, name: str) -> Path:
    # Both are ids of the register, or a plus sign and a number: no path can be made of them.
    assert not set(f"{person}{name}") & set("/\\:"), (person, name)
    return workspace.path / FOLDER / person / f"{name}{_ENDING}"
