"""Confidence intervals of effect sizes; SciPy is imported where it is used.

Limits of the parameters that plans and people set.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, fields
from math import isfinite, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labharness.errors import InputError
from labharness.model.reasons.decision import Details
from labharness.model.reasons.plan import Parameters
from labharness.model.results import Effect, Tail
from labharness.reason import Reason

LEVEL = 0.95


def clopper_pearson(
    successes: int, trials: int, level: float = LEVEL, tail: Tail = Tail.TWO_SIDED
) -> tuple[float, float]:
    """Return exact limits of a proportion.

    Parameters
    ----------
    tail
        ``two_sided``; ``right`` for an upper limit alone (low is 0), ``left`` for a lower one (high is 1).

    References
    ----------
    Clopper & Pearson 1934, Biometrika 26, 404-413.

    Examples
    --------
    >>> [round(limit, 4) for limit in clopper_pearson(0, 300, tail=Tail.RIGHT)]
    [0.0, 0.0099]
    """
    if not (0 <= successes <= trials and trials > 0 and 0 < level < 1):
        raise ValueError("a proportion has 0 ≤ successes ≤ trials, at least one trial, and a level below 1")
    from scipy.special import betaincinv

    beyond = (1 - level) / (2 if tail is Tail.TWO_SIDED else 1)
    low, high = 0.0, 1.0
    if successes and tail is not Tail.RIGHT:
        low = float(betaincinv(successes, trials - successes + 1, beyond))
    if successes < trials and tail is not Tail.LEFT:
        high = float(betaincinv(successes + 1, trials - successes, 1 - beyond))
    return low, high


def noncentrality(value: float, df: float, level: float = LEVEL) -> tuple[float, float]:
    """Return limits of the noncentrality of a chi-square statistic by inverting its noncentral law.

    Of statistics so large that the inversion yields no number, such as those of a million equal bits, the
    limits are those of a normal law with the same mean and variance.

    References
    ----------
    Smithson 2003, Confidence Intervals, Sage, ch. 4.

    Examples
    --------
    >>> [f"{limit:.4e}" for limit in noncentrality(32_767_000_000.0, 32_768)]
    ['3.2766e+10', '3.2768e+10']
    """
    from scipy.special import chdtr, chndtrinc, ndtri

    def limit(probability: float) -> float:
        if value <= 0 or chdtr(df, value) <= probability:
            return 0.0
        result = float(chndtrinc(value, df, probability))
        if isfinite(result):
            return result
        # value - df - λ = z √(2 df + 4 λ), solved for λ
        z, distance = float(ndtri(probability)), value - df
        return max(0.0, distance + 2 * z**2 - 2 * z * sqrt(distance + z**2 + df / 2))

    return limit((1 + level) / 2), limit((1 - level) / 2)


def effect_detail(effect: Effect) -> Reason:
    """Return an effect beside that of a result, as a line of its details."""
    return Details.EFFECT(effect=effect.name, value=effect.value, low=effect.low, high=effect.high)


def root_effect(name: Reason, value: float, df: float, scale: float, level: float = LEVEL) -> Effect:
    """Return the size of a chi-square deviation, ``sqrt(noncentrality / scale)``, with its interval.

    With ``scale`` the number of observations this is Cohen's w; with that times min(rows, columns) - 1,
    Cramér's V.  The noncentrality is estimated by ``value - df``, at least 0, so that a fair device is
    near 0 however small the sample.
    """
    low, high = noncentrality(value, df, level)
    estimate = max(0.0, value - df)
    return Effect(name, sqrt(estimate / scale), sqrt(low / scale), sqrt(high / scale), level)


def mean_effect(name: Reason, histogram: NDArray[np.int64], level: float = LEVEL) -> Effect | None:
    """Return the mean of counted values 0, 1, 2, … with its Student interval, None below two of them."""
    n = int(histogram.sum())
    if n < 2:
        return None
    from scipy.special import stdtrit

    values = np.arange(len(histogram))
    mean = float(values @ histogram) / n
    variance = float((values - mean) ** 2 @ histogram) / (n - 1)
    half = float(stdtrit(n - 1, (1 + level) / 2)) * sqrt(variance / n)
    return Effect(name, mean, mean - half, mean + half, level)


def accept_range(name: str, value: float, least: float, most: float) -> None:
    """Raise :class:`InputError` unless a parameter lies between two limits, both included."""
    if not least <= value <= most:
        raise InputError(Parameters.OUT_OF_RANGE(name=name, least=least, most=most, got=value))


def accept_least(name: str, value: float, least: float) -> None:
    """Raise :class:`InputError` if a parameter is below its limit."""
    if value < least:
        raise InputError(Parameters.TOO_SMALL(name=name, least=least, got=value))


def accept_choice(name: str, value: object, choices: Collection[object]) -> None:
    """Raise :class:`InputError` unless a parameter is one of its values."""
    if value not in choices:
        known = tuple(map(str, choices))
        raise InputError(Parameters.NOT_A_CHOICE(name=name, choices=known, got=str(value)))


_ACCEPTS = "accepts"


def within(default: Any, least: float, most: float) -> Any:
    """Declare a parameter of a check that lies between two limits, both included; see :func:`accept_range`."""
    return accepted(default, accept_range, least, most)


def at_least(default: Any, least: float) -> Any:
    """Declare a parameter of a check that has a lower limit; see :func:`accept_least`."""
    return accepted(default, accept_least, least)


def among(default: Any, choices: Collection[object]) -> Any:
    """Declare a parameter of a check that is one of some values; see :func:`accept_choice`."""
    return accepted(default, accept_choice, choices)


def accepted(default: Any, accept: Callable[..., None], *limits: object) -> Any:
    """Declare a parameter of a check with its default, and what refuses other values: ``accept(name, value, *limits)``."""
    return field(default=default, metadata={_ACCEPTS: (accept, limits)})


def accept_fields(check: Any) -> None:
    """Raise :class:`InputError` unless every parameter of a check has a value that its declaration accepts."""
    for each in fields(check):
        if _ACCEPTS in each.metadata:
            accept, limits = each.metadata[_ACCEPTS]
            accept(each.name, getattr(check, each.name), *limits)


def accept_simulation(replicates: int, seed: int) -> None:
    """Refuse a number of replicates or a seed that cannot be used."""
    accept_range("replicates", replicates, 99, 100_000)
    accept_least("seed", seed, 0)


@dataclass(frozen=True, kw_only=True)
class SimulatedLaw:
    """Parameters of a check that simulates what a fair device does.

    Parameters
    ----------
    replicates
        Simulated samples, 99 to 100,000.
    seed
        Seed of the simulation.

    Raises
    ------
    InputError
        If one of them cannot be used.
    """

    replicates: int = within(999, 99, 100_000)
    seed: int = at_least(1, 0)

    def __post_init__(self) -> None:
        accept_fields(self)
