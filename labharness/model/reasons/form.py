"""Forms of entries: what a field lacks, who may act, and what a draft meets on its way to the register."""

from __future__ import annotations

from labharness.reason import Code, Reason, note, refusal


class Forms(Code, area="form"):
    """Fields, drafts and acts."""

    NEEDED = refusal()
    NEEDED_WITH = refusal(key=str)
    NAME_TAKEN = refusal(kind=str, entry=str)
    NO_REASON = refusal()
    NOTHING_CHANGED = refusal()
    CHANGED_ELSEWHERE = refusal(entries=tuple[str, ...])
    FIELD_CHANGED_ELSEWHERE = note(value=str)
    DRAFT_UNREADABLE = refusal(file=str)
    TAKEN_REFERENCE = refusal(submission=str)

    ACTOR_UNKNOWN = note(login=str)
    ROLE_ACTS = note(role=str, people=tuple[str, ...])
    NOBODY_ACTS = note(role=str)
    OWNER_ACTS = note(person=str)
    MEASURED = note()

    WORDING_SETTLED = note()
    CLAUSE_TESTED = note()
    TAKES_EFFECT = note(run=str)
    TAKES_NO_EFFECT = note(run=str, why=Reason)

    SERIAL_LISTED = refusal(serial=str)
    NO_IDENTITY = refusal(link=str)
