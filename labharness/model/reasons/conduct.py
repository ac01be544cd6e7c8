"""How a run goes: endings, rest, deviations, and what keeps it from going on."""

from __future__ import annotations

from labharness.model.observations import Kind
from labharness.reason import Code, Reason, cut_short, doubt, note, refusal


class Conduct(Code, area="conduct"):
    """Endings, rest and deviations."""

    CARRIED_OUT = note()
    STOPPED_BY = cut_short(who=str)
    INTERRUPTED_BY = cut_short(signal=str)
    STOPPED_AT_STAGE = doubt(stage=str, result=tuple[Reason, ...])
    STOPPED_BY_MONITOR = doubt(stage=str, units=int, level=float)
    HARNESS_FAILED = cut_short(error=str)
    SESSION_COMPLETE = note()
    SESSION_CLOSED = note()
    LET_GO = note()
    RESTARTED = note()

    NO_PORT = note()
    AT_REST = note()
    NOT_AT_REST = doubt()
    REST_UNANSWERED = doubt()

    INPUT_UNKNOWN = doubt(kind=Kind, unit=int)
    PUT_IN_AGAIN = doubt()
    JAM = doubt(number=int, allowed=int, stage=str, unit=int)
    JAM_NOT_CLEARED = cut_short(stage=str, still=tuple[Reason, ...])
    NOT_RESTORED = doubt(stage=str, alarms=tuple[str, ...])

    NOBODY_ANSWERED = cut_short(seconds=float)
    NO_READER = refusal()
    NOT_READABLE = cut_short(who=str, answer=str)
    READS_NEVER_EQUAL = cut_short(unit=int, reads=int)
    OTHER_UNIT = refusal(model=str, serial=str, other_model=str, other_serial=str)
    OTHER_CLASS = refusal(planned=str, reported=str)
