"""All attempts on one device, the one retest that a plan allows, and attempts that were set aside."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from labharness.analysis.decision.rule import ENDINGS, Planned, Rule, awaits_retest, combine, decide, interim
from labharness.model.results import CheckResult, Ending, Outcome, Verdict

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
        Sentences for what fails the device whatever its samples show.
    cut
        Those of the caveats that only say that it was cut short or interrupted.
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
    caveats: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    whole: bool = True


def settle(
    planned: Sequence[Planned], rule: Rule, attempts: Sequence[Attempt], invalidated: Collection[str] = ()
) -> Verdict:
    """Return the verdict of a submission from every run of it, in the order in which they began.

    The first complete run decides, unless tests in it await the retest and nothing else stands against a
    pass; then the second complete run, of the same unit, software and plan and of at least as many units,
    decides those.  A failure in any run is one.  A run that was abandoned, and a complete one that the plan
    did not ask for, count: they prevent a pass, for what was left or repeated may have been chosen.

    Parameters
    ----------
    invalidated
        Names of runs that the authoriser invalidated for an assignable cause.  Those of them that
        :func:`set_aside` lets go are left out; the others count like any run.
    """
    told = set_aside(planned, rule, attempts, invalidated)
    attempts = [one for place, one in enumerate(attempts) if told.get(place) != ""]
    complete = [one for one in attempts if one.ending is Ending.COMPLETE]
    abandoned = [one for one in attempts if one.ending is not Ending.COMPLETE]
    verdicts = [_judged(planned, rule, one) for one in abandoned]
    reasons = [f"Run {one.run} was not completed; it counts as an attempt." for one in abandoned]
    if not complete:
        reasons.append("There is no complete run.")
    awaiting: dict[str, str] = {}
    settled: set[str] = set()
    for place, attempt in enumerate(complete):
        wrong = _objections(complete[0], attempt, awaiting.keys()) if place == 1 else []
        if place > 1:
            wrong = ["the plan allows one"]
        retested = frozenset(awaiting) if place == 1 and not wrong else frozenset[str]()
        verdict = _judged(planned, rule, attempt, retested)
        verdicts.append(verdict)
        reasons += [f"Run {attempt.run} is no retest: {why}." for why in wrong]
        if place == 0:
            awaiting = _awaiting(verdict)
        settled |= {awaiting[check] for check in retested}
    said = dict.fromkeys(reason for verdict in verdicts for reason in verdict.reasons)
    stand = (*(reason for reason in said if reason not in settled), *reasons)
    failed = any(verdict.outcome is Outcome.FAIL for verdict in verdicts)
    outcome = Outcome.FAIL if failed else Outcome.INCONCLUSIVE if stand else Outcome.PASS
    return Verdict(outcome, stand, verdicts[-1].decisions if verdicts else ())


def set_aside(
    planned: Sequence[Planned], rule: Rule, attempts: Sequence[Attempt], invalidated: Collection[str]
) -> dict[int, str]:
    """Say of each invalidated attempt, by its place, why it counts all the same; "" where it is set aside.

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
    found: dict[int, str] = {}
    stands: list[Attempt] = []
    for place, attempt in enumerate(attempts):
        if attempt.run in invalidated:
            found[place] = _unfit(planned, rule, attempt, stands)
        if attempt.ending is Ending.COMPLETE and found.get(place) != "":
            stands.append(attempt)
    if stands:
        return found
    return {place: why or "no other complete run decides" for place, why in found.items()}


def _unfit(planned: Sequence[Planned], rule: Rule, attempt: Attempt, before: Sequence[Attempt]) -> str:
    """Say why an attempt cannot be set aside; ``before`` are the complete ones that stand and came before it."""
    if attempt.ending not in EXCUSABLE:
        return f"that may lie in the device or in the plan: {ENDINGS[attempt.ending].rstrip('.')}"
    against = next(_against(planned, rule, attempt), "")
    if against:
        return f"it speaks against a pass: {against.rstrip('.')}"
    asked = not before or (len(before) == 1 and bool(_awaiting(_judged(planned, rule, before[0]))))
    if attempt.ending is Ending.COMPLETE and attempt.whole and asked:
        return "it is complete, as planned and asked for, so it decides"
    return ""


def _against(planned: Sequence[Planned], rule: Rule, attempt: Attempt) -> Iterator[str]:
    """Yield what an attempt shows against a pass beside its having been cut short or interrupted."""
    yield from attempt.failures
    yield from attempt.signs
    for one in decide(planned, attempt.results, rule).decisions if planned else ():
        result = attempt.results.get(one.check_id)
        spoke = result is not None and (not result.not_applicable or bool(result.violations))
        if one.outcome is not Outcome.PASS and (spoke or attempt.ending is Ending.COMPLETE):
            yield one.sentence
    for one in interim(planned, attempt.results, rule) if planned else ():
        if one.outcome is not Outcome.PASS and not awaits_retest(one):
            units = attempt.results[one.check_id].units
            yield f"In the {units:,} units that were recorded, {one.sentence}"
    yield from (why for why in attempt.caveats if why not in attempt.cut)


def _awaiting(first: Verdict) -> dict[str, str]:
    """Return the sentences of the checks that the retest decides, by check; a failure forbids it."""
    if first.outcome is Outcome.FAIL:
        return {}
    return {one.check_id: one.sentence for one in first.decisions if awaits_retest(one)}


def _judged(
    planned: Sequence[Planned], rule: Rule, attempt: Attempt, retested: frozenset[str] = frozenset()
) -> Verdict:
    # A plan without checks is judged by what people found alone.
    verdict = decide(planned, attempt.results, rule, retested) if planned else Verdict(Outcome.PASS, ())
    if attempt.failures:
        verdict = Verdict(Outcome.FAIL, (*attempt.failures, *verdict.reasons), verdict.decisions)
    return combine(verdict, attempt.ending, attempt.caveats)


def _objections(first: Attempt, second: Attempt, awaiting: Collection[str]) -> list[str]:
    """Say why a run cannot be the retest of another."""
    if not awaiting:
        return [f"no test of {first.run} is to be repeated"]
    found = [
        f"its {what} is not that of {first.run}"
        for what, same in (
            ("unit", first.unit == second.unit),
            ("software", first.software == second.software),
            ("plan", first.plan == second.plan),
        )
        if not same
    ]
    if first.run == second.run:
        found.append("it is the first run itself")
    short = sorted(
        check
        for check in awaiting
        if check not in second.results or second.results[check].units < first.results[check].units
    )
    return found + [f"its sample of {check} is smaller than the first" for check in short]
