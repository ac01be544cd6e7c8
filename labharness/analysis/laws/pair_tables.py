"""Tables of pairs of outcomes, and what of them is dependence.

What the rounds of fairly shuffled double shoes come to, by simulation of whole loads.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import exp, expm1, inf, log1p

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.null_samples import FairOrders
from labharness.analysis.laws.tails import both_tails, chi_square_tails, equal_chances_tails
from labharness.games.outcomes.double_shoe import READINGS, Color, openings
from labharness.games.outcomes.registry import rule
from labharness.model.cards import CardSet, Order

CHUNK = 1 << 12
LOADS = 1 << 16
"""Loads from which the covariance between rounds is estimated."""
SIDES = ("first", "second")


def reading(drawn_from: int, first: Color) -> str:
    """Return the reading of the rule for rounds whose determinant card is drawn from a side."""
    return READINGS[drawn_from if first == "black" else 1 - drawn_from]


@lru_cache(maxsize=64)
def law(side: CardSet, rounds: int, first: Color) -> dict[str, Fraction]:
    """Return the exact chance that a round of a load, taken at random, has each outcome, by side drawn from."""
    each = ((rounds + 1) // 2, rounds // 2)
    chosen = rule("determinant-first-card")
    return {
        f"{SIDES[entry]} side: {name}": chance * Fraction(each[entry], rounds)
        for entry in (0, 1)
        for name, chance in chosen.law(side, reading(entry, first)).items()
        if chance and each[entry]
    }


def codes(determinants: Order, firsts: Order, side: CardSet, first: Color) -> NDArray[np.intp]:
    """Return the index into :func:`law` of each round.

    Parameters
    ----------
    determinants, firsts
        Determinant card and first card dealt of each round, shape (loads, rounds).
    """
    rounds = determinants.shape[1]
    chosen, names = rule("determinant-first-card"), list(law(side, rounds, first))
    array = np.empty(determinants.shape, dtype=np.intp)
    for each in (0, 1):
        places = slice(each, None, 2)
        pairs = np.stack((determinants[:, places], firsts[:, places]), axis=-1).reshape(-1, 2)
        place = {name: number for number, name in enumerate(names)}
        number = np.array([place.get(f"{SIDES[each]} side: {name}", -1) for name in chosen.outcomes])
        array[:, places] = number[chosen.classify(pairs, reading(each, first))].reshape(
            array[:, places].shape
        )
    return array


@lru_cache(maxsize=64)
def pooled(
    side: CardSet, stacks: tuple[int, ...], first: Color, loads: int, replicates: int, seed: int
) -> NDArray[np.int64]:
    """Return counts of outcomes in simulated samples, shape (replicates, outcomes)."""
    fair = FairOrders(np.random.Generator(np.random.PCG64(seed)))
    kinds = len(law(side, len(stacks), first))
    result = np.zeros(replicates * kinds, dtype=np.int64)
    for start in range(0, loads * replicates, CHUNK):
        load = np.arange(start, min(start + CHUNK, loads * replicates))
        array = _fair_codes(fair, side, stacks, first, len(load))
        result += np.bincount((load[:, None] // loads * kinds + array).ravel(), minlength=len(result))
    return result.reshape(replicates, kinds)


@lru_cache(maxsize=64)
def covariance(side: CardSet, stacks: tuple[int, ...], first: Color, seed: int) -> NDArray[np.float64]:
    """Return the covariance of the counts of one load, estimated about the exact means, shape (outcomes, outcomes)."""
    fair = FairOrders(np.random.Generator(np.random.PCG64(seed)))
    chances = np.array([float(chance) for chance in law(side, len(stacks), first).values()])
    kinds, total = len(chances), np.zeros((len(chances), len(chances)))
    for _ in range(LOADS // CHUNK):
        array = _fair_codes(fair, side, stacks, first, CHUNK)
        counts = np.bincount((np.arange(CHUNK)[:, None] * kinds + array).ravel(), minlength=CHUNK * kinds)
        table = counts.reshape(CHUNK, kinds) - len(stacks) * chances
        total += table.T @ table
    return total / LOADS


def _fair_codes(
    fair: FairOrders, side: CardSet, stacks: tuple[int, ...], first: Color, loads: int
) -> NDArray[np.intp]:
    both = np.stack([fair.of(side.new_deck_order(), loads) for _ in SIDES])
    determinants, firsts = openings(both, stacks, first)
    return codes(determinants, firsts, side, first)


def rounds_of(dealt: Order, stacks: tuple[int, ...], decks: int) -> tuple[Order, Order]:
    """Return determinant card and first card dealt of each round of each load, shape (loads, rounds).

    A round whose last card is of another side than its first ends with a segregated determinant card; in any
    other the first card dealt is the determinant card itself.
    """
    ends = np.cumsum(stacks)
    firsts, lasts = dealt[:, ends - np.array(stacks)], dealt[:, ends - 1]
    half = np.uint16(decks << 6)
    apart = ((firsts & 0x7FFF) >= half) != ((lasts & 0x7FFF) >= half)
    return np.where(apart, lasts, firsts), firsts


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
