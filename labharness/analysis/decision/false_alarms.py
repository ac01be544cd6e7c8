"""How often a plan's decision rule, as a whole, speaks against a fair device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from labharness.analysis.decision.levels import DecisionLevels, DeclaredCheck
from labharness.analysis.decision.rule import families
from labharness.model.results import Tail


@dataclass(frozen=True, slots=True)
class FalseAlarms:
    """Rates at which a fair device is met with something else than a pass.

    Parameters
    ----------
    fail
        FAIL, the declared retest included, if the checks are independent of each other.
    not_passed
        FAIL or INCONCLUSIVE at the first attempt, if the checks are independent.
    fail_at_most, not_passed_at_most
        The same whatever the dependence between checks, such as those of one sample.
    """

    fail: float
    not_passed: float
    fail_at_most: float
    not_passed_at_most: float


@dataclass(frozen=True, slots=True)
class _Family:
    """One family under its null hypotheses, p-values independent and uniform.

    Parameters
    ----------
    fails, holds
        Chance that the first sample fails; that no test in it is below its level.
    too_even
        Chance that one is too regular in the tail that it is not judged in.
    fails_again
        Chance, at most, that the retest fails.
    most
        The same chances of failing, of not passing, and of failing again, under any dependence.
    """

    fails: float
    holds: float
    too_even: float
    fails_again: float
    most: tuple[float, float, float]


def false_alarms(
    planned: Sequence[DeclaredCheck], rule: DecisionLevels, monitored: float = 0.0
) -> FalseAlarms:
    """Return the rates of a plan on a fair device.

    Parameters
    ----------
    planned, rule
        As :func:`~labharness.analysis.decision.rule.decide` takes them.
    monitored
        Level of the monitors of one run, added to each rate, and once more where a retest is asked for (Boole).

    Notes
    -----
    A family of k tests rejects at level a if its smallest p-value is below a/k (Holm's first step), which
    independent tests of continuous laws do with chance ``1 - (1 - a/k)^k``; dependent ones, and those of
    lattice laws, with a at most.  Families are combined by products, or by Boole's inequality.  The retest
    happens where some test is below its level and none fails; it repeats every check on a fresh sample, and
    each family that awaited it is held to its retest level, the others to their first.  Counting checks
    raise no false alarm: a fair device breaks no rule.

    Examples
    --------
    One test at 5%, which fails below 2.5% and whose retest fails below 5%:

    >>> from labharness.analysis.decision.rule import Citation
    >>> alone = DeclaredCheck("x2", citation=Citation("rule", 0.95, fail_below=0.025))
    >>> found = false_alarms([alone], DecisionLevels())
    >>> round(found.fail, 6), round(found.not_passed, 6)
    (0.02625, 0.05)
    """
    result = [_family(family, rule) for family in families(planned)]
    shown = sum(1 for item in planned if not item.required and not item.counting)
    passed = prod(each.holds * (1 - each.too_even) for each in result) * (1 - rule.outright) ** shown
    # In a retest some family awaits it, none has failed, and none fails afterwards.
    held = prod(each.holds for each in result)
    undecided = prod(
        (1 - each.fails - each.holds) * (1 - each.fails_again) + each.holds * (1 - each.fails)
        for each in result
    ) - prod(each.holds * (1 - each.fails) for each in result)
    fails, not_passed, again = (min(1.0, sum(each.most[place] for each in result)) for place in range(3))
    return FalseAlarms(
        fail=min(1.0, max(0.0, 1 - held - undecided) + monitored * (2 - passed)),
        not_passed=min(1.0, 1 - passed + monitored),
        fail_at_most=min(1.0, fails + (not_passed - fails) * (again + monitored) + monitored),
        not_passed_at_most=min(1.0, not_passed + shown * rule.outright + monitored),
    )


def _family(family: Sequence[DeclaredCheck], rule: DecisionLevels) -> _Family:
    size, cited, least = len(family), family[0].citation, rule.outright
    alpha = failing = again = rule.family_alpha
    if cited is not None:
        alpha, failing, again = cited.alpha, cited.failing, max(cited.failing, cited.retest)
    one_sided = sum(1 for item in family if item.citation and item.citation.tail is not Tail.TWO_SIDED)
    levels = [max(level, size * least) for level in (failing, alpha, again)]
    fails, falls, fails_again = (1 - (1 - min(1.0, level / size)) ** size for level in levels)
    too_even = one_sided * least / 2
    return _Family(fails, 1 - falls, too_even, fails_again, (levels[0], levels[1] + too_even, levels[2]))
