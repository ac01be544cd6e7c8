"""All attempts on one device, the one retest that a plan allows, and attempts that were set aside."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from labharness.analysis.decision.rule import (
    DecisionLevels,
    DeclaredCheck,
    awaits_retest,
    combine,
    decide,
    interim,
)
from labharness.model.reasons.run import Attempts, of_runs
from labharness.model.results import CheckResult, Ending, Outcome, Verdict
from labharness.reason import Reason, ReasonKind, Titled

EXCUSABLE = frozenset({Ending.COMPLETE, Ending.STOPPED_BY_OPERATOR, Ending.INTERRUPTED})
"""Endings of runs that may be set aside; every other one may be the device's own doing, or the plan's."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One run of a submission.

    Parameters
    ----------
    run
        Its name.
    unit, software, plan
        Serial number, digests of all components, and hash of the plan: what a retest must share.
    results
        By check id.
    ending
        How the run stopped.
    caveats
        What weakens its evidence, as for :func:`~labharness.analysis.decision.rule.combine`.
    failures
        What fails the device whatever its samples show.
    signs
        What it showed against the device that no verdict counts, such as a jam.
    whole
        Whether it was neither interrupted nor departed from its plan.
    """

    run: str
    unit: str
    software: tuple[str, ...]
    plan: str
    results: Mapping[str, CheckResult]
    ending: Ending = Ending.COMPLETE
    caveats: tuple[Reason, ...] = ()
    failures: tuple[Reason, ...] = ()
    signs: tuple[Reason, ...] = ()
    whole: bool = True


def settle(
    planned: Sequence[DeclaredCheck],
    rule: DecisionLevels,
    attempts: Sequence[Attempt],
    invalidated: Collection[str] = (),
) -> Verdict:
    """Return the verdict of a submission from every run of it, in the order in which they began.

    The first complete run decides, unless tests in it await the retest and nothing else stands against a
    pass; then the second complete run, of the same unit, software and plan and of at least as many units,
    decides those.  A failure in any run is one.  A run that was abandoned, and a complete one that the plan
    did not ask for, count: they prevent a pass, for what was left or repeated may have been chosen.
    Of several attempts, each reason names those whose figures it holds.

    Parameters
    ----------
    invalidated
        Names of runs that the authorizer invalidated for an assignable cause.  Those of them that
        :func:`set_aside` lets go are left out; the others count like any run.
    """
    alone, left = len(attempts) == 1, set_aside(planned, rule, attempts, invalidated)
    attempts = [attempt for place, attempt in enumerate(attempts) if left.get(place, attempt) is not None]
    complete = [attempt for attempt in attempts if attempt.ending is Ending.COMPLETE]
    abandoned = [attempt for attempt in attempts if attempt.ending is not Ending.COMPLETE]
    judged = [(each.run, _judged(planned, rule, each)) for each in abandoned]
    reasons = [Attempts.NOT_COMPLETED(run=each.run) for each in abandoned]
    if not complete:
        reasons.append(Attempts.NONE_COMPLETE())
    awaiting: dict[str, Reason] = {}
    settled: set[Reason] = set()
    for place, attempt in enumerate(complete):
        wrong = _objections(complete[0], attempt, awaiting.keys()) if place == 1 else []
        if place > 1:
            wrong = [Attempts.ONE_ALLOWED()]
        retested = frozenset(awaiting) if place == 1 and not wrong else frozenset[str]()
        verdict = _judged(planned, rule, attempt, retested)
        judged.append((attempt.run, verdict))
        reasons += [Attempts.NOT_THE_RETEST(run=attempt.run, why=why) for why in wrong]
        if place == 0:
            awaiting = _awaiting(verdict)
        settled |= {awaiting[check] for check in retested}
    against = [(run, why) for run, each in judged for why in each.reasons if why not in settled]
    shown = dict.fromkeys(why for _, why in against) if alone else of_runs(against)
    stand = (*shown, *reasons)
    failed = any(verdict.outcome is Outcome.FAIL for _, verdict in judged)
    outcome = Outcome.FAIL if failed else Outcome.INCONCLUSIVE if stand else Outcome.PASS
    return Verdict(outcome, stand, judged[-1][1].decisions if judged else ())


def set_aside(
    planned: Sequence[DeclaredCheck],
    rule: DecisionLevels,
    attempts: Sequence[Attempt],
    invalidated: Collection[str],
) -> dict[int, Reason | None]:
    """Return of each invalidated attempt, by its place, why it counts all the same; None where it is set aside.

    An attempt is set aside where all of this holds:

    - it was completed, stopped by the operator or interrupted: every other ending may lie in the device;
    - nothing in it speaks against the device: no failure, no check on a whole sample that did not pass, none
      on what was recorded of another sample that would fail at once, no doubt but that it was cut short or
      interrupted, no jam, no finding that was left unresolved;
    - where it was completed, it was interrupted, or departed from its plan, or the plan did not ask for it:
      the run that decides, and the retest, are never set aside for another that may look better;
    - another complete run is left, which decides as if the one set aside had not been.

    So little is gained by beginning anew until a run passes: a complete run gives way to another only where
    it passed itself, and one that was cut short only where its part of a sample would not have failed.
    """
    reasons: dict[int, Reason | None] = {}
    stands: list[Attempt] = []
    for place, attempt in enumerate(attempts):
        if attempt.run in invalidated:
            reasons[place] = _unfit(planned, rule, attempt, stands)
        if attempt.ending is Ending.COMPLETE and reasons.get(place, attempt) is not None:
            stands.append(attempt)
    if stands:
        return reasons
    return {place: why or Attempts.COUNTS_ALONE() for place, why in reasons.items()}


def _unfit(
    planned: Sequence[DeclaredCheck], rule: DecisionLevels, attempt: Attempt, before: Sequence[Attempt]
) -> Reason | None:
    """Return why an attempt cannot be set aside; ``before`` are the earlier complete ones that stand."""
    if attempt.ending not in EXCUSABLE:
        return Attempts.COUNTS_BY_ENDING(ending=attempt.ending)
    against = next(_against(planned, rule, attempt), None)
    if against is not None:
        return Attempts.COUNTS_AGAINST(why=against)
    asked = not before or (len(before) == 1 and bool(_awaiting(_judged(planned, rule, before[0]))))
    if attempt.ending is Ending.COMPLETE and attempt.whole and asked:
        return Attempts.COUNTS_AS_DECIDING()
    return None


def _against(planned: Sequence[DeclaredCheck], rule: DecisionLevels, attempt: Attempt) -> Iterator[Reason]:
    """Yield what an attempt shows against a pass beside its having been cut short or interrupted."""
    yield from attempt.failures
    yield from attempt.signs
    for decision in decide(planned, attempt.results, rule).decisions if planned else ():
        result = attempt.results.get(decision.check_id)
        spoke = result is not None and (not result.not_applicable or bool(result.violations))
        if decision.outcome is not Outcome.PASS and (spoke or attempt.ending is Ending.COMPLETE):
            yield decision.reason
    for decision in interim(planned, attempt.results, rule) if planned else ():
        if decision.outcome is not Outcome.PASS and not awaits_retest(decision):
            units = attempt.results[decision.check_id].units
            yield Attempts.RECORDED_SO_FAR(units=units, decision=decision.reason)
    yield from (why for why in attempt.caveats if why.kind is not ReasonKind.CUT_SHORT)


def _awaiting(first: Verdict) -> dict[str, Reason]:
    """Return the reasons of the checks that the retest decides, by check; a failure forbids it."""
    if first.outcome is Outcome.FAIL:
        return {}
    return {decision.check_id: decision.reason for decision in first.decisions if awaits_retest(decision)}


def _judged(
    planned: Sequence[DeclaredCheck],
    rule: DecisionLevels,
    attempt: Attempt,
    retested: frozenset[str] = frozenset(),
) -> Verdict:
    # A plan without checks is judged by what people found alone.
    verdict = decide(planned, attempt.results, rule, retested) if planned else Verdict(Outcome.PASS, ())
    if attempt.failures:
        verdict = Verdict(Outcome.FAIL, (*attempt.failures, *verdict.reasons), verdict.decisions)
    return combine(verdict, attempt.ending, attempt.caveats)


def _objections(first: Attempt, second: Attempt, awaiting: Collection[str]) -> list[Reason]:
    """Return why a run cannot be the retest of another."""
    if not awaiting:
        return [Attempts.NOTHING_TO_REPEAT(first=first.run)]
    codes = [
        code(first=first.run)
        for code, same in (
            (Attempts.OTHER_UNIT, first.unit == second.unit),
            (Attempts.OTHER_SOFTWARE, first.software == second.software),
            (Attempts.OTHER_PLAN, first.plan == second.plan),
        )
        if not same
    ]
    if first.run == second.run:
        codes.append(Attempts.FIRST_RUN())
    short = sorted(
        check
        for check in awaiting
        if check not in second.results or second.results[check].units < first.results[check].units
    )
    return codes + [Attempts.SMALLER_SAMPLE(check=Titled(check)) for check in short]
