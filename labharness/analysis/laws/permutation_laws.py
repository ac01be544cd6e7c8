"""Exact laws of statistics of a uniformly random order of distinct cards.

Counted in whole numbers where the numbers stay few; the wide laws (inversions, longest increasing
subsequence) are added up from positive terms in double precision, so that their relative error stays near
1e-13 in both tails.

Limits that a fair shuffle passes less than once in a given number of times.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from math import comb, factorial
from operator import mul

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.tails import Lattice, counted_law, exactly, pascal

LONGEST_CARDS = 60
"""Most cards for which the law of the longest increasing subsequence is enumerated (966,467 shapes)."""

_LOG = np.concatenate([[0.0], np.log(np.arange(1, 2 * LONGEST_CARDS))])
_LOG_FACTORIAL = np.cumsum(_LOG)


@lru_cache(maxsize=64)
def valleys(cards: int) -> Lattice:
    """Return the law of the number of inner places lower than both neighbors; peaks have the same.

    A new highest card next to a valley, or at an end, moves or keeps it (2v + 2 places); anywhere else it
    makes one: T(k, v) = (2v + 2) T(k-1, v) + (k - 2v) T(k-1, v-1).

    Examples
    --------
    >>> (valleys(4).mass * 24).round().astype(int).tolist()
    [8, 16]
    """
    row = [1]
    for size in range(2, cards + 1):
        longer = [0, *row, 0]
        row = [
            (2 * v + 2) * longer[v + 1] + (size - 2 * v) * longer[v] for v in range(max(size - 1, 0) // 2 + 1)
        ]
    return counted_law(0, row, factorial(cards))


@lru_cache(maxsize=64)
def kept_places(cards: int, places: int) -> Lattice:
    """Return the law of how many of so many given places keep their card.

    Examples
    --------
    >>> (kept_places(4, 4).mass * 24).round().astype(int).tolist()
    [9, 8, 6, 0, 1]
    """
    at_least = [comb(places, j) * factorial(cards - j) for j in range(places + 1)]
    return counted_law(0, exactly(at_least), factorial(cards))


@lru_cache(maxsize=64)
def successions(cards: int, lag: int) -> Lattice:
    """Return the law of how often the next card lay ``lag`` places further on in the input.

    The N - |lag| pairs of the input form chains, any j of them leave N - j pieces: (N - j)! orders.

    Examples
    --------
    >>> (successions(4, 1).mass * 24).round().astype(int).tolist()
    [11, 9, 3, 1]
    """
    pairs = cards - abs(lag)
    at_least = [comb(pairs, j) * factorial(cards - j) for j in range(pairs + 1)]
    return counted_law(0, exactly(at_least), factorial(cards))


@lru_cache(maxsize=64)
def cycles(cards: int) -> Lattice:
    """Return the law of the number of cycles (Stirling numbers of the first kind).

    It is also that of the number of correct guesses under complete feedback, whatever card still inside is
    guessed: both are sums of independent events with chances 1, 1/2, …, 1/N.

    Examples
    --------
    >>> (cycles(4).mass * 24).round().astype(int).tolist()
    [6, 11, 6, 1]
    """
    row = [1]
    for size in range(2, cards + 1):
        row = [(size - 1) * same + fewer for same, fewer in zip([*row, 0], [0, *row], strict=True)]
    return counted_law(1, row, factorial(cards))


@lru_cache(maxsize=16)
def inversions(cards: int) -> Lattice:
    """Return the law of the number of pairs in the wrong order (Mahonian numbers).

    Examples
    --------
    >>> (inversions(4).mass * 24).round().astype(int).tolist()
    [1, 3, 5, 6, 5, 3, 1]
    """
    mass = np.ones(1)
    for size in range(2, cards + 1):
        mass = np.convolve(mass, np.full(size, 1 / size))
    return Lattice(0, mass)


@lru_cache(maxsize=8)
def longest_increasing(cards: int) -> Lattice:
    """Return the law of the length of the longest increasing subsequence; decreasing ones have the same.

    By the Robinson-Schensted correspondence it is the first row of a Young diagram of N cells drawn with
    chance f²/N!, f = N! / (product of hook lengths) being its number of standard tableaux.

    References
    ----------
    Schensted 1961, "Longest increasing and decreasing subsequences", Canadian Journal of Mathematics 13,
    179-191.  Frame, Robinson & Thrall 1954, "The hook graphs of the symmetric group", ibid. 6, 316-324.

    Examples
    --------
    >>> (longest_increasing(4).mass * 24).round().astype(int).tolist()
    [1, 13, 9, 1]
    """
    assert cards <= LONGEST_CARDS
    mass = np.zeros(cards)
    rows, left = np.arange(1, cards + 1)[:, np.newaxis], cards - np.arange(1, cards + 1)
    while len(rows):
        done = rows[left == 0]
        if len(done):
            mass += np.bincount(done[:, 0] - 1, np.exp(_LOG_FACTORIAL[cards] - 2 * _log_hooks(done)), cards)
        rows, left = rows[left > 0], left[left > 0]
        choices = np.minimum(rows[:, -1], left)
        source = np.repeat(np.arange(len(rows)), choices)
        chosen = np.arange(len(source)) - np.repeat(np.cumsum(choices) - choices, choices) + 1
        rows, left = np.column_stack([rows[source], chosen]), left[source] - chosen
    return Lattice(1, mass)


def _log_hooks(rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the logarithm of the product of hook lengths of diagrams with equally many rows."""
    height = rows.shape[1]
    lengths = rows + np.arange(height - 1, -1, -1)
    total = _LOG_FACTORIAL[lengths].sum(axis=1)
    for row in range(height - 1):
        total -= _LOG[lengths[:, row : row + 1] - lengths[:, row + 1 :]].sum(axis=1)
    return np.asarray(total)


