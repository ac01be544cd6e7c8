"""What the course of a run says of the evidence, whatever its samples show."""

from __future__ import annotations

from labharness.model.counted import Counted
from labharness.model.findings import Result
from labharness.model.health import HealthTest
from labharness.model.results import Ending
from labharness.reason import Code, Reason, cut_short, doubt, failure, note


class Course(Code, area="course"):
    """Stages, independent reads, interruptions and what people saw."""

    ENDED_EARLY = cut_short(ending=Ending)
    """By the operator or by an interruption, which says nothing of the device."""
    BROKEN_OFF = doubt(ending=Ending)
    """For a cause that may lie in the device or in the plan."""
    STAGE_UNFINISHED = cut_short(stage=str)
    INTERRUPTIONS = cut_short(interruptions=int, allowed=int)
    REPEATS = doubt(repeats=int, allowed=int)

    STAGE_DONE = note(stage=str, result=tuple[Reason, ...])
    STAGE_FAILED = failure(stage=str, result=tuple[Reason, ...])
    STAGE_DOUBTFUL = doubt(stage=str, result=tuple[Reason, ...])
    STAGE_UNRECORDED = doubt(stage=str)
    READS_DISAGREE = failure(stage=str, wrong=int, made=int)
    READS_UNDECLARED = doubt(stage=str)
    READS_MISSING = doubt(stage=str, made=int, declared=int)
    READ_UNSETTLED = doubt(stage=str, unit=int, why=tuple[Reason, ...])
    INPUT_UNPROVEN = doubt(stage=str, units=int)
    HEALTH_ALARMS = doubt(stage=str, test=HealthTest, alarms=int, sample=int, cutoff=int)
    """``sample`` is the first that alarmed, ``cutoff`` what alarms."""
    SAME_DATA = doubt(stage=str, units=int, what=Counted, first=int, runs=tuple[str, ...])
    """``first`` is the number, from 1, of the first of the units that other runs have too."""
    NOT_COMPARED = doubt()
    NOTHING_APPLIES = doubt()
    REPLAYED = doubt()

    JAMMED = doubt(stage=str)
    DEVICE_FAILED = doubt(why=tuple[Reason, ...])
    FINDING_LEFT = doubt(stage=str, item=str, result=Result)
    """In a stage that was not finished."""
    REACTION_NOT_REPEATED = doubt(stage=str)
    ALARM_LEFT = doubt(stage=str)
    COUNT_LEFT = doubt(stage=str)
