"""The verdict of a run in one statement, its ending, and the obligations that it leaves untested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from labharness.analysis.power.power_table import FILE
from labharness.assessment.obligations import NOT_APPLICABLE, NOT_TESTED, obligations, stage_came
from labharness.assessment.runs.subject import Subject
from labharness.games.chapter_standing import ChapterForce, force_of, is_rescinded, lapsed, standing_in_short
from labharness.model.reasons.decision import Held, Statements
from labharness.model.reasons.game import Gains
from labharness.model.results import CheckResult, Ending, GainBound, Gainer, GainUnit, Outcome, stage_decision
from labharness.plans.plan import GainLimit, PlannedCheck
from labharness.reason import Reason

_KEYS = 3
"""So many keys of a plan stand on page one; the plan's section and the record name more."""

_ENDINGS = {
    Ending.COMPLETE: Statements.COMPLETE,
    Ending.STOPPED_BY_OPERATOR: Statements.STOPPED_BY_OPERATOR,
    Ending.STOPPED_BY_RULE: Statements.STOPPED_BY_RULE,
    Ending.DEVICE_LOST: Statements.DEVICE_LOST,
    Ending.ERROR: Statements.ERROR,
    Ending.INTERRUPTED: Statements.INTERRUPTED,
}


def verdict_statement(subject: Subject) -> Reason:
    """Return what was found, in one statement."""
    plan = subject.frozen.plan
    required = [check for check in plan.checks if check.role == "required"]
    trials = [trial for trial in plan.trials if getattr(trial, "role", "required") == "required"]
    if subject.outcome is Outcome.PASS:
        idle = sum(stage_came(subject, trial) == NOT_APPLICABLE for trial in trials)
        met = _met(len(required), len(trials) - idle)
        return Statements.SOME_INAPPLICABLE(met=met, inapplicable=idle) if idle else met
    if subject.outcome is Outcome.INCONCLUSIVE:
        return Statements.UNSUPPORTED()
    decisions = subject.decisions.values()
    for decision in decisions:
        # What else failed, on a part of a sample, stands among the reasons.
        if decision.reason.is_a(Held.MONITOR_CROSSED):
            return Statements.FAILED_EARLY(stage=decision.reason["stage"], units=decision.reason["units"])
    fallen = {decision.check_id for decision in decisions if decision.outcome is Outcome.FAIL}
    failed = tuple(subject.about(each).title for each in required if each.id in fallen)
    missed = tuple(trial.name for trial in trials if stage_decision(trial.name) in fallen)
    of_checks = Statements.FAILED_CHECKS(count=len(failed), checks=len(required), failed=failed)
    of_trials = Statements.FAILED_TRIALS(count=len(missed), trials=len(trials), missed=missed)
    if failed and missed:
        return Statements.FAILED_BOTH(checks=of_checks, trials=of_trials)
    return of_checks if failed else of_trials if missed else Statements.FAILED()


def ending_reasons(subject: Subject) -> tuple[Reason, ...]:
    """Return why the run ended: what the record gives, or what its ending means."""
    return subject.summary.reasons or (_ENDINGS[subject.ending](),)


def untested(subject: Subject) -> Reason | None:
    """Return how much of what the chapter asks of the device was not tested; None where all of it was."""
    left = sum(tested.came == NOT_TESTED for tested in obligations(subject))
    return Statements.UNTESTED(obligations=left, chapter=subject.frozen.game.chapter) if left else None


def obligations_counted(subject: Subject, count: int) -> Reason:
    """Return how many obligations of the chapter are about the device, as the standing of the chapter has it."""
    game = subject.frozen.game
    code = {
        ChapterForce.RESCINDED: Statements.OBLIGATIONS_RESCINDED,
        ChapterForce.TEMPORARY: Statements.OBLIGATIONS_TEMPORARY,
    }.get(force_of(game.standing), Statements.OBLIGATIONS)
    return code(obligations=count, chapter=game.chapter)


def plan_reservations(subject: Subject) -> Iterator[Reason]:
    """Yield what a reader must know of law and plan beside the verdict: not in force, altered, no detection rates."""
    game = subject.frozen.game
    if game.standing is not None and lapsed(game.standing):
        code = Statements.RESCINDED_LAW if is_rescinded(game.standing) else Statements.TEMPORARY_LAW
        yield code(standing=tuple(standing_in_short(game.chapter, game.standing)))
    named = subject.start.plan
    if named.altered:
        yield Statements.PLAN_ALTERED(changes=_first(named.altered))
    if (beside := named.compared) is not None and not beside.id:
        yield Statements.PLAN_ALONE()
    elif beside is not None and beside.values:
        yield Statements.PLAN_OTHER(
            plan=beside.id, version=beside.version, values=beside.values, keys=_first(beside.keys)
        )
    if subject.frozen.plan.checks and subject.power is None:
        yield Statements.POWER_CHANGED() if FILE in subject.start.files else Statements.POWER_MISSING()