@lru_cache(maxsize=16)
def longest_packet(cards: int) -> Lattice:
    """Return the law of the longest packet: cards that followed each other and still do.

    An order falls into b greatest packets; their sizes are a composition of N, and the packets lie in an
    order of b without a succession.

    Examples
    --------
    >>> (longest_packet(4).mass * 24).round().astype(int).tolist()
    [11, 10, 2, 1]
    """
    choose = pascal(cards)
    signed = [[-many if j % 2 else many for j, many in enumerate(row)] for row in choose]
    columns = [[row[b] if b < len(row) else 0 for row in choose] for b in range(cards)]
    factorials = list(accumulate(range(1, cards + 1), mul))
    free = [sum(map(mul, signed[b - 1], reversed(factorials[:b]))) for b in range(1, cards + 1)]
    at_most = []
    for longest in range(1, cards + 1):
        fewest = -(-cards // longest)
        # A total is an ordered sum of b parts up to the longest in so many ways, by inclusion and exclusion.
        compositions = (
            sum(map(mul, signed[b], columns[b - 1][cards - 1 :: -longest])) for b in range(fewest, cards + 1)
        )
        at_most.append(sum(map(mul, compositions, free[fewest - 1 :])))
    ways = [many - fewer for fewer, many in pairwise([0, *at_most])]
    return counted_law(1, ways, factorial(cards))


@dataclass(frozen=True)
class AlarmLimits:
    """Values outside which a single shuffle raises an alarm.

    Parameters
    ----------
    low, high
        Largest low value and smallest high value that do; -1, or one above the support, where none does.
    chance
        Chance that a fair shuffle raises an alarm, exact.
    """

    low: int
    high: int
    chance: float


def limits(law: Lattice, below: float, above: float) -> AlarmLimits:
    """Return the widest alarm with at most these chances at the low and at the high end.

    Examples
    --------
    >>> limits(Lattice(0, np.array([0.01, 0.49, 0.49, 0.01])), 0.02, 0.001)
    AlarmLimits(low=0, high=4, chance=0.01)
    """
    rising, falling = np.cumsum(law.mass), np.cumsum(law.mass[::-1])
    fewer, more = int((rising <= below).sum()), int((falling <= above).sum())
    chance = (rising[fewer - 1] if fewer else 0.0) + (falling[more - 1] if more else 0.0)
    return AlarmLimits(law.first + fewer - 1, law.first + len(law.mass) - more, float(chance))
