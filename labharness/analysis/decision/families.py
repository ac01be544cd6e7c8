"""p-values of several checks that are judged together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan

from labharness.model.results import CheckResult, Tail


def holm(p: Sequence[float]) -> tuple[float, ...]:
    """Return p-values adjusted so that the chance of any false rejection is the level they are held to.

    References
    ----------
    Holm 1979, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
    Statistics 6, 65-70.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03, 0.005])
    (0.03, 0.06, 0.06, 0.02)
    """
    order = sorted(range(len(p)), key=p.__getitem__)
    result, reached = [0.0] * len(p), 0.0
    for rank, place in enumerate(order):
        reached = max(reached, min(1.0, (len(p) - rank) * p[place]))
        result[place] = reached
    return tuple(result)


def benjamini_hochberg(p: Sequence[float]) -> tuple[float, ...]:
    """Return q-values: the least false discovery rate at which each p-value would be called a discovery.

    References
    ----------
    Benjamini & Hochberg 1995, "Controlling the false discovery rate", Journal of the Royal Statistical
    Society B 57, 289-300.

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.04, 0.03, 0.005])
    (0.02, 0.04, 0.04, 0.02)
    """
    order = sorted(range(len(p)), key=p.__getitem__)
    result, reached = [0.0] * len(p), 1.0
    for rank in range(len(p), 0, -1):
        reached = min(reached, p[order[rank - 1]] * len(p) / rank)
        result[order[rank - 1]] = reached
    return tuple(result)


def adjusted(
    p: Sequence[float | None], method: Callable[[Sequence[float]], tuple[float, ...]] = holm
) -> tuple[float | None, ...]:
    """Return adjusted p-values of the planned checks.

    A missing one counts as 1: the family keeps its planned size, so that taking a result away never makes
    another one fail.
    """
    result = method([1.0 if value is None else value for value in p])
    return tuple(None if value is None else level for value, level in zip(p, result, strict=True))


def p_of(result: CheckResult | None, tail: Tail) -> float | None:
    """Return the p-value of a tail, None where the check says nothing of it or not a probability."""
    if result is None or result.not_applicable or tail.value not in result.p:
        return None
    p = result.p[tail.value]
    return None if isnan(p) or not 0 <= p <= 1 else float(p)


def unresolved(result: CheckResult, p: float, tail: Tail) -> bool:
    """Whether a Monte Carlo p-value is the smallest that its replicates allow."""
    floor = result.statistic.get("p_floor", 0.0) * (2 if tail is Tail.TWO_SIDED else 1)
    return p <= floor * (1 + 1e-9)
