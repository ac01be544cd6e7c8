"""Whether the order of a sample is one of its permutations like any other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.entropy.permutation_statistics import STATISTICS, statistics
from labharness.model.standards import PermutationStatistic

PILOT = 30
"""Permutations from which the statistics take their scale."""

ENOUGH = 10
"""Permutations at least as deviating that end the search."""

RULE = 5
"""Permutations as large, and as small, that a statistic must exceed to stand (§ 5.1)."""


@dataclass(frozen=True, slots=True)
class Order:
    """What the permutations of one sample say of its order.

    Parameters
    ----------
    deviation
        Largest standardized deviation.
    most
        Name of its statistic.
    made, larger
        Permutations made, and those that deviate at least as much.
    open
        Statistics that at most five of the permutations are as large as, or as small as.
    """

    deviation: float
    most: PermutationStatistic
    made: int
    larger: int
    open: tuple[PermutationStatistic, ...]

    @property
    def chance(self) -> tuple[float, float]:
        """Return the p-value, and the next smaller one that there can be."""
        if self.larger >= ENOUGH:
            return self.larger / self.made, self.larger / (self.made + 1)
        return (self.larger + 1) / (self.made + 1), self.larger / (self.made + 1)


def permuted(samples: NDArray[np.uint8], replicates: int, seed: tuple[int, ...]) -> Order | None:
    """Compare a sample with at most ``replicates`` permutations of itself; None where all samples are equal.

    The statistic is the largest standardized deviation of all; location and scale come from permutations
    that are used for nothing else, so that the sample and its permutations are alike under the null
    hypothesis.  Ties are broken by lot, so that the p-value is uniform.

    References
    ----------
    Besag & Clifford 1991, Sequential Monte Carlo p-values, Biometrika 78, 301-304.
    """
    present = np.flatnonzero(np.bincount(samples, minlength=256))
    if len(present) < 2:
        return None
    binary = len(present) == 2
    if binary:
        samples = (samples == present[1]).astype(np.uint8)
    random = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    median = float(np.median(samples))
    observed = statistics(samples, median, binary=binary)
    order = samples.copy()

    def another() -> NDArray[np.float64]:
        random.shuffle(order)
        return statistics(order, median, binary=binary)

    pilot = np.stack([another() for _ in range(PILOT)])
    center, spread = pilot.mean(axis=0), pilot.std(axis=0)
    scale = np.where(spread > 0, spread, 1.0)

    def deviations(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.abs(values - center) / scale)

    array = deviations(observed)
    mine = (float(array.max()), float(random.random()))
    as_large = np.zeros(len(observed), dtype=np.int64)
    as_small = np.zeros(len(observed), dtype=np.int64)
    result = larger = 0
    while result < replicates and larger < ENOUGH:
        values = another()
        result += 1
        larger += (float(deviations(values).max()), float(random.random())) >= mine
        as_large += values >= observed
        as_small += values <= observed
    undecided = np.flatnonzero(np.minimum(as_large, as_small) <= RULE)
    return Order(
        mine[0], STATISTICS[int(array.argmax())], result, larger, tuple(STATISTICS[j] for j in undecided)
    )
