"""All attempts on one device, and the one retest that a plan allows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from labharness.analysis.decision import Planned, Rule, awaits_retest, combine, decide
from labharness.model.results import CheckResult, Ending, Outcome, Verdict


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
        What weakens its evidence, as for :func:`~labharness.analysis.decision.combine`.
    failures
        Sentences for what fails the device whatever its samples show.
    """

    run: str
    unit: str
    software: tuple[str, ...]
    plan: str
    results: Mapping[str, CheckResult]
    ending: Ending = Ending.COMPLETE
    caveats: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()


def settle(planned: Sequence[Planned], rule: Rule, attempts: Sequence[Attempt]) -> Verdict:
    """Return the verdict of a submission from every run of it, in the order in which they began.

    The first complete run decides, unless tests in it await the retest and nothing else stands against a
    pass; then the second complete run, of the same unit, software and plan and of at least as many units,
    decides those.  A failure in any run is one.  A run that was abandoned, and a complete one that the plan
    did not ask for, count: they prevent a pass, for what was left or repeated may have been chosen.
    """
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
        if place == 0 and verdict.outcome is not Outcome.FAIL:
            awaiting = {one.check_id: one.sentence for one in verdict.decisions if awaits_retest(one)}
        settled |= {awaiting[check] for check in retested}
    said = dict.fromkeys(reason for verdict in verdicts for reason in verdict.reasons)
    stand = (*(reason for reason in said if reason not in settled), *reasons)
    failed = any(verdict.outcome is Outcome.FAIL for verdict in verdicts)
    outcome = Outcome.FAIL if failed else Outcome.INCONCLUSIVE if stand else Outcome.PASS
    return Verdict(outcome, stand, verdicts[-1].decisions if verdicts else ())


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
        return ["no test awaits one"]
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
