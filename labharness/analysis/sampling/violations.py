"""Counting checks: how many units break a rule, and which."""

from __future__ import annotations

from collections.abc import Sequence

from labharness.analysis.sampling.tally import EARLIEST, Tally, count
from labharness.model.counted import Counted
from labharness.model.reasons.detail import Details
from labharness.model.reasons.law import Laws
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult
from labharness.reason import Reason


def tally_violations(units: int, lines: Sequence[Reason]) -> Tally:
    """Return the tally of a block: units read, and one reason for each unit that breaks the rule."""
    return Tally(
        {"units": count(units), "violations": count(len(lines))},
        earliest={"lines": tuple(lines[:EARLIEST])},
    )


def judge_violations(tally: Tally, what: Counted) -> CheckResult:
    """Return the result of a counting check of such units."""
    units, violations = tally.number("units"), tally.number("violations")
    if not units:
        return CheckResult(0, not_applicable=Sample.NOTHING_READ(what=what))
    return CheckResult(
        units,
        law=Laws.COUNTING(),
        violations=violations,
        details=listed(tally, "lines", violations),
    )


def listed(tally: Tally, key: str, total: int) -> tuple[Reason, ...]:
    """Return the reasons kept under a key, and how many more there were."""
    return with_more(tally.earliest.get(key, ()), total)


def with_more(lines: tuple[Reason, ...], total: int) -> tuple[Reason, ...]:
    """Return the earliest lines of so many, and how many more there were."""
    more = total - len(lines)
    return (*lines, Details.MORE(number=more)) if more > 0 else lines
