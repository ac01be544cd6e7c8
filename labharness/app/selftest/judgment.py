"""From counts to rates, and from rates to what is not as it should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from labharness.analysis.decision.false_alarms import FalseAlarms
from labharness.analysis.decision.families import holm
from labharness.analysis.laws.intervals import LEVEL, clopper_pearson
from labharness.analysis.power.detection import SubmittedSample
from labharness.app.selftest.simulations import FileJudged, Judged
from labharness.model.reasons.validation import Validations
from labharness.model.results import Outcome
from labharness.model.validation import CheckRates, Rate, ReferenceFound, RuleRates, Share
from labharness.reason import Reason

ALARM = 0.001
"""Chance that a fault by rate or by uniformity is named where all is well, all lines together (Holm)."""
LEVELS = (0.05, 0.01)


def share(hits: int, trials: int) -> Share:
    """Return a share with its exact limits."""
    return Share(hits, trials, *clopper_pearson(hits, trials), LEVEL)


def rate(name: str, nominal: float, hits: int, trials: int) -> Rate:
    """Compare a share with the most that it may be.

    Examples
    --------
    >>> round(rate("p < 0.5", 0.5, 2, 2).excess, 12)
    0.25
    """
    from scipy.special import bdtrc

    excess = float(bdtrc(hits - 1, trials, nominal)) if hits else 1.0
    return Rate(name, nominal, share(hits, trials), excess)


def check_rates(result: Sequence[Judged]) -> tuple[tuple[Rate, ...], float | None, int]:
    """Return rates of one check, the uniformity of its p-values, and samples of which it said nothing.

    Notes
    -----
    A p-value that is spread evenly over the chance of the observed value is uniform, exactly and however
    coarse the law is; one that is not spread is only at most as often below a level as the level says.
    """
    counted = [each.violations for each in result if each.violations is not None]
    judged = [(each.tails, each.spread) for each in result if each.tails is not None]
    silent = len(result) - len(counted) - len(judged)
    if counted:
        hits = sum(count > 0 for count in counted)
        return (rate("a violation", 0.0, hits, len(counted)),), None, silent
    if not judged:
        return (), None, silent
    from scipy.stats import kstest

    two_sided = [tails[2] for tails, _ in judged]
    rates = (
        rate(f"p < {level:g}", level, sum(p < level for p in two_sided), len(judged)) for level in LEVELS
    )
    spread = [1 - right + u * (right + left - 1) for (right, left, _), u in judged]
    return tuple(rates), float(kstest(spread, "uniform").pvalue), silent


def plan_rates(
    samples: Sequence[SubmittedSample], nominal: FalseAlarms
) -> tuple[tuple[Rate, ...], dict[str, int]]:
    """Return rates of a plan's rule, and how often each check stood against a pass."""
    not_passed = sum(each.first is not Outcome.PASS for each in samples)
    failed = sum(each.last is Outcome.FAIL for each in samples)
    rates = (
        rate("not passed at first", nominal.not_passed_at_most, not_passed, len(samples)),
        rate("FAIL in the end", nominal.fail_at_most, failed, len(samples)),
    )
    return rates, dict(sorted(Counter(name for each in samples for name in each.against).items()))


def suite_rates(
    result: Sequence[FileJudged], level: float
) -> tuple[tuple[Rate, ...], dict[str, int], tuple[str, ...]]:
    """Return rates of a suite, how often each check rejected, and which never applied."""
    rejected = sum(bool(each.rejected) for each in result)
    against = Counter(name for each in result for name in each.rejected)
    silent = Counter(name for each in result for name in each.not_applicable)
    never = tuple(sorted(name for name, times in silent.items() if times == len(result)))
    return (rate("rejected", level, rejected, len(result)),), dict(sorted(against.items())), never


def faults(
    references: Sequence[ReferenceFound], checks: Sequence[CheckRates], rules: Sequence[RuleRates]
) -> Iterator[Reason]:
    """Yield what is not as it should be."""
    for reference in references:
        if not reference.agrees:
            of: dict[str, Any] = {
                "subject": reference.subject,
                "name": reference.name,
                "source": reference.source,
            }
            if reference.found is None:
                yield Validations.REFERENCE_FAILED(**of, published=reference.published, error=reference.error)
            else:
                yield Validations.REFERENCE_DIFFERS(
                    **of, published=reference.published, found=reference.found
                )
    for check in checks:
        if not check.rates:
            yield Validations.CHECK_SILENT(check=_called(check), samples=check.replicates)
    lines = [(_called(check), each) for check in checks for each in check.rates]
    lines += [(f"{rule.what} {rule.id}", each) for rule in rules for each in rule.rates]
    for (subject, each), adjusted in zip(lines, holm([each.excess for _, each in lines]), strict=True):
        if adjusted < ALARM:
            yield Validations.RATE_ABOVE(
                subject=subject,
                event=each.name,
                hits=each.share.hits,
                samples=each.share.trials,
                share=each.share.value,
                nominal=each.nominal,
            )
    spread = [(_called(check), p) for check in checks if (p := check.uniformity) is not None]
    for (name, p), adjusted in zip(spread, holm([p for _, p in spread]), strict=True):
        if adjusted < ALARM:
            yield Validations.NOT_UNIFORM(check=name, p=p)


def _called(check: CheckRates) -> str:
    return f"{check.check} ({check.kind})"
