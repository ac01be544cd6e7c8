"""The statistics of § 5.1 that tell a sample from its permutations."""

from __future__ import annotations

import bz2

import numpy as np
from numpy.typing import NDArray

from labharness.model.standards import PermutationStatistic

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
    from labharness.analysis.laws.kernels.entropy import order_statistics as kernels

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
    from labharness.analysis.laws.kernels.entropy.order_statistics import decimals

    text = decimals(samples).tobytes()
    # A text that fits into the smallest block comes out as long with any, and takes less memory to prepare.
    return len(bz2.compress(text, LEVEL if len(text) > SMALL else 1))
