"""Save a draft to the register: all of it or nothing, and never over what somebody else wrote meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from labharness.app.register import acting, open_register
from labharness.app.submission.drafts import DraftedSubmission, DraftEntry, SubmissionDraft, entries_of
from labharness.app.workspace import Workspace
from labharness.errors import RegisterError
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.form_values import FieldMistake, Values, values_of, values_of_record
from labharness.filings.entries.snapshot import KINDS, Change, Submission
from labharness.model.field import fields_of
from labharness.model.reasons.form import Forms

if TYPE_CHECKING:
    from labharness.filings.store.register import Register
    from labharness.filings.store.rules import Signer


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
