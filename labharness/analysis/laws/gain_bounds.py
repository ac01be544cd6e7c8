"""Upper confidence bounds on chances and means, simultaneous over several; SciPy is imported where it is used."""

from __future__ import annotations

from math import exp, log, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from labharness.analysis.laws.tails import LEAST_EXPECTED
from labharness.model.reasons.game import Gains
from labharness.model.results import GainBound, Gainer, GainUnit
from labharness.reason import Reason

LEVEL = 0.95


def at_least_nothing(upper: float) -> float:
    """Return a bound on a gain, 0 where it lies below: a person may stop betting."""
    return 0.0 if upper < 0 else upper


def _limits(
    counts: ArrayLike, fair: NDArray[np.float64], trials: int, inflation: ArrayLike, level: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the observed share of each outcome, and the upper limits of all chances at once."""
    from scipy.special import betaincinv

    observed = np.asarray(counts, dtype=np.float64)
    if trials <= 0 or observed.shape != fair.shape or not 0 < level < 1:
        raise ValueError("a bound needs trials, a chance for each count, and a level below 1")
    worth = np.maximum(np.asarray(inflation, dtype=np.float64), 1.0)
    hits, misses = observed / worth, (trials - observed) / worth
    beyond = (1 - level) / len(observed)
    upper = np.where(misses > 0, betaincinv(hits + 1, np.maximum(misses, 1e-300), 1 - beyond), 1.0)
    return observed / trials, upper


def excess_bounds(
    gainer: Gainer,
    what: Reason,
    counts: ArrayLike,
    chances: ArrayLike,
    trials: int,
    inflation: ArrayLike = 1.0,
) -> tuple[GainBound, ...]:
    """Return the bound on the excess of any outcome's chance in percentage points, and its worth at fair odds.

    A stake of $100 at fair odds returns $100 × chance / fair chance: the excess is worth most where the fair
    chance is small, so the money is bounded by itself, and only where each outcome is expected five times.  Covered is
    who bets on one outcome, the same with equal stakes on every trial.

    Parameters
    ----------
    counts, chances
        Observed counts and fair chances, shape (outcomes,).
    trials
        Trials in which each outcome could occur.
    inflation
        Variance of each count against that of independent trials; below 1 it counts as 1.

    Notes
    -----
    Exact one-sided limits of Clopper and Pearson, each at ``(1 - level) / outcomes`` (Bonferroni).  Trials that
    depend on each other count as ``trials / inflation`` independent ones (Korn & Graubard 1998).

    References
    ----------
    Clopper & Pearson 1934, Biometrika 26, 404-413.  Korn & Graubard 1998, Survey Methodology 24, 193-201.
    """
    fair = np.asarray(chances, dtype=np.float64)
    observed, upper = _limits(counts, fair, trials, inflation, LEVEL)
    cells, covers = len(fair), Gains.BY_FIXED(outcomes=len(fair))
    points = GainBound(
        gainer,
        what,
        GainUnit.POINTS,
        100 * float((observed - fair).max()),
        100 * float((upper - fair).max()),
        LEVEL,
        cells,
        covers,
    )
    if trials * fair.min() < LEAST_EXPECTED:  # a rare outcome at its odds would bound nothing
        return (points,)
    estimate, most = (10_000 * float((each / fair - 1).max()) for each in (observed, upper))
    return points, GainBound(gainer, what, GainUnit.CENTS, estimate, most, LEVEL, cells, covers)


def largest_departure(
    counts: ArrayLike, chances: ArrayLike, trials: int, cells: int, level: float = LEVEL
) -> tuple[float, float]:
    """Return the largest distance of a chance from its fair value, either way: estimate and simultaneous bound.

    Parameters
    ----------
    counts, chances
        Observed counts and fair chances, of the same shape.
    trials
        Independent trials in which each could occur.
    cells
        Chances that share the level, at least as many as there are counts.

    Notes
    -----
    Exact limits of Clopper and Pearson, both ends of each interval at ``(1 - level) / (2 cells)`` (Bonferroni).

    References
    ----------
    Clopper & Pearson 1934, Biometrika 26, 404-413.

    Examples
    --------
    >>> [round(each, 4) for each in largest_departure([10, 20], [0.5, 0.5], 30, 2)]
    [0.1667, 0.3443]
    """
    from scipy.special import betaincinv

    seen, fair = np.asarray(counts, dtype=np.float64), np.asarray(chances, dtype=np.float64)
    if trials <= 0 or seen.shape != fair.shape or cells < seen.size or not 0 < level < 1:
        raise ValueError("a bound needs trials, a chance for each count, enough cells and a level below 1")
    beyond, missed = (1 - level) / (2 * cells), trials - seen
    upper = np.where(missed > 0, betaincinv(seen + 1, np.maximum(missed, 1e-300), 1 - beyond), 1.0)
    lower = np.where(seen > 0, betaincinv(np.maximum(seen, 1e-300), missed + 1, beyond), 0.0)
    return float(np.abs(seen / trials - fair).max()), float(np.maximum(upper - fair, fair - lower).max())


def predicted_bound(named: int, trials: int, fair: float, level: float = LEVEL) -> float:
    """Return the upper bound of the mean chance of naming an outcome, whatever the guesses learn from the past.

    Parameters
    ----------
    named, trials
        Outcomes that were named in advance, of so many.
    fair
        The chance of naming an outcome of a fair generator; it fixes the stake, the bound holds for any.

    Notes
    -----
    Guesses that learn are not independent trials.  With h the chance of a hit given the past and S the hits,
    exp(-k S) / ∏(1 - h (1 - e^-k)) has mean 1 at most, and the product is largest where every h is the mean, so the
    mean lies below (1 - exp(-(k S + ln(1/α)) / n)) / (1 - e^-k) with confidence 1 - α (Markov).  The stake k is fixed
    beforehand, where the bound is narrowest at the fair chance.

    References
    ----------
    Hoeffding 1963, J. Amer. Statist. Assoc. 58, 13-30, § 2; Freedman 1975, Annals of Probability 3, 100-118.

    Examples
    --------
    >>> round(predicted_bound(21_429, 150_000, 1 / 7), 4)
    0.1451
    """
    if trials <= 0 or not 0 <= named <= trials or not 0 < fair < 1 or not 0 < level < 1:
        raise ValueError("a bound needs trials, no more hits than trials, a fair chance and a level below 1")
    doubt = -log(1 - level)
    stake = sqrt(2 * doubt / (trials * fair * (1 - fair)))
    return min(1.0, (1 - exp(-(stake * named + doubt) / trials)) / (1 - exp(-stake)))


def mean_bound(n: int, total: float, squares: float, level: float = LEVEL) -> tuple[float, float]:
    """Return a mean and its one-sided upper limit by Student's law, from the number, sum and sum of squares.

    References
    ----------
    Student 1908, Biometrika 6, 1-25.

    Examples
    --------
    >>> [round(each, 3) for each in mean_bound(4, 10.0, 30.0)]
    [2.5, 4.019]
    """
    from scipy.special import stdtrit

    if n < 2:
        raise ValueError("a bound on a mean needs two values")
    mean = total / n
    spread = sqrt(max(0.0, squares / n - mean**2) / (n - 1))
    return mean, mean + float(stdtrit(n - 1, level)) * spread
