"""What the rounds of fairly shuffled double shoes come to, by simulation of whole loads."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.fair_orders import FairOrders
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
