"""The verdict of a run in one sentence, its ending, and the obligations that it leaves untested."""

from __future__ import annotations

from labharness.model.gains import Gainer
from labharness.reason import Code, Reason, note


class Statements(Code, area="statement"):
    """Statements of a run's report; ``failed`` are titles of checks, ``missed`` names of stages."""

    MET_CHECKS = note(checks=int)
    MET_TRIALS = note(trials=int)
    MET_BOTH = note(checks=int, trials=int)
    SOME_INAPPLICABLE = note(met=Reason, inapplicable=int)
    UNSUPPORTED = note()
    FAILED_CHECKS = note(count=int, checks=int, failed=tuple[str, ...])
    FAILED_TRIALS = note(count=int, trials=int, missed=tuple[str, ...])
    FAILED_BOTH = note(checks=Reason, trials=Reason)
    FAILED_EARLY = note(stage=str, units=int)
    FAILED = note()

    COMPLETE = note()
    STOPPED_BY_OPERATOR = note()
    STOPPED_BY_RULE = note()
    DEVICE_LOST = note()
    ERROR = note()
    INTERRUPTED = note()

    UNTESTED = note(obligations=int, chapter=str)
    OBLIGATIONS = note(obligations=int, chapter=str)
    OBLIGATIONS_RESCINDED = note(obligations=int, chapter=str)
    OBLIGATIONS_TEMPORARY = note(obligations=int, chapter=str)
    RESCINDED_LAW = note(standing=tuple[Reason, ...])
    TEMPORARY_LAW = note(standing=tuple[Reason, ...])
    PLAN_ALTERED = note(changes=tuple[str, ...])
    PLAN_OTHER = note(plan=str, version=int, values=int, keys=tuple[str, ...])
    PLAN_ALONE = note()
    POWER_MISSING = note()
    POWER_CHANGED = note()

    NOT_SHOWN_UNFAIR = note()
    LIMITS_HOLD = note()
    BOUNDS_REACHED = note()
    OTHER_BOUNDS = note()
    """Bounds beside limits that hold."""
    NOT_BOUNDED = note(unbounded=tuple[Gainer, ...])
    OTHER_STRATEGIES = note()
    UNBOUNDED = note()
    """What no sample bounds, whatever was tried."""
