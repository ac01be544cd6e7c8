"""What the course of a run sets against a pass, whatever its samples show."""

from __future__ import annotations

from collections.abc import Iterable

from labharness.assessment.runs.stated_levels import lenient
from labharness.evidence.history.trust import CaptureTrust
from labharness.evidence.records.judged import SameData
from labharness.model.observations import CARD_KINDS, OF_KIND
from labharness.model.reasons.course import Course
from labharness.model.results import Decision, Outcome, reads_decision, stage_decision
from labharness.model.stage_status import StageStatus
from labharness.plans.frozen import FrozenPlan
from labharness.plans.stages import Acquire
from labharness.reason import Reason


def failures(trust: CaptureTrust) -> list[Decision]:
    """Return what fails a device whatever its samples show."""
    decisions = [
        Decision(
            stage_decision(name),
            "counting",
            Outcome.FAIL,
            None,
            None,
            Course.STAGE_FAILED(stage=name, result=reasons),
        )
        for name, (status, reasons) in trust.stages.items()
        if status is StageStatus.FAILED
    ]
    for name, errors in trust.reads.items():
        wrong = sum(1 for error in errors if error)
        if wrong:
            reason = Course.READS_DISAGREE(stage=name, wrong=wrong, made=len(errors))
            decisions.append(Decision(reads_decision(name), "counting", Outcome.FAIL, None, None, reason))
    return decisions


def carried_out(trust: CaptureTrust, frozen: FrozenPlan) -> list[Decision]:
    """Return what people found to be as it should be; what is missing or doubtful is a caveat.

    Of trials that do not apply to the device nothing is decided: the stage and its sentence say why.
    """
    done = {name: reasons for name, (status, reasons) in trust.stages.items() if status is StageStatus.DONE}
    return [
        Decision(
            stage_decision(stage.name),
            "counting",
            Outcome.PASS,
            None,
            None,
            Course.STAGE_DONE(stage=stage.name, result=done[stage.name]),
        )
        for stage in frozen.plan.trials
        if stage.name in done and getattr(stage, "role", "required") == "required"
    ]


def caveats(trust: CaptureTrust, frozen: FrozenPlan) -> list[Reason]:
    """Return why the evidence does not carry a pass."""
    plan = frozen.plan
    result = [*lenient(plan), *([Course.REPLAYED()] * trust.replayed)]
    result += [
        Course.STAGE_DOUBTFUL(stage=name, result=reasons)
        for name, (status, reasons) in trust.stages.items()
        if status is StageStatus.DOUBTFUL
    ]
    result += _unfinished(trust, frozen)
    result += _nothing(trust, frozen)
    result += [Course.STAGE_UNRECORDED(stage=name) for name in sorted(trust.broken)]
    result += [Course.INPUT_UNPROVEN(stage=name, units=count) for name, count in trust.unknown_inputs.items()]
    result += [
        Course.HEALTH_ALARMS(
            stage=stage, test=test, alarms=alarm.number, sample=alarm.sample, cutoff=alarm.cutoff
        )
        for (stage, test), alarm in trust.alarms.items()
    ]
    result += trust.unsettled
    result += [*repeated(trust.same), *([Course.NOT_COMPARED()] * trust.uncompared)]
    for stage in plan.acquisitions:
        # Reads that an unfinished stage lacks say nothing that its being unfinished does not.
        if stage.name in trust.stages:
            result += _reads(trust, stage)
    return result + _interruptions(trust, frozen)


def repeated(same: Iterable[SameData]) -> list[Reason]:
    """Return data that other runs have too, one reason for each place where they begin."""
    places: dict[tuple[str, int], list[SameData]] = {}
    for each in same:
        places.setdefault((each.mine.stage, each.mine.first), []).append(each)
    return [
        Course.SAME_DATA(
            stage=stage,
            units=max(each.mine.units for each in there),
            what=OF_KIND[there[0].mine.kind],
            first=first + 1,
            runs=tuple(dict.fromkeys(each.run for each in there)),
        )
        for (stage, first), there in places.items()
    ]


def _nothing(trust: CaptureTrust, frozen: FrozenPlan) -> list[Reason]:
    """Return so where everything that the plan requires was found not to apply."""
    idle = {name for name, (status, _) in trust.stages.items() if status is StageStatus.NOT_APPLICABLE}
    required = [
        trial.name for trial in frozen.plan.trials if getattr(trial, "role", "required") == "required"
    ]
    if frozen.plan.checks or not idle or not idle.issuperset(required):
        return []
    return [Course.NOTHING_APPLIES()]


def _unfinished(trust: CaptureTrust, frozen: FrozenPlan) -> list[Reason]:
    return [
        Course.STAGE_UNFINISHED(stage=stage.name)
        for stage in frozen.plan.stages
        if stage.name not in trust.stages
    ]


def _interruptions(trust: CaptureTrust, frozen: FrozenPlan) -> list[Reason]:
    plan = frozen.plan
    reasons = []
    if trust.gaps > plan.interruptions_allowed:
        reasons.append(Course.INTERRUPTIONS(interruptions=trust.gaps, allowed=plan.interruptions_allowed))
    if trust.repeats > plan.repeats_allowed:
        reasons.append(Course.REPEATS(repeats=trust.repeats, allowed=plan.repeats_allowed))
    return reasons


def _reads(trust: CaptureTrust, stage: Acquire) -> list[Reason]:
    sources = trust.sources.get(stage.name, set())
    if stage.observes not in CARD_KINDS or all(source.independent for source in sources):
        return []
    result = len(trust.reads.get(stage.name, []))
    if stage.independent_reads == 0:
        return [Course.READS_UNDECLARED(stage=stage.name)]
    if result < stage.independent_reads:
        return [Course.READS_MISSING(stage=stage.name, made=result, declared=stage.independent_reads)]
    return []