def meaning_of_pass(subject: Subject) -> tuple[Reason, ...]:
    """Return what a pass excludes: the limits that hold, or the bounds reached, then what they do not cover.

    Nothing for a run that did not pass, and for a plan that judges no sample.
    """
    plan, results = subject.frozen.plan, subject.summary.results
    if subject.outcome is not Outcome.PASS or not plan.checks:
        return ()
    bounds = {check.id: results[check.id].bounds or () for check in plan.checks if check.id in results}
    every = [bound for each in bounds.values() for bound in each]
    if all(result.violations is not None for result in results.values()):
        return ()
    stated = [
        (bound, limit, bound_reached(bound, limit))
        for check in plan.checks
        for bound in bounds.get(check.id, ())
        if (limit := _limit(check, bound)) is not None
    ]
    ways = {bound.what.code for bound, *_ in stated}
    # Of several bounds on one way to gain, such as those of two samples or of each group of cards, the largest is what
    # page one states, and of chance and money the chance; the results of the checks have all.
    order = sorted(every, key=lambda each: (each.unit is not GainUnit.CENTS, each.upper))
    widest = {each.what.code: each for each in order}
    reached = tuple(bound_reached(each) for each in widest.values() if each.what.code not in ways)
    left = tuple(each for each in Gainer if each not in {bound.gainer for bound in every})
    held = tuple(each for *_, each in stated)
    if not all(bound.upper < limit.below for bound, limit, _ in stated):  # such as of a check for information
        held, reached = (), (*held, *reached)
    bare = (Statements.NOT_BOUNDED(unbounded=left),) if left else ()
    if not held and not reached:
        return (Statements.NOT_SHOWN_UNFAIR(), *bare)
    limits = (Statements.LIMITS_HOLD(), *held) if held else ()
    heading = Statements.OTHER_BOUNDS() if held else Statements.BOUNDS_REACHED()
    others = (heading, *reached) if reached else ()
    return (*limits, *others, *bare, Statements.OTHER_STRATEGIES(), Statements.UNBOUNDED())


def bound_reached(bound: GainBound, limit: GainLimit | None = None) -> Reason:
    """Return a bound in short: the strategies that it covers, and what it means against the plan's limit."""
    of: dict[str, Any] = {"gainer": bound.gainer, "what": bound.what, "level": bound.level}
    of |= {"covers": bound.covers or Gains.BY_UNKNOWN(), "limit": _meaning(bound, limit)}
    if bound.upper <= 0:
        return Gains.NO_GAIN(**of)
    return Gains.BOUND(**of, upper=bound.upper, unit=bound.unit)


def is_bound(reason: Reason) -> bool:
    """Whether one of the reasons of :func:`meaning_of_pass` is a bound."""
    return reason.is_a(Gains.BOUND, Gains.NO_GAIN)


def bounds(planned: PlannedCheck, result: CheckResult) -> Iterator[Reason]:
    """Yield each bound on a gain, beside the limit that the plan declares for it."""
    yield from (bound_reached(bound, _limit(planned, bound)) for bound in result.bounds or ())


def _limit(planned: PlannedCheck, bound: GainBound) -> GainLimit | None:
    return next(
        (limit for limit in planned.limits if (limit.gainer, limit.unit) == (bound.gainer, bound.unit)), None
    )


def _meaning(bound: GainBound, limit: GainLimit | None) -> Reason:
    if limit is None:
        return Gains.NO_LIMIT()
    of: dict[str, Any] = {"below": limit.below, "reason": limit.reason}
    if bound.upper < limit.below:
        return Gains.BELOW_LIMIT(**of)
    if bound.estimate < limit.below:
        return Gains.ABOVE_LIMIT(**of, unit=bound.unit)
    return Gains.SHOWN(**of, unit=bound.unit, estimate=bound.estimate)


def _first(keys: Sequence[str]) -> tuple[str, ...]:
    """Return as many keys as page one has room for."""
    return tuple(keys[:_KEYS])


def _met(checks: int, trials: int) -> Reason:
    if not trials:
        return Statements.MET_CHECKS(checks=checks)
    if not checks:
        return Statements.MET_TRIALS(trials=trials)
    return Statements.MET_BOTH(checks=checks, trials=trials)
