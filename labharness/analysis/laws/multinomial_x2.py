"""The exact law of Pearson's X² of a few items in a few cells, where chi-square is too coarse.

Exact moments of X² of kinds by segments, and of equal kinds at a distance, in one uniformly random order.

Tails of weighted sums of squares of standard normal variables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp, pi, sqrt
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


def segment_x2(kinds: Sequence[int], segments: Sequence[int]) -> tuple[float, float]:
    """Return mean and standard deviation of X² of a table with these margins.

    Parameters
    ----------
    kinds, segments
        Cards of each kind, and of each segment.

    References
    ----------
    Dawson 1954, "A simplified expression for the variance of the χ² function on a contingency table", Biometrika 41,
    280.

    Examples
    --------
    >>> mean, spread = segment_x2((2, 2), (2, 2))
    >>> mean, spread**2  # X² is 4 in two and 0 in four of the six tables
    (1.3333333333333333, 3.5555555555555554)
    """
    size = sum(kinds)
    rows, columns = len(kinds), len(segments)
    mean = size * (rows - 1) * (columns - 1) / (size - 1)
    product = 1.0
    scaled = 1.0
    for margin in (kinds, segments):
        number = len(margin)
        uneven = (size * sum(1 / each for each in margin) - number**2) / (size - 2)
        free = (number - 1) * (size - number) / (size - 1)
        product *= free - uneven
        scaled *= uneven
    variance = 2 * size / (size - 3) * product + size**2 / (size - 1) * scaled
    return mean, sqrt(max(variance, 0.0))


def equal_at(kinds: Sequence[int], distance: int) -> tuple[float, float]:
    """Return mean and standard deviation of the number of cards that are of one kind with the card so far behind.

    Two pairs of places have a place in common, or none; the chance that both are equal follows for each from the
    number of cards of each kind.

    Examples
    --------
    >>> mean, spread = equal_at((2, 2), 1)  # AABB 2, ABAB 0, ABBA 1 and their mirrors
    >>> round(mean, 12), round(spread**2, 12)
    (1.0, 0.666666666667)
    """
    size = sum(kinds)

    def falling(number: int, times: int) -> float:
        value = 1.0
        for less in range(times):
            value *= number - less
        return value

    two = sum(falling(kind, 2) for kind in kinds)
    equal = two / falling(size, 2)
    chain = sum(falling(kind, 3) for kind in kinds) / falling(size, 3) - equal**2
    apart = (two**2 - sum(falling(kind, 2) ** 2 - falling(kind, 4) for kind in kinds)) / falling(
        size, 4
    ) - equal**2
    pairs, linked = size - distance, 2 * max(size - 2 * distance, 0)
    variance = pairs * equal * (1 - equal) + linked * chain + (pairs * (pairs - 1) - linked) * apart
    return pairs * equal, sqrt(max(variance, 0.0))


_CLEAR = 0.3
"""Least distance of the path of integration from the pole at 0, as a share of its width or of the way to the next singularity."""
_HALVINGS = 60
"""Of the bracket of the saddlepoint."""
_REACH = 16.0
"""Where the integrand has long become 0: it falls at least as a normal law of its width."""
_PRECISE = 1e-12
"""Share of the area that the last halving of the step changes at most."""
_MOST_STEPS = 12
"""Halvings of the step: five were the most in 15,000 random sums of up to 400 weights, log-normal with spreads up to 8."""


def _whole(total: Callable[[NDArray[np.float64]], float]) -> float:
    """Integrate a smooth even function from 0 on by the trapezoidal rule, whose digits double with each halving of its step.

    Parameters
    ----------
    total
        Gives the sum of the function over some places.
    """
    step = 0.5
    area = step * (total(np.zeros(1)) / 2 + total(np.arange(step, _REACH, step)))
    for _ in range(_MOST_STEPS):
        before, step = area, step / 2
        area = before / 2 + step * total(np.arange(step, _REACH, 2 * step))
        if abs(area - before) <= _PRECISE * abs(area):
            break
    return area


def weighted_chi_square_tails(value: float, weights: NDArray[np.float64]) -> dict[str, float]:
    """Return p-values of Σ λᵢ χ²ᵢ with one degree of freedom each, by inverting its moment generating function.

    The transform of a tail is integrated from the saddlepoint on, where it is as small as the tail is, along the parabola of
    steepest descent; so the smaller p-value keeps nine digits down to 1e-50, of three hundred weights too.

    Parameters
    ----------
    value
        The sum, above 0.
    weights
        The λ, all above 0.

    References
    ----------
    Rice 1980, Distribution of quadratic forms in normal random variables - evaluation by numerical
    integration, SIAM J. Sci. Stat. Comput. 1, 438-448.

    Examples
    --------
    Chi-square with ten degrees of freedom exceeds 23.20925 with chance 0.01.

    >>> round(weighted_chi_square_tails(23.20925, np.ones(10))["right"], 8)
    0.01
    """

    def slope(s: float) -> float:
        return float((weights / (1 - 2 * s * weights)).sum()) - value

    # At one end the largest term alone is twice ``value``, at the other no term reaches its share of it.
    largest = float(weights.max())
    end = 1 / (2 * largest)
    low, high = -len(weights) / (2 * value), end * (1 - largest / (2 * value))
    for _ in range(_HALVINGS):
        s = (low + high) / 2
        low, high = (s, high) if slope(s) < 0 else (low, s)
    clear = _CLEAR * min(1 / sqrt(2 * float((weights**2).sum())), end)
    if abs(s) < clear:
        s = clear
    shares = weights / (1 - 2 * s * weights)
    spread = float((shares**2).sum())
    width = 1 / sqrt(2 * spread)
    bend = 2 / 3 * width * float((shares**3).sum()) / spread  # of the path of steepest descent

    def transform(u: NDArray[np.float64]) -> float:
        t = width * (bend * u * u + u * 1j)
        power = -0.5 * np.log1p(-2 * np.outer(t, shares)).sum(axis=1) - t * value
        return float((np.exp(power) * (2 * bend * u + 1j) / (s + t)).imag.sum())

    # Chernoff's bound on the tail is also the size of the transform where the path begins.
    bound = exp(max(-700.0, -0.5 * float(np.log1p(-2 * s * weights).sum()) - s * value))
    tail = SMALLEST_P
    if bound > SMALLEST_P:
        area = _whole(transform)
        tail = min(1.0, max(SMALLEST_P, abs(bound * width / pi * area)))
    return both_tails(tail, 1 - tail) if s > 0 else both_tails(1 - tail, tail)
