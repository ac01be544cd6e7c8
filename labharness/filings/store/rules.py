"""Who may change what, and what must hold of a submission after every change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from labharness.errors import NotPermitted, RegisterError
from labharness.filings.entries.authentications import Authentication
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.people import Laboratory, Person, Role
from labharness.filings.entries.snapshot import KINDS, MAY, SHARED, Submission
from labharness.filings.store.chain import signed_part
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.register import Registers

Signer = Callable[[str, bytes], str]
"""Returns the signature of a person, by printed name, over the content of a record; raises where it is not theirs."""
Key = tuple[str, str, str]
"""Submission ("" for what belongs to none), kind and id of an entry."""


def key_of(submission: str, entry: Entry) -> Key:
    """Return where an entry is kept."""
    return ("" if entry.kind in SHARED else submission, entry.kind, entry.id)


def submission_of(entries: Iterable[Entry]) -> Submission:
    """Return entries as a submission, kind after kind."""
    places = {kind: place for place, kind in enumerate(KINDS)}
    return Submission(tuple(sorted(entries, key=lambda each: places[each.kind])))


def refuse_unpermitted(people: Sequence[Person], who: str, changed: Iterable[Entry]) -> None:
    """Raise :class:`NotPermitted` where a person may not change an entry, with every refusal."""
    changed = list(changed)
    if not people:
        _refuse_beginning(who, changed)
        return
    actor = next((person for person in people if person.id == who), None)
    if actor is None:
        known = tuple(person.id for person in people if person.active)
        raise NotPermitted(Inputs.UNKNOWN(what=Noun.PERSON, name=who, known=known))
    if not actor.active:
        raise NotPermitted(Registers.NOT_ACTIVE(person=who))
    problems = []
    for each in changed:
        role = MAY.get(each.kind)
        if role is not None and role not in actor.roles:
            problems.append(Registers.ROLE_NEEDED(kind=each.kind, entry=each.id, role=role.value, person=who))
        by = getattr(each, "by", who)
        if by != who:
            problems.append(Registers.WORD_OF_ANOTHER(kind=each.kind, entry=each.id, by=by))
    if problems:
        raise NotPermitted(*dict.fromkeys(problems))  # an entry may come as it was and as it shall be


def _refuse_beginning(who: str, changed: Sequence[Entry]) -> None:
    """Refuse to begin a register otherwise than by an administrator who enters themselves."""
    first = next((each for each in changed if isinstance(each, Person) and each.id == who), None)
    if first is None or Role.ADMINISTRATOR not in first.roles or not first.active or len(changed) != 1:
        raise RegisterError(Registers.BEGIN_WITH_ADMINISTRATOR())


def needs_signature(kind: str, *laboratories: Laboratory | None) -> bool:
    """Whether a record about entries of a kind is signed, by the laboratory's entry before and after it."""
    return kind in MAY and any(
        laboratory is not None and laboratory.signed_decisions for laboratory in laboratories
    )


def signing(
    signer: Signer | None, who: str, before: Mapping[Key, Entry], after: Mapping[Key, Entry]
) -> Callable[[Mapping[str, Any]], str]:
    """Return what signs the records of one change; it refuses those that nobody signs and that need it."""
    laboratories = laboratory_of(before.values()), laboratory_of(after.values())
    known = (*before.values(), *after.values())
    name = next((each.name for each in known if isinstance(each, Person) and each.id == who), who)

    def sign(fields: Mapping[str, Any]) -> str:
        kind, entry = fields["kind"], fields["entry"]
        if signer is not None and kind in MAY:
            return signer(name, signed_part(fields))
        if needs_signature(kind, *laboratories):
            raise RegisterError(Registers.KEY_NEEDED(kind=kind, entry=entry, person=name))
        return ""

    return sign


def laboratory_of(entries: Iterable[Entry]) -> Laboratory | None:
    """Return who issues the reports, None where nobody is on record."""
    return next((entry for entry in entries if isinstance(entry, Laboratory)), None)


def refuse_inconsistent(submission: str, before: Mapping[Key, Entry], after: Mapping[Key, Entry]) -> None:
    """Raise :class:`RegisterError` with everything that would not hang together after a change."""
    problems = [
        Registers.LABORATORY_ENTRY_STAYS(kind=kind, entry=id_)
        for place, kind, id_ in sorted(before.keys() - after.keys())
        if not place
    ]
    problems += [
        Registers.AUTHENTICATION_STAYS(entry=each.id)
        for place, each in before.items()
        if isinstance(each, Authentication) and not _kept(each, after.get(place))
    ]
    people = [each for each in after.values() if isinstance(each, Person)]
    if people and not any(person.active and Role.ADMINISTRATOR in person.roles for person in people):
        problems.append(Registers.LAST_ADMINISTRATOR())
    own = [each for (place, _, _), each in after.items() if place]
    filings = [each for each in own if isinstance(each, Filing)]
    if own and [filing.id for filing in filings] != [submission]:
        problems.append(
            Registers.FILING_NEEDED(submission=submission)
            if len(filings) < 2
            else Registers.FILING_TWICE(submission=submission)
        )
    problems += submission_of(after.values()).dangling()
    if problems:
        raise RegisterError(*problems)


def _kept(each: Authentication, later: Entry | None) -> bool:
    """Whether a measured result stands as it was written; files may be added to it."""
    return isinstance(later, Authentication) and each == later.model_copy(
        update={"files": later.files[: len(each.files)]}
    )
