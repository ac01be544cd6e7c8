"""What a run, or an order to begin one, refuses."""

from __future__ import annotations

from enum import StrEnum

from labharness.reason import Code, Reason, note, refusal


class Trait(StrEnum):
    """What all attempts on one device have in common."""

    UNIT = "unit"
    SOFTWARE = "software"
    PLAN = "plan"


class Runs(Code, area="run"):
    """Names of runs, orders, commands to a runner, and runs that cannot be settled or reported."""

    NAME_EMPTY = refusal()
    NAME_INVALID = refusal(name=str)
    NAME_RESERVED = refusal(name=str)
    FOLDER_EXISTS = refusal(folder=str)
    UNKNOWN = refusal(run=str, workspace=str, latest=tuple[str, ...])
    OUTSIDE = refusal(run=str, workspace=str)

    READER_NEEDED = refusal()
    MARKS_NOT_READ = refusal()
    INPUT_NOT_READ = refusal(stage=str)
    SAME_URL = refusal()

    A_FILE = refusal(file=str)
    AT_WORK = refusal(run=str)
    NO_RUNNER = refusal(run=str)
    ENDED = refusal(run=str)
    NOT_BEGUN = refusal(run=str, why=Reason)
    KEPT = note(run=str)
    PROMPT_NEEDED = refusal(open=tuple[str, ...])

    UNIT_UNKNOWN = refusal(run=str)
    OTHER_DEVICE = refusal(run=str, first=str, traits=tuple[Trait, ...])
    NOT_REPORTED = refusal(run=str, problem=Reason)
    PLAN_UNREADABLE = refusal(run=str, why=tuple[Reason, ...])
    VERDICT_UNFOUNDED = refusal(run=str, problem=Reason)
    UNITS_MISSING = note(stage=str, recorded=int, planned=int)
    NOT_STARTED = refusal(why=str)
    OTHER_SERIAL = refusal(serial=str, submission=str, serials=tuple[str, ...])
    VERDICT_CHANGED = refusal(run=str)
    UNREADABLE = refusal(run=str, why=tuple[Reason, ...])
    """Whether it counts as an attempt is not known."""
