"""Why a command line cannot be carried out."""

from __future__ import annotations

from labharness.reason import Code, refusal


class Commands(Code, area="command"):
    """Options that a command needs, and what a console refuses."""

    OUTPUT_CLOSED = refusal()
    ONE_SUBJECT = refusal()
    TOKEN_KEY_INCOMPLETE = refusal(got=str)
    KEY_NEEDED = refusal()
    PASSPHRASES_DIFFER = refusal()
    BENCH_NEEDS = refusal()
    NOT_AN_ADDRESS = refusal(got=str)
    FILE_EXISTS = refusal(path=str)
    PERSON_LISTED = refusal(person=str)
    PERSON_NOT_LISTED = refusal(person=str)
    CLAUSE_NOT_CITED = refusal(report=str, clause=str)
    CLAUSE_NOT_AWAITING = refusal(report=str, clause=str, awaiting=tuple[str, ...])
    CLAUSE_NOT_UNTESTED = refusal(report=str, clause=str, untested=tuple[str, ...])
