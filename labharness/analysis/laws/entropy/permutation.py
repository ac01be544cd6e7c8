"""Whether the order of a sample is one of its permutations like any other.

The statistics of § 5.1 that tell a sample from its permutations.
"""

from __future__ import annotations

import bz2
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labharness.model.stages import PermutationStatistic

DISTANCES = (1, 2, 8, 16, 32)
"""Distances of the periodicity and covariance statistics."""

STATISTICS = tuple(PermutationStatistic)

LEVEL = 5
"""bzip2's block size in units of 100 kB; the standard names none, NIST's program uses 5."""

SMALL = 90_000
"""Bytes that fit into one block of the smallest size, whatever they are."""


def statistics(samples: NDArray[np.uint8], median: float, *, binary: bool) -> NDArray[np.float64]:
    """Return the statistics in the order of :data:`STATISTICS`.

    Parameters
    ----------
    samples
        Bits 0 and 1 if ``binary``, else anything.
    median
        Median of the samples, the same for all permutations.
    binary
        Whether groups of eight bits are read instead where the standard says so: their number of ones
        (conversion I), or their value (conversion II) for collisions.
    """
    from labharness.analysis.laws.kernels.entropy import suffixes as kernels

    counted = valued = samples
    if binary:
        valued = np.packbits(samples)
        counted = np.add.reduceat(samples, np.arange(0, len(samples), 8), dtype=np.uint8)
    again, taken, most = kernels.collisions(valued)
    lagged = [kernels.lagged(counted, distance) for distance in DISTANCES]
    return np.array(
        [
            kernels.excursion(samples),
            *kernels.directional_runs(counted),
            *kernels.median_runs(samples, round(2 * (0.5 if binary else median))),
            taken / max(1, again),
            most,
            *(equal for equal, _ in lagged),
            *(products for _, products in lagged),
            compressed(samples),
        ],
        dtype=np.float64,
    )


def compressed(samples: NDArray[np.uint8]) -> int:
    """Return the bytes to which bzip2 compresses the samples, written as decimal numbers (§ 5.1.11).

    Examples
    --------
    >>> compressed(np.array([144, 21, 139, 0, 0, 15], dtype=np.uint8))
    49
    """
    from labharness.analysis.laws.kernels.entropy.suffixes import decimals

    text = decimals(samples).tobytes()
    # A text that fits into the smallest block comes out as long with any, and takes less memory to prepare.
    return len(bz2.compress(text, LEVEL if len(text) > SMALL else 1))


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
