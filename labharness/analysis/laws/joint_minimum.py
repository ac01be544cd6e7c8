"""The smallest of many dependent p-values: exact law of each, joint law by simulation, beyond it by Boole's inequality.

Each member of a family is a sum over independent units of a whole number with a known law.  Its two-sided p-value
comes from the exact law of the sum.  The chance that the smallest p-value of a fair sample is at most that seen
is taken from simulated fair samples (Westfall & Young).  Where fewer than :data:`RESOLVED` of them are that
small, Boole's inequality bounds it, with the levels that the discrete laws attain, so that no number of replicates
limits the p-value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.tails import LEFT, RIGHT, SMALLEST_P, TWO_SIDED, Lattice
from labharness.model.results import SMALLEST_OF_COUNTS

RESOLVED = 20
"""Simulated samples as extreme as the one seen from which their share is the p-value."""
EXACT_SPREAD = 250
"""Largest standard deviation of a sum whose law is convolved; the normal law is then good to 1e-4 of any level."""
EXACT_UNITS = 20_000
"""Most units of such a sum."""
_SLACK = 1 + 1e-9


Totals = NDArray[np.int64] | NDArray[np.float64]


class TotalLaw(Protocol):
    """Law of the total of a number of independent units."""

    @property
    def units(self) -> int:
        """Number of units."""

    @property
    def mean(self) -> float:
        """Expected total."""

    @property
    def spread(self) -> float:
        """Standard deviation of the total."""

    def p(self, totals: Totals) -> NDArray[np.float64]:
        """Return the two-sided p-value of each total."""

    def attained(self, level: float) -> float:
        """Return a bound of the chance of a p-value of at most ``level``."""


@dataclass(frozen=True, eq=False)
class SumLaw:
    """Two-sided p-values of the sum of independent whole numbers, each with the law ``one``.

    Parameters
    ----------
    one
        Law of one unit.
    units
        Number of units.

    Examples
    --------
    >>> coin = SumLaw(Lattice(0, np.array([0.5, 0.5])), 10)
    >>> coin.p(np.array([0, 5])).round(6).tolist(), round(coin.attained(0.01), 6)
    ([0.001953, 1.0], 0.001953)
    """

    one: Lattice
    units: int

    @property
    def mean(self) -> float:
        """Expected sum."""
        return self.units * self.one.mean

    @property
    def spread(self) -> float:
        """Standard deviation of the sum."""
        return sqrt(self.units * self.one.variance)

    @property
    def exact(self) -> bool:
        """Whether the law is convolved; else it is normal with the exact mean and variance."""
        return self.units <= EXACT_UNITS and self.spread <= EXACT_SPREAD

    def p(self, totals: Totals) -> NDArray[np.float64]:
        """Return the two-sided p-value of each sum."""
        if not self.exact:
            from scipy.special import ndtr

            return np.asarray(np.maximum(2 * ndtr(-np.abs(totals - self.mean) / self.spread), SMALLEST_P))
        first, p, _ = _table(self.one, self.units)
        return np.asarray(p[np.clip(totals - first + 1, 0, len(p) - 1).astype(np.int64)])

    def attained(self, level: float) -> float:
        """Return the chance of a p-value of at most ``level``."""
        if not self.exact:
            return level
        _, p, mass = _table(self.one, self.units)
        return min(level, float(mass[p <= level * _SLACK].sum()))


@lru_cache(maxsize=1024)
def _table(lattice: Lattice, units: int) -> tuple[int, NDArray[np.float64], NDArray[np.float64]]:
    """Return the smallest sum, and p-values and chances from one below it to one above the largest."""
    law = lattice.times(units)
    below, above = np.cumsum(law.mass), np.cumsum(law.mass[::-1])[::-1]
    p = np.clip(2 * np.minimum(below, above), SMALLEST_P, 1.0)
    ends = [SMALLEST_P]
    return law.first, np.concatenate([ends, p, ends]), np.concatenate([[0.0], law.mass, [0.0]])


@dataclass(frozen=True)
class MatchedGamma:
    """A total of nearly chi-square values: the gamma law of its mean and variance.

    Parameters
    ----------
    units, mean, spread
        Units, and mean and standard deviation of their total.
    """

    units: int
    mean: float
    spread: float

    def p(self, totals: Totals) -> NDArray[np.float64]:
        """Return the two-sided p-value of each total."""
        from scipy.special import gammainc, gammaincc

        shape, scale = (self.mean / self.spread) ** 2, self.spread**2 / self.mean
        below, above = gammainc(shape, totals / scale), gammaincc(shape, totals / scale)
        return np.asarray(np.clip(2 * np.minimum(below, above), SMALLEST_P, 1.0))

    def attained(self, level: float) -> float:
        """Return the level."""
        return level


@dataclass(frozen=True)
class MatchedCount:
    """A count of many rare events: the binomial, or negative binomial, law of its mean and variance.

    Parameters
    ----------
    units, mean, spread
        As above.
    """

    units: int
    mean: float
    spread: float

    def p(self, totals: Totals) -> NDArray[np.float64]:
        """Return the two-sided p-value of each count."""
        below, above = self._at_most(totals), 1 - self._at_most(totals - 1)
        return np.asarray(np.clip(2 * np.minimum(below, above), SMALLEST_OF_COUNTS, 1.0))

    def _at_most(self, counts: Totals) -> NDArray[np.float64]:
        from scipy.special import betainc, gammaincc

        ratio, at = self.spread**2 / self.mean, np.asarray(counts, dtype=np.float64)
        whole = np.maximum(at, 0.0)
        if abs(ratio - 1) < 1e-6:
            result = gammaincc(whole + 1, self.mean)
        elif ratio < 1:
            trials = self.mean / (1 - ratio)
            result = np.where(
                whole < trials, betainc(np.maximum(trials - whole, 1e-9), whole + 1, ratio), 1.0
            )
        else:
            result = betainc(self.mean / (ratio - 1), whole + 1, 1 / ratio)
        return np.where(at < 0, 0.0, result)

    def attained(self, level: float) -> float:
        """Return the level."""
        return level


def smallest(laws: Sequence[TotalLaw], totals: Totals) -> NDArray[np.float64]:
    """Return the smallest p-value of each sample.

    Parameters
    ----------
    totals
        One column for each law, shape (samples, laws).
    """
    array = np.ones(len(totals))
    for column, law in enumerate(laws):
        np.minimum(array, law.p(totals[:, column]), out=array)
    return array


def joint_tails(
    least: float, simulated: NDArray[np.float64], laws: Sequence[TotalLaw] | None
) -> dict[str, float]:
    """Return p-values of the smallest p-value of a family.

    Parameters
    ----------
    least
        The smallest p-value seen.
    simulated
        Those of fair samples.
    laws
        Laws whose attained levels bound the chance where simulation does not resolve it; None where they are
        not those of the null hypothesis.

    Notes
    -----
    Every member is tested on both sides, so the two-sided p-value of the family is its right tail.  The left
    tail is the chance that the smallest p-value is that large: of a sample that is too even.

    References
    ----------
    Westfall & Young 1993, Resampling-Based Multiple Testing, § 2.3.

    Examples
    --------
    >>> fair = np.linspace(0.001, 1, 1000)
    >>> joint_tails(0.5, fair, [])["right"]
    0.5004995004995005
    """
    as_small = int((simulated <= least * _SLACK).sum())
    as_large = int((simulated >= least / _SLACK).sum())
    right = (1 + as_small) / (1 + len(simulated))
    if laws is not None and as_small < RESOLVED:
        right = min(right, max(SMALLEST_P, sum(law.attained(least) for law in laws)))
    return {RIGHT: right, LEFT: (1 + as_large) / (1 + len(simulated)), TWO_SIDED: right}
