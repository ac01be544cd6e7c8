"""What the course of a run sets against a pass, whatever its samples show.

Levels, tails and roles of a plan against those that its citations and the laboratory's standard state.

A plan file is anybody's to write. Whatever it says, a device that fails a test which a rule names does not pass: a
plan that is more lenient than the rule carries no pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from labharness.assessment.law import clause_of, standard
from labharness.evidence.history.run import CaptureTrust
from labharness.evidence.records.course import SameData
from labharness.model.observations import CARD_KINDS, OF_KIND
from labharness.model.reasons.plan import Stated
from labharness.model.reasons.run import Course
from labharness.model.results import Decision, Outcome, reads_decision, stage_decision
from labharness.model.stages import StageStatus
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import Acquire, Citation, Plan
from labharness.reason import Reason, Titled

_DUST = 1e-9
"""Levels are decimal fractions; their products differ by less from what a file writes."""


def lenient(plan: Plan) -> tuple[Reason, ...]:
    """Return where a plan is more lenient than its citations or the laboratory's standard, nothing where it is not.

    Notes
    -----
    Compared are the significance level of each citation, the levels below which the first sample and the retest fail,
    the tail, the family of adjusted tests, and the role of the citing checks; and the level of the laboratory's own
    checks. The clause as the laboratory keeps it states what holds, not the plan's account of it. Of a clause that the
    laboratory does not keep, its standard holds.
    """
    return tuple(_lenient(plan))


def fails_as_stated(plan: Plan, decisions: Sequence[Decision]) -> bool:
    """Say whether a test failed at the stated levels, whatever levels and roles the plan gives it.

    A test that a rule names fails below the failing share of the clause's level, one of the laboratory's own below the
    laboratory's level. A lenient plan calls such a test passed, awaiting its retest, or informational.
    """
    cited = {check.id: check.cites for check in plan.checks if check.cites}
    failing = {citation.id: _alpha(citation) * standard().fail_fraction for citation in plan.citations}
    return any(
        decision.p is not None and _below(decision.p, failing[cited[decision.check_id]])
        if decision.check_id in cited
        else decision.family == "laboratory"
        and decision.p is not None
        and _below(decision.p, standard().laboratory_level)
        for decision in decisions
    )


def _alpha(citation: Citation) -> float:
    kept = clause_of(citation.clause)
    return 1 - ((kept.confidence if kept else None) or standard().confidence)


def _lenient(plan: Plan) -> Iterator[Reason]:
    for citation in plan.citations:
        kept = clause_of(citation.clause)
        stated = kept.confidence if kept else None
        if citation.confidence is not None:
            yield from _levels(plan, citation, _alpha(citation))
        if citation.confidence is not None or stated is not None:
            yield from _roles(plan, citation)
        if kept is None or stated is None:
            continue
        if citation.confidence is not None and citation.tail is not kept.tail:
            yield Stated.TAIL(clause=citation.clause, tail=citation.tail, stated=kept.tail)
        yield from _family(plan, citation, alone=kept.names == "one", tests=kept.tests)
    if _below(plan.decision.laboratory_level, standard().laboratory_level):
        yield Stated.LABORATORY_LEVEL(
            level=plan.decision.laboratory_level, stated=standard().laboratory_level
        )


def _levels(plan: Plan, citation: Citation, alpha: float) -> Iterator[Reason]:
    assert citation.confidence is not None
    own = 1 - citation.confidence
    split = next((retest for retest in plan.decision.retests if retest.cites == citation.id), None)
    failing = split.fail_below if split else own * plan.decision.fail_fraction
    again = split.retest_below if split else own * plan.decision.retest_fraction
    for code, level, stated in (
        (Stated.CONFIDENCE, own, alpha),
        (Stated.FAIL_LEVEL, failing, alpha * standard().fail_fraction),
        (Stated.RETEST_LEVEL, again, alpha * standard().retest_fraction),
    ):
        if _below(level, stated):
            yield code(clause=citation.clause, level=float(f"{level:.12g}"), stated=float(f"{stated:.12g}"))


def _roles(plan: Plan, citation: Citation) -> Iterator[Reason]:
    """Yield checks that a rule names and the plan does not require; a plan of trials alone answers no such rule."""
    citing = [check for check in plan.checks if check.cites == citation.id]
    idle = [each for each in citing if each.role != "required"]
    yield from (Stated.NOT_REQUIRED(clause=citation.clause, check=Titled(each.id)) for each in idle)
    if plan.checks and (len(idle) == len(citing) or citation.confidence is None):
        yield Stated.NOT_ANSWERED(clause=citation.clause)


def _family(plan: Plan, citation: Citation, *, alone: bool, tests: int | None) -> Iterator[Reason]:
    citing = [check for check in plan.checks if check.cites == citation.id and check.role == "required"]
    if alone and citation.names == "several" and len(citing) > 1:
        yield Stated.NOT_ALONE(clause=citation.clause, checks=len(citing))
    if tests is not None:
        for stage, checks in Counter(each.stage for each in citing).items():
            if checks > tests:
                yield Stated.DILUTED(clause=citation.clause, stage=stage, checks=checks, tests=tests)


def _below(level: float, stated: float) -> bool:
    return level < stated * (1 - _DUST)


def failures(trust: CaptureTrust) -> list[Decision]:
    """Return what fails a device whatever its samples show."""
    decisions = [
        _counted(stage_decision(name), Outcome.FAIL, Course.STAGE_FAILED(stage=name, result=reasons))
        for name, (status, reasons) in trust.stages.items()
        if status is StageStatus.FAILED
    ]
    for name, errors in trust.reads.items():
        wrong = sum(1 for error in errors if error)
        if wrong:
            reason = Course.READS_DISAGREE(stage=name, wrong=wrong, made=len(errors))
            decisions.append(_counted(reads_decision(name), Outcome.FAIL, reason))
    return decisions


def carried_out(trust: CaptureTrust, frozen: FrozenPlan) -> list[Decision]:
    """Return what people found to be as it should be; what is missing or doubtful is a caveat.

    Of trials that do not apply to the device nothing is decided: the stage and its sentence say why.
    """
    done = {name: reasons for name, (status, reasons) in trust.stages.items() if status is StageStatus.DONE}
    return [
        _counted(
            stage_decision(stage.name),
            Outcome.PASS,
            Course.STAGE_DONE(stage=stage.name, result=done[stage.name]),
        )
        for stage in frozen.plan.trials
        if stage.name in done and getattr(stage, "role", "required") == "required"
    ]


def _counted(id_: str, outcome: Outcome, reason: Reason) -> Decision:
    return Decision(id_, "counting", outcome, None, None, reason)


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
