"""The exact law of Pearson's X² of a few items in a few cells, where chi-square is too coarse."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.tails import SMALLEST_P, both_tails

MOST_CELLS = 6
"""Most cells: two halves of three are listed, each for itself."""

_Floats = NDArray[np.float64]


class _Split(NamedTuple):
    """What either half of the cells adds to X², by its ways to hold a given number of items.

    Parameters
    ----------
    added, weights
        Of the first half: what each way adds, and its chance, that of the split included.
    others, upto, onward
        Of the second half: what each way adds, in rising order, and the chances of the ways before each
        and of those from each on, given the split.
    """

    added: _Floats
    weights: _Floats
    others: _Floats
    upto: _Floats
    onward: _Floats


def exact_x2_tails(value: float, items: int, chances: _Floats) -> dict[str, float]:
    """Return p-values of X² by adding up the chances of all ways to sort the items into the cells.

    X² is a sum over cells.  So for each number of items that the first half of the cells may hold, each of
    its ways is set against the sorted ways of the second half to hold the rest, and no more than half of
    the cells are ever listed together.

    Parameters
    ----------
    items
        Independent items.
    chances
        Of each cell, 2 to 6 of them, which add up to 1.

    Examples
    --------
    Of one item, the rarest of three cells has the largest X²:

    >>> round(exact_x2_tails(9.0, 1, np.array([0.1, 0.6, 0.3]))["right"], 12)
    0.1
    """
    near = 1e-9 * (1 + value)  # equal values differ in their last digits
    right = left = 0.0
    for split in _splits(items, tuple(chances.tolist())):
        missing = value - split.added
        right += float(split.weights @ split.onward[np.searchsorted(split.others, missing - near)])
        left += float(split.weights @ split.upto[np.searchsorted(split.others, missing + near, "right")])
    return both_tails(*(min(1.0, max(SMALLEST_P, tail)) for tail in (right, left)))


@lru_cache(maxsize=4)
def _splits(items: int, chances: tuple[float, ...]) -> tuple[_Split, ...]:
    """List the halves once for all samples of a size."""
    from scipy.special import gammaln, xlogy

    assert 2 <= len(chances) <= MOST_CELLS
    factorials = gammaln(np.arange(items + 1) + 1.0)
    middle = (len(chances) + 1) // 2
    halves = np.array(chances[:middle]), np.array(chances[middle:])
    share = halves[0].sum(), halves[1].sum()

    def ways(held: int, half: int) -> tuple[_Floats, _Floats]:
        own = halves[half]
        each = _ways(held, len(own))
        logs = factorials[held] + (xlogy(each, own / share[half]) - factorials[each]).sum(axis=1)
        return ((each - items * own) ** 2 / (items * own)).sum(axis=1), np.exp(logs)

    result = []
    for first in range(items + 1):
        rest = items - first
        logs = factorials[items] - factorials[first] - factorials[rest]
        chance = np.exp(logs + xlogy(first, share[0]) + xlogy(rest, share[1]))
        (added, weights), (others, given) = ways(first, 0), ways(rest, 1)
        order = np.argsort(others)
        upto = np.concatenate(([0.0], np.cumsum(given[order])))
        onward = np.concatenate((np.cumsum(given[order][::-1])[::-1], [0.0]))
        result.append(_Split(added, chance * weights, others[order], upto, onward))
    return tuple(result)


def _ways(held: int, cells: int) -> NDArray[np.intp]:
    """Return all ways to put items into 1 to 3 cells, shape (ways, cells).

    Examples
    --------
    >>> _ways(2, 2).tolist()
    [[0, 2], [1, 1], [2, 0]]
    """
    free = np.indices((held + 1,) * (cells - 1)).reshape(cells - 1, (held + 1) ** (cells - 1))
    rest = held - free.sum(axis=0)
    return np.asarray(np.vstack((free, rest)).T[rest >= 0])
