"""What was observed of the units that failed, against what a random device gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from labharness.assessment.attempts.curing import counted
from labharness.assessment.dossier import Dossier, Group
from labharness.assessment.runs.subject import Subject
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.effect import Effects
from labharness.model.results import CheckResult, Decision, Outcome
from labharness.plans.plan import PlannedCheck
from labharness.reason import Reason


@dataclass(frozen=True, slots=True)
class Observation:
    """What was observed of one unit that failed.

    Parameters
    ----------
    sentence
        Observed against expected, None where no result of a failed check says so in numbers.
    """

    run: Subject
    group: Group
    sentence: Reason | None


def observations(dossier: Dossier) -> tuple[Observation, ...]:
    """Return the observation of every group that failed and counts, in the order of their first run."""
    return tuple(_observation(group) for group in counted(dossier) if group.outcome is Outcome.FAIL)


def failed_units(dossier: Dossier) -> Iterator[Reason]:
    """Yield each unit that failed, with what was observed of it."""
    for each in observations(dossier):
        unit = {"model": each.group.model or None, "serial": each.group.serial or None, "run": each.run.run}
        if each.sentence is None:
            yield Conclusions.UNIT_FAILED(**unit)
        else:
            yield Conclusions.UNIT_OBSERVED(**unit, observed=each.sentence)


def _observation(group: Group) -> Observation:
    """Return the plainest observation of a group's failed runs: a count of violations, then of things in shuffles."""
    failed = group.failed
    for run in failed:
        if run.identified is not None:
            return Observation(run, group, run.identified)
    for run in failed:
        for planned, result in _results(run):
            if result.violations:
                sentence = Conclusions.OBSERVED_VIOLATIONS(
                    violations=result.violations, units=result.units, unit=run.about(planned).unit
                )
                return Observation(run, group, sentence)
    for run in failed:
        for _, result in _results(run):
            if (counts := _per_shuffle(result)) is not None:
                return Observation(run, group, counts)
    return Observation(failed[0], group, None)


def _results(run: Subject) -> Iterator[tuple[PlannedCheck, CheckResult]]:
    """Yield the checks that failed in a run, the smallest p-value first."""
    verdict = run.summary.verdict
    decisions = verdict.decisions if verdict else ()
    planned = {check.id: check for check in run.frozen.plan.checks}

    def small(decision: Decision) -> float:
        return decision.p if decision.p is not None else 0.0

    for decision in sorted(decisions, key=small):
        result = run.summary.results.get(decision.check_id)
        if decision.outcome is Outcome.FAIL and decision.check_id in planned and result is not None:
            yield planned[decision.check_id], result


def _per_shuffle(result: CheckResult) -> Reason | None:
    effect = result.effect
    if effect is None or not effect.name.is_a(Effects.PER_SHUFFLE):
        return None
    fair = float(str(effect.name["fair"]))
    return Conclusions.OBSERVED_COUNT(
        observed=round(effect.value * result.units),
        what=effect.name["what"],
        units=result.units,
        expected=round(fair * result.units),
    )
