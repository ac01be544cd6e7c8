"""What several hands from one fairly shuffled set come to, by simulation."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.fair_orders import FairOrders
from labharness.games.outcomes.hands import SELECTED, TILES, Hands
from labharness.model.cards import CardSet, Order

Deal = Callable[[int], Order]
"""Deals so many units fairly, shape (units, pieces)."""
CHUNK = 1 << 13
UNITS = 1 << 17
"""Units from which the covariance between hands is estimated."""


def dealer(hands: Hands, cards: CardSet, seed: int) -> Deal:
    """Return what deals fairly what hands are made of: cards, tiles, or a selected card before cards."""
    random = np.random.Generator(np.random.PCG64(seed))
    fair, tiles = FairOrders(random), hands.rule.pieces == "tiles"
    deck = np.arange(TILES, dtype=np.uint16) if tiles else cards.new_deck_order()
    if SELECTED not in hands.rule.takes:
        return lambda units: fair.of(deck, units)

    def with_selected(units: int) -> Order:
        selected = random.integers(0, 52, (units, 1), dtype=np.uint16)
        return np.hstack((selected, fair.of(deck, units)))

    return with_selected


@lru_cache(maxsize=64)
def pooled(hands: Hands, cards: CardSet, units: int, replicates: int, seed: int) -> NDArray[np.int64]:
    """Return counts of outcomes in simulated samples, shape (replicates, outcomes).

    Parameters
    ----------
    units
        Fairly shuffled sets of one sample, each shuffled anew.
    """
    kinds, deal = len(hands.rule.outcomes), dealer(hands, cards, seed)
    result = np.zeros(replicates * kinds, dtype=np.int64)
    for start in range(0, units * replicates, CHUNK):
        unit = np.arange(start, min(start + CHUNK, units * replicates))
        codes = hands.codes(deal(len(unit)))
        result += np.bincount((unit[:, None] // units * kinds + codes).ravel(), minlength=len(result))
    return result.reshape(replicates, kinds)


@lru_cache(maxsize=64)
def covariance(hands: Hands, cards: CardSet, seed: int) -> NDArray[np.float64]:
    """Return the covariance of how many hands of a unit have each outcome, shape (outcomes, outcomes).

    The part of each hand by itself is exact; what every two hands have in common is estimated from
    :data:`UNITS` units about the exact chances.
    """
    law = hands.rule.law(cards, hands.reading)
    chances = np.array([float(chance) for chance in law.values()])
    number, kinds, deal = hands.number, len(chances), dealer(hands, cards, seed)
    together, each = np.zeros((kinds, kinds)), np.zeros(kinds)
    for _ in range(UNITS // CHUNK):
        codes = hands.codes(deal(CHUNK))
        counts = np.bincount((np.arange(CHUNK)[:, None] * kinds + codes).ravel(), minlength=CHUNK * kinds)
        table = counts.reshape(CHUNK, kinds).astype(np.float64)
        together += table.T @ table
        each += table.sum(axis=0)
    # Ordered pairs of different hands, less what chance alone makes of them; the means cancel to first order.
    pairs = (together - np.diag(each)) / UNITS
    means = each / UNITS
    between = (
        pairs
        + number * (number - 1) * np.outer(chances, chances)
        - (number - 1) * (np.outer(means, chances) + np.outer(chances, means))
    )
    alone = number * (np.diag(chances) - np.outer(chances, chances))
    return np.asarray(alone + between)
