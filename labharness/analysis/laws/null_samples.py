"""What several hands from one fairly shuffled set come to, by simulation.

Fair orders of a deck by the million, for simulated laws and simulated devices.

Null tables by simulation, where no exact law is known and the sample is too small for a limit.

Null laws of statistics of whole shuffles, by simulating fair ones.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from labharness.analysis.laws.tails import both_tails
from labharness.games.outcomes.hands import SELECTED, TILES, Hands
from labharness.model.cards import CardSet, Order
from labharness.model.reasons.register import Laws
from labharness.reason import Reason


class FairOrders:
    """A stream of fairly shuffled decks.

    Fisher and Yates's shuffle, its choices from xoshiro256++ without remainder, so that every order is
    equally likely.

    Parameters
    ----------
    random
        Gives the 256 bits from which the stream begins.

    References
    ----------
    Durstenfeld 1964, Communications of the ACM 7, 420.  Blackman & Vigna 2021, "Scrambled linear
    pseudorandom number generators", ACM Transactions on Mathematical Software 47, 36.  Lemire 2019, "Fast
    random integer generation in an interval", ACM Transactions on Modeling and Computer Simulation 29, 3.

    Examples
    --------
    >>> orders = FairOrders(np.random.default_rng(461))
    >>> np.sort(orders.of([0, 1, 2], 4)).tolist()
    [[0, 1, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2]]
    """

    def __init__(self, random: Generator) -> None:
        self._state = random.integers(1, 1 << 64, size=4, dtype=np.uint64)

    def of(self, deck: ArrayLike, units: int) -> Order:
        """Return so many orders of a deck of codes, shape (units, cards)."""
        from labharness.analysis.laws.kernels.cards import decks

        return decks.shuffled(self._state, np.ascontiguousarray(deck, dtype=np.uint16), units)

    def place_table(self, deck: Order, units: int, dealt: int, columns: int) -> NDArray[np.int64]:
        """Count codes by place in so many hands of ``dealt`` cards, each of a whole deck, which stays mixed.

        Parameters
        ----------
        deck
            Codes of all cards below ``columns``; any order of them may begin.
        """
        from labharness.analysis.laws.kernels.cards import decks

        return decks.dealt_table(self._state, deck, units, dealt, columns)

    def dealt(self, deck: Order, units: int, places: int) -> Order:
        """Return the first places of so many fair orders, shape (units, places); the deck stays mixed.

        Examples
        --------
        >>> fair = FairOrders(np.random.default_rng(461))
        >>> sorted(fair.dealt(np.arange(3, dtype=np.uint16), 2, 3)[1].tolist())
        [0, 1, 2]
        """
        from labharness.analysis.laws.kernels.cards import decks

        return decks.dealt(self._state, deck, units, places)


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


def round_tables(
    deck: NDArray[np.intp],
    rounds: int,
    round_cards: int,
    columns: int,
    statistic: Callable[[NDArray[np.int64]], float],
    *,
    replicates: int,
    seed: int,
) -> NDArray[np.float64]:
    """Return a statistic of simulated place × type tables of simple random samples.

    One deck is kept, whose first places a Fisher-Yates pass fills for each round.  Any arrangement may start
    the next one, so that the deck is never set back.

    Parameters
    ----------
    deck
        Codes of all cards in the device, each below ``columns``.
    rounds, round_cards
        Rounds of one replicate, cards of one round.
    statistic
        What is computed of each table of shape (round_cards, columns).
    """
    fair = FairOrders(np.random.Generator(np.random.PCG64(seed)))
    mixed = deck.astype(np.uint16)
    return np.array(
        [statistic(fair.place_table(mixed, rounds, round_cards, columns)) for _ in range(replicates)]
    )


def monte_carlo_tails(observed: float, simulated: NDArray[np.float64]) -> dict[str, float]:
    """Return p-values ``(1 + as extreme) / (1 + replicates)``, valid for any number of replicates.

    References
    ----------
    Davison & Hinkley 1997, Bootstrap Methods and their Application, § 4.2.
    """
    # Statistics of equal tables may differ in their last bits: count them as ties.
    slack = 1e-9 * max(1.0, abs(observed))
    above = 1 + int((simulated >= observed - slack).sum())
    below = 1 + int((simulated <= observed + slack).sum())
    return both_tails(above / (1 + len(simulated)), below / (1 + len(simulated)))


ENOUGH_SHUFFLES = 400
"""Shuffles of one replicate at most: the mean of X² is the same for every number n of shuffles, and its
variance is a + b/n with b at most a few times a, so that more shuffles change it by about 1% at most."""


def shuffle_null(
    deck: NDArray[np.intp], units: int, statistic: Callable[[Order], float], *, replicates: int, seed: int
) -> NDArray[np.float64]:
    """Return a statistic of simulated samples of fair shuffles.

    Parameters
    ----------
    deck
        Codes of all cards, in any order.
    units
        Shuffles of the sample; a replicate simulates at most :data:`ENOUGH_SHUFFLES`.
    statistic
        What is computed of the orders of one replicate, shape (shuffles, cards).  Its law must not depend
        on the number of shuffles where there are many.
    """
    fair = FairOrders(np.random.Generator(np.random.PCG64(seed)))
    many = min(units, ENOUGH_SHUFFLES)
    return np.array([statistic(fair.of(deck, many)) for _ in range(replicates)])


def simulated_law(units: int, replicates: int, seed: int) -> Reason:
    """Name such a law."""
    law = Laws.SHUFFLES_AT_MOST if units > ENOUGH_SHUFFLES else Laws.SHUFFLES
    return law(replicates=replicates, shuffles=min(units, ENOUGH_SHUFFLES), seed=seed)
