"""A matrix of restarts: as many rows, each from one restart, as samples of a row (§ 3.1.4)."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.entropy.estimates import assess

FALSE_ALARM = 0.01
"""Chance that the sanity check may fail a source of the claimed entropy."""

STANDARD = 0.000_005
"""What § 3.1.4.3 makes of it for each of 1,000 rows and 1,000 columns."""


@dataclass(frozen=True, slots=True)
class RestartMatrix:
    """What one matrix shows.

    Parameters
    ----------
    most
        How often the commonest sample of any row or column comes in it.
    rows, columns
        Min-entropy of the samples read by rows, and by columns.
    """

    most: int
    rows: float
    columns: float


def matrix(samples: NDArray[np.uint8], bits: int) -> RestartMatrix:
    """Read a matrix of restarts, given row after row, its side the root of the number of samples."""
    side = round(len(samples) ** 0.5)
    table = samples.reshape(side, side)
    columns = np.ascontiguousarray(table.T)
    most = max(int(np.bincount(line, minlength=256).max()) for lines in (table, columns) for line in lines)
    by_row, by_column = (assess(order.ravel(), bits, as_bits=False) for order in (table, columns))
    return RestartMatrix(most, by_row.original_entropy, by_column.original_entropy)


def cutoff(entropy: float, side: int, bits: int) -> int:
    """Return the largest count of the commonest sample that passes, ``side`` where none fails.

    Notes
    -----
    The standard holds the count of the *commonest* sample of a row against the binomial law of *one*, so
    that a source of H bits, of which up to 2^H samples may each be the commonest, fails far more often than
    1%.  Here the bound is over all of them, rows and columns, which no source of the claimed entropy
    exceeds with a greater chance.

    Examples
    --------
    >>> cutoff(1.0, 1000, 1), cutoff(8.0, 1000, 8)
    (572, 19)
    """
    from scipy.special import bdtrc

    share = 2.0**-entropy
    each = FALSE_ALARM / (2 * side * min(1 << bits, max(1, floor(1 / share))))
    beyond = np.append(bdtrc(np.arange(side), side, share), 0.0)
    return int(np.argmax(beyond < each))


def standard_cutoff(entropy: float, side: int) -> int:
    """Return the largest count that passes by the letter of § 3.1.4.3: P(X ≥ count) of one is not below α."""
    from scipy.special import bdtrc

    beyond = np.append(bdtrc(np.arange(side), side, 2.0**-entropy), 0.0)
    return int(np.argmax(beyond < STANDARD))
