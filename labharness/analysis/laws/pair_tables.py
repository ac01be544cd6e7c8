"""Tables of pairs of outcomes, and what of them is dependence."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, expm1, inf, log1p

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.tails import both_tails, chi_square_tails, equal_chances_tails


def pair_tables(
    rows: NDArray[np.int32], places: Sequence[tuple[int, int]], outcomes: int
) -> NDArray[np.int64]:
    """Count the codes of each row at several pairs of places, shape (pairs of places, outcomes, outcomes).

    Pairs with a code that is not below ``outcomes`` are left out.

    Examples
    --------
    >>> pair_tables(np.array([[0, 1, 1], [0, 1, 0]], dtype=np.int32), [(0, 1), (0, 2)], 2).tolist()
    [[[0, 2], [0, 0]], [[1, 1], [0, 0]]]
    """
    from labharness.analysis.laws.kernels.outcomes import draw_groups

    first, second = np.array(places, dtype=np.int64).reshape(-1, 2).T.copy()
    return draw_groups.pairs(np.ascontiguousarray(rows), first, second, outcomes)


def interaction(table: NDArray[np.int64]) -> float:
    """Return the part of X² that is dependence, free of how often each outcome comes.

    The deviations from n/d² less those of their row and column, squared and added, over n/d²: chi-square
    with (d-1)² degrees of freedom, for pairs that overlap too, for each term has mean 0 given either of
    its two outcomes (Good's second difference of ψ²).

    Examples
    --------
    >>> interaction(np.array([[20, 30], [30, 20]])), interaction(np.array([[40, 40], [10, 10]]))
    (4.0, 0.0)
    """
    centred = table - table.mean(axis=0) - table.mean(axis=1)[:, np.newaxis] + table.mean()
    return float((centred**2).sum() / table.mean())


def interaction_tails(table: NDArray[np.int64]) -> dict[str, float]:
    """Return p-values of the interaction: chi-square, of two outcomes the exact binomial.

    Of two outcomes it is the square of equal less unequal pairs over their number, and pairs of a fair source are equal
    with chance 1/2, each whatever the others are.

    Examples
    --------
    >>> interaction_tails(np.array([[25, 25], [25, 25]]))["two_sided"]
    0.2245...
    """
    if len(table) == 2:
        equal = int(np.trace(table))
        return equal_chances_tails([equal, int(table.sum()) - equal])
    return chi_square_tails(interaction(table), (len(table) - 1) ** 2)


def interaction_without_repeats(table: NDArray[np.int64]) -> float:
    """Return the same for two distinct outcomes: chi-square with d² - 3d + 1 degrees of freedom.

    Cells off the diagonal are equally likely.  The least squares effects a of rows and b of columns, each
    adding up to 0, solve (d-1) a - b = R and (d-1) b - a = C, with R and C the deviations of row and column
    sums.
    """
    size = len(table)
    expected = table.sum() / (size * (size - 1))
    off = table - expected * (1 - np.eye(size))
    rows, columns = off.sum(axis=1), off.sum(axis=0)
    a = ((size - 1) * rows + columns) / ((size - 1) ** 2 - 1)
    b = ((size - 1) * columns + rows) / ((size - 1) ** 2 - 1)
    return float(((off**2).sum() - a @ rows - b @ columns) / expected)


def largest_tails(right: Sequence[float], left: float | None = None) -> dict[str, float]:
    """Return p-values of the most deviating of several independent statistics, from their right tails.

    Right is the chance that any deviates as much (Šidák), left that none deviates more.

    Parameters
    ----------
    left
        Left tail of the most deviating one, where its law has steps; what is not right if left out.

    Examples
    --------
    >>> largest_tails([0.01, 0.5])["right"]
    0.0199
    """
    smallest, number = min(right), len(right)
    none = number * log1p(-smallest) if smallest < 1 else -inf
    return both_tails(-expm1(none), exp(none) if left is None else left**number)
