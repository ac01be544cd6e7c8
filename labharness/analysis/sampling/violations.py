"""Counting checks: how many units break a rule, and which."""

from __future__ import annotations

from collections.abc import Sequence

from labharness.analysis.sampling.tally import EARLIEST, Tally, count
from labharness.model.counted import Counted
from labharness.model.reasons.law import Laws
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult


def tally_violations(units: int, lines: Sequence[str]) -> Tally:
    """Return the tally of a block: units read, and one line for each unit that breaks the rule."""
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


def listed(tally: Tally, key: str, total: int) -> tuple[str, ...]:
    """Return the lines kept under a key, and how many more there were."""
    lines = tuple(map(str, tally.earliest.get(key, ())))
    more = total - len(lines)
    return (*lines, f"and {more} more") if more > 0 else lines
