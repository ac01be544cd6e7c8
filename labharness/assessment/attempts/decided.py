"""What the rule makes of each check over all attempts of a group, and which run says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from labharness.analysis.decision.rule import awaits_retest
from labharness.assessment.dossier import RETEST, Group
from labharness.model.results import Decision, Outcome
from labharness.model.settlement import Level

_RANK = {Outcome.PASS: 0, Outcome.INCONCLUSIVE: 1, Outcome.FAIL: 2}
_COMPLETE = frozenset({"first", RETEST, "not asked for"})


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision, and the run in which it was reached."""

    decision: Decision
    run: str


def decided(group: Group) -> dict[str, Decided]:
    """Return what each check of a group came to, the worst of all attempts.

    What awaited the retest is decided by it.  Of a run that was not completed, or was set aside, only its
    failures count; where the attempts could not be settled, nothing that passed does.
    """
    result: dict[str, Decided] = {}
    for run, decision in _all(group):
        before = result.get(decision.check_id)
        if before is None or _RANK[decision.outcome] > _RANK[before.decision.outcome]:
            result[decision.check_id] = Decided(decision, run)
    return result


def plain_decisions(result: Mapping[str, Decided]) -> tuple[Decision, ...]:
    """Return decisions without their runs."""
    return tuple(each.decision for each in result.values())


def _all(group: Group) -> Iterator[tuple[str, Decision]]:
    levels = {level.check: level for level in group.settlement.levels} if group.settlement else {}
    verdicts = [(run, run.summary.verdict) for run in group.runs if run.summary.verdict]
    again = {
        decision.check_id
        for run, verdict in verdicts
        if group.role(run) == RETEST
        for decision in verdict.decisions
        if decision.check_id in levels
    }
    for run, verdict in verdicts:
        role = group.role(run)
        for decision in verdict.decisions:
            if group.settlement is None and decision.outcome is Outcome.PASS:
                yield run.run, replace(decision, outcome=Outcome.INCONCLUSIVE)
            elif (
                group.settlement is not None
                and role not in _COMPLETE
                and decision.outcome is not Outcome.FAIL
            ) or (role == "first" and decision.check_id in again and awaits_retest(decision)):
                continue
            elif role == RETEST and decision.check_id in levels:
                yield run.run, replace(decision, outcome=_retested(decision, levels[decision.check_id]))
            else:
                yield run.run, decision


def _retested(decision: Decision, level: Level) -> Outcome:
    """Hold a test to the level of its retest; what else is wrong with it stays wrong."""
    if decision.p is None or (decision.outcome is Outcome.INCONCLUSIVE and not awaits_retest(decision)):
        return Outcome.FAIL if decision.outcome is Outcome.FAIL else Outcome.INCONCLUSIVE
    return Outcome.FAIL if decision.p < level.retest_below else Outcome.PASS
