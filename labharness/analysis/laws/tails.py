"""Null laws: exact laws of permutation statistics, and tails of the laws that checks refer to.

Exact laws are counted in whole numbers and become probabilities by one division each.  SciPy is imported
where a tail is asked for, so that a runner that only counts never loads it.

Laws of the largest difference between groups of one sample, whatever the device's own law is.

Exact law of a score of cards drawn without replacement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb, exp, factorial, pi, sqrt
from operator import add, mul

import numpy as np
from numpy.typing import ArrayLike, NDArray

from labharness.model.reasons.register import Laws
from labharness.model.results import Tail
from labharness.reason import Reason

RIGHT, LEFT, TWO_SIDED = Tail.RIGHT.value, Tail.LEFT.value, Tail.TWO_SIDED.value

LEAST_EXPECTED = 5
"""Least expected count of a cell where X² is compared with chi-square: the usual rule, which errs on the safe side
(Cochran 1954, "Some methods for strengthening the common χ² tests", Biometrics 10, 417-451)."""

SMALLEST_P = 1e-50
"""Smallest p-value that an exact sum law reports; its trimmed ends weigh far less."""

_TRIM = 1e-60

EXACT_UNITS = 100_000
"""Most units whose sum gets the exact law; more get the normal law, which is then as good."""

EXACT_SPREAD = 1000
"""Largest standard deviation of a sum that gets the exact law: wider ones take seconds to convolve."""


def both_tails(right: float, left: float) -> dict[str, float]:
    """Return p-values of all tails; two-sided is twice the smaller one, which is safe for lattice laws."""
    return {RIGHT: right, LEFT: left, TWO_SIDED: min(1.0, 2 * min(right, left))}


def chi_square_tails(value: float, df: float) -> dict[str, float]:
    """Return p-values of a chi-square statistic; one below 0, as a difference of two can be, counts as 0.

    Examples
    --------
    >>> chi_square_tails(-0.1, 2)
    {'right': 1.0, 'left': 0.0, 'two_sided': 0.0}
    """
    from scipy.special import chdtr, chdtrc

    least = max(0.0, value)
    return both_tails(float(chdtrc(df, least)), float(chdtr(df, least)))


def equal_chances_tails(counts: ArrayLike) -> dict[str, float]:
    """Return p-values of Pearson's X² of outcomes that are equally likely, by their counts.

    Chi-square; of two outcomes the exact binomial.  Two counts are equal, and X² is 0, with a probability of about
    √(2/(πn)), to which the chi-square law gives none: it would call each such sample too regular.

    Examples
    --------
    >>> equal_chances_tails([500, 500])["two_sided"] > 0.05
    True
    """
    seen = np.asarray(counts, dtype=np.int64)
    total = int(seen.sum())
    if seen.size != 2:
        return counted_tails(seen, np.full(seen.size, total / seen.size))
    most = int(seen.max())
    right = min(1.0, 2 * _more_heads(most - 1, total))
    return both_tails(right, 1 - 2 * _more_heads(most, total))


def _more_heads(number: int, tosses: int) -> float:
    """Return the probability of more than so many heads of a fair coin, as a regularized incomplete beta function.

    ``scipy.stats`` has it too, and takes twice as long to load as everything else that judges a run.
    """
    from scipy.special import betainc

    if number < 0 or number >= tosses:
        return float(number < 0)
    return float(betainc(number + 1, tosses - number, 0.5))


def counted_tails(observed: ArrayLike, expected: ArrayLike) -> dict[str, float]:
    """Return p-values of Pearson's X² of counts whose totals are given: chi-square, with the steps that counts have.

    Counts that are as expected have a probability of about 1/√((2πn)^(k-1) p₁…p_k) for n items in k cells (local limit
    theorem), to which the chi-square law gives none: it would call each such sample too regular.  The left tail is
    therefore at least this probability, which matters only where cells and items are few.

    Parameters
    ----------
    observed, expected
        Shape (cells,), or (tables, cells) of independent tables, each with its total, whose X² add up.

    Examples
    --------
    >>> round(counted_tails([20, 20, 20], [20, 20, 20])["left"], 4), counted_tails([2, 4, 4], [10 / 3] * 3)["right"]
    (0.0138, 0.6703200460356394)
    """
    want = np.atleast_2d(np.asarray(expected, dtype=float))
    totals, cells = want.sum(axis=1), want.shape[1]
    p = chi_square_tails(pearson(np.atleast_2d(observed), want), len(want) * (cells - 1))
    spread = (cells - 1) * np.log(2 * pi * totals) + np.log(want / totals[:, np.newaxis]).sum(axis=1)
    return both_tails(p[RIGHT], min(1.0, max(p[LEFT], exp(-float(spread.sum()) / 2))))


def normal_tails(z: float) -> dict[str, float]:
    """Return p-values of a standard normal statistic."""
    from scipy.special import ndtr

    return both_tails(float(ndtr(-z)), float(ndtr(z)))


def pearson(observed: ArrayLike, expected: ArrayLike) -> float:
    """Return Pearson's X² of observed against expected counts.

    Examples
    --------
    >>> round(pearson([2, 4, 10, 12, 22, 29, 21, 15, 14, 9, 6], [4, 8, 12, 16, 20, 24, 20, 16, 12, 8, 4]), 4)
    7.1458
    """
    have, want = np.asarray(observed, dtype=float), np.asarray(expected, dtype=float)
    return float(((have - want) ** 2 / want).sum())


@dataclass(frozen=True, eq=False)
class Lattice:
    """A law on whole numbers.

    Parameters
    ----------
    first
        Smallest value.
    mass
        Probabilities of ``first``, ``first + 1``, …
    """

    first: int
    mass: NDArray[np.float64]

    @property
    def values(self) -> NDArray[np.int64]:
        """Values that carry the mass."""
        return np.arange(self.first, self.first + len(self.mass))

    @cached_property
    def mean(self) -> float:
        """Expectation."""
        return float(self.values @ self.mass)

    @cached_property
    def variance(self) -> float:
        """Second central moment."""
        return float((self.values - self.mean) ** 2 @ self.mass)

    def plus(self, other: Lattice) -> Lattice:
        """Return the law of the sum of two independent values; ends below 1e-60 are trimmed.

        All terms are positive, so that direct convolution keeps the relative precision of the tails,
        which a Fourier transform would lose.
        """
        mass = np.convolve(self.mass, other.mass)
        heavy = np.flatnonzero(mass > _TRIM)
        return Lattice(self.first + other.first + int(heavy[0]), mass[heavy[0] : heavy[-1] + 1])

    def times(self, n: int) -> Lattice:
        """Return the law of the sum of ``n`` independent values, by doubling and adding one."""
        total = Lattice(0, np.ones(1))
        for bit in f"{n:b}":
            total = total.plus(total)
            if bit == "1":
                total = total.plus(self)
        return total

    def tails(self, value: int) -> dict[str, float]:
        """Return p-values of an observed value, none below :data:`SMALLEST_P`."""
        place = value - self.first
        right, left = self.mass[max(place, 0) :].sum(), self.mass[: max(place + 1, 0)].sum()
        return both_tails(*(min(1.0, max(SMALLEST_P, float(tail))) for tail in (right, left)))

    def sum_tails(self, n: int, total: int) -> tuple[dict[str, float], Reason]:
        """Return p-values of the sum of ``n`` independent values, and the law."""
        if n <= EXACT_UNITS and n * self.variance <= EXACT_SPREAD**2:
            return _sum_law(self, n).tails(total), Laws.EXACT_SUM(units=n)
        z = (total - n * self.mean) / sqrt(n * self.variance)
        return normal_tails(z), Laws.NORMAL_EXACT()


@lru_cache(maxsize=32)
def _sum_law(lattice: Lattice, n: int) -> Lattice:
    """Keep the laws of sums: a battery and its calibration ask for the same few again and again."""
    return lattice.times(n)


@lru_cache(maxsize=64)
def rising_sequences(cards: int) -> Lattice:
    """Return the law of the number of rising sequences of a uniform permutation (Eulerian numbers).

    Examples
    --------
    >>> (rising_sequences(4).mass * 24).round().astype(int).tolist()
    [1, 11, 11, 1]
    """
    row = [1]
    for size in range(2, cards + 1):
        longer = [0, *row, 0]
        row = [(size - k) * longer[k] + (k + 1) * longer[k + 1] for k in range(size)]
    return counted_law(1, row, factorial(cards))


@lru_cache(maxsize=64)
def kept_neighbours(cards: int) -> Lattice:
    """Return the law of the number of neighbors that a uniform permutation leaves neighbors.

    Choose j of the N - 1 neighboring pairs so that they form c chains: C(j-1, c-1) C(N-j, c) ways.  Each
    chain may lie in two directions, and the N - j resulting pieces in any order.  Inclusion and exclusion
    over the chosen pairs leaves exactly k.

    Examples
    --------
    >>> (kept_neighbours(4).mass * 24).round().astype(int).tolist()
    [2, 10, 10, 2]
    """
    choose = pascal(cards)
    turned = [[many << c for c, many in enumerate(row)] for row in choose]
    at_least = [factorial(cards)] + [
        factorial(cards - j) * sum(map(mul, choose[j - 1], turned[cards - j][1:])) for j in range(1, cards)
    ]
    return counted_law(0, exactly(at_least), factorial(cards))


def exactly(at_least: Sequence[int]) -> list[int]:
    """Return in how many ways exactly k = 0, 1, … properties hold, by inclusion and exclusion.

    Parameters
    ----------
    at_least
        Entry j is the number of ways in which chosen properties hold, summed over all choices of j.
    """
    # The entries are the coefficients of a polynomial in x + 1; synthetic division gives those in x.
    ways = list(at_least)
    for k in range(len(ways) - 1):
        for j in range(len(ways) - 2, k - 1, -1):
            ways[j] -= ways[j + 1]
    return ways


def pascal(most: int) -> list[list[int]]:
    """Return the binomial coefficients of 0 to the most: looking them up is far quicker than computing each."""
    rows = [[1]]
    for _ in range(most):
        rows.append([1, *map(add, rows[-1], rows[-1][1:]), 1])
    return rows


def counted_law(first: int, ways: Sequence[int], total: int) -> Lattice:
    """Return the law of the values ``first``, ``first + 1``, … that come in so many ways of ``total``."""
    assert sum(ways) == total
    return Lattice(first, np.array([way / total for way in ways]))


_AT_ONCE = 1 << 22
"""Labels permuted at a time, which bounds memory."""


@dataclass(frozen=True, slots=True)
class LargestDifference:
    """The largest difference between groups.

    Parameters
    ----------
    p
        Chance of a difference as large where all groups have one law.
    column
        The statistic, or outcome, in which the groups differ most.
    """

    p: float
    column: int


def permutation_test(
    table: NDArray[np.float64], labels: NDArray[np.intp], permutations: int, seed: int
) -> LargestDifference | None:
    """Compare the means of groups by permuting their labels.

    Parameters
    ----------
    table
        Statistics by unit, shape (units, statistics).
    labels
        Group of each unit from 0, shape (units,).
    permutations
        Random permutations; the p-value is at least 1 / (permutations + 1).

    Returns
    -------
    LargestDifference or None
        None where fewer than two groups have units, or no statistic varies.

    Notes
    -----
    The test statistic is the largest sum over the groups of ``n (mean - overall mean)² / variance``, of all
    statistics.  The p-value is exact for exchangeable units, also where the device is unfair, and the maximum
    takes account of the number of statistics [Westfall & Young 1993].

    Examples
    --------
    >>> same = np.arange(40.0).reshape(-1, 1) % 4
    >>> permutation_test(same, np.arange(40) // 20, 999, 461).p > 0.5
    True
    """
    varies = np.flatnonzero(np.ptp(table, axis=0) > 0) if len(table) else np.empty(0, dtype=np.intp)
    groups, labels = np.unique(labels, return_inverse=True)
    if len(groups) < 2 or not len(varies):
        return None
    chosen = table[:, varies]
    scaled = (chosen - chosen.mean(axis=0)) / chosen.std(axis=0)
    sizes = np.bincount(labels)
    observed = _between(labels[None, :], scaled, sizes)[0]
    largest, source = observed.max(), np.random.Generator(np.random.PCG64(seed))
    as_large, left = 0, permutations
    while left:
        rows = min(left, max(1, _AT_ONCE // len(labels)))
        permuted = source.permuted(np.tile(labels, (rows, 1)), axis=1)
        # Equal sums of another order differ by rounding only, and count as equal.
        as_large += int((_between(permuted, scaled, sizes).max(axis=1) >= largest * (1 - 1e-9)).sum())
        left -= rows
    return LargestDifference((1 + as_large) / (1 + permutations), int(varies[observed.argmax()]))


def _between(
    labels: NDArray[np.intp], scaled: NDArray[np.float64], sizes: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return the sum of squares between groups, shape (rows of labels, statistics)."""
    array = np.zeros((len(labels), scaled.shape[1]))
    for group, size in enumerate(sizes):
        array += ((labels == group).astype(np.float64) @ scaled) ** 2 / size
    return array


def contingency_test(counts: NDArray[np.int64]) -> LargestDifference | None:
    """Compare the outcomes of groups by Pearson's X² of the table groups × outcomes.

    Parameters
    ----------
    counts
        Outcomes by group, shape (groups, outcomes).

    Returns
    -------
    LargestDifference or None
        None where fewer than two groups or outcomes remain.

    Notes
    -----
    X² has (groups - 1)(outcomes - 1) degrees of freedom for independent outcomes of one law, fair or not.
    Outcomes of which some group expects fewer than five are joined, the rarest first.

    Examples
    --------
    >>> contingency_test(np.array([[500, 510, 490], [505, 495, 500]])).p > 0.5
    True
    """
    from scipy.special import chdtrc

    whole = counts[counts.sum(axis=1) > 0]
    order = np.argsort(whole.sum(axis=0), kind="stable")
    least = whole.sum(axis=1).min() / max(1, whole.sum()) if len(whole) else 0.0
    joined: list[list[int]] = [[]]
    for column in order.tolist():
        if whole[:, joined[-1]].sum() * least >= LEAST_EXPECTED:
            joined.append([])
        joined[-1].append(column)
    if len(joined) > 1 and whole[:, joined[-1]].sum() * least < LEAST_EXPECTED:
        joined[-2:] = [joined[-2] + joined[-1]]
    if len(whole) < 2 or len(joined) < 2:
        return None
    table = np.stack([whole[:, each].sum(axis=1) for each in joined], axis=1).astype(np.float64)
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    parts = ((table - expected) ** 2 / expected).sum(axis=0)
    df = (table.shape[0] - 1) * (table.shape[1] - 1)
    return LargestDifference(float(chdtrc(df, parts.sum())), joined[int(parts.argmax())][-1])


Classes = tuple[tuple[int, int], ...]
"""Cards of each class, and what a card of it, or a pair of its cards, adds."""


@lru_cache(maxsize=1024)
def drawn_sum(classes: Classes, drawn: int) -> Lattice:
    """Return the law of the sum of the values of drawn cards.

    Parameters
    ----------
    classes
        (cards, value of each) of every class.
    drawn
        Cards drawn.

    Examples
    --------
    >>> drawn_sum(((4, 1), (48, 0)), 1).mass.tolist() == [48 / 52, 4 / 52]
    True
    """
    return _drawn(classes, drawn, lambda cards, value: cards * value)


@lru_cache(maxsize=1024)
def drawn_pairs(classes: Classes, drawn: int) -> Lattice:
    """Return the law of the number of pairs of drawn cards of one class, weighted by the class's value.

    Examples
    --------
    >>> round(float(drawn_pairs(((4, 1),) * 13, 2).mass[1] * 51), 12)
    3.0
    """
    return _drawn(classes, drawn, lambda cards, value: cards * (cards - 1) // 2 * value)


def _drawn(classes: Sequence[tuple[int, int]], drawn: int, score: Callable[[int, int], int]) -> Lattice:
    """Count the hands of each score, class by class: all terms are positive, so that tails keep their precision."""
    ways: dict[int, dict[int, float]] = {0: {0: 1.0}}
    for cards, value in classes:
        further: dict[int, dict[int, float]] = {}
        for have, sums in ways.items():
            for more in range(min(cards, drawn - have) + 1):
                chosen, adds = float(comb(cards, more)), score(more, value)
                into = further.setdefault(have + more, {})
                for total, number in sums.items():
                    into[total + adds] = into.get(total + adds, 0.0) + number * chosen
        ways = further
    way = ways[drawn]
    low, high = min(way), max(way)
    mass = np.array([way.get(total, 0.0) for total in range(low, high + 1)])
    return Lattice(low, mass / mass.sum())
