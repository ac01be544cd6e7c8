"""Mistakes in entries of a submission, and what entries lack."""

from __future__ import annotations

from labharness.reason import Code, open_item, refusal


class Entries(Code, area="entry"):
    """What cannot be put on record, and what on record has no effect."""

    ONLY_SPACES = refusal()
    HIDDEN_CHARACTER = refusal(character=str)
    RESERVED_NAME = refusal(id=str)
    YEAR_IMPOSSIBLE = refusal(date=str)
    FUTURE_DAY = refusal(date=str, today=str)
    PROTOTYPE_OMITS_TESTS = refusal()
    COMPLETE_BEFORE_RECEIVED = refusal()
    NAMES_NO_LAW = refusal(clause=str)
    NAMES_LAPSED_LAW = refusal(clause=str, chapters=tuple[str, ...])
    DIGEST_LENGTH = refusal(algorithm=str, digits=int, got=int)
    EXAMINATION_TIMES = refusal(examination=str, times=int)

    STATES_NO_FACT = open_item(key=str)
    NO_FILE = open_item()
    NOT_ON_RECORD = open_item(kind=str, entry=str, missing=str, name=str)
    ONE_RUN = refusal(run=str)
    RUN_INVALIDATED_TWICE = open_item(entry=str, run=str, before=str)
