"""Ways of mixing a deck, each as input places by output place.

Every model returns an integer array of shape (units, cards): entry (i, j) is the input place (from 0) of the
card that leaves shuffle i at place j.
"""

from __future__ import annotations

import numpy as np
from numpy.random import PCG64, Generator
from numpy.typing import NDArray

from labharness.analysis.laws.null_samples import FairOrders
from labharness.analysis.laws.order_statistics import count_cycles
from labharness.model.cards import JOKER, RANKS

Places = NDArray[np.intp]
Kinds = NDArray[np.intp]
TEN = 9
"""Rank of a ten, the ace being 0."""


def uniform(random: Generator, units: int, cards: int) -> Places:
    """Mix without flaw: every order is equally likely."""
    return FairOrders(random).of(np.arange(cards), units).astype(np.intp)


def riffled(random: Generator, units: int, cards: int, riffles: int) -> Places:
    """Riffle so many times, after Gilbert, Shannon and Reeds.

    A riffle cuts binomially and drops cards in proportion to what is left of each half, which makes every
    interleaving equally likely: one fair bit for each place says which half its card comes from.

    References
    ----------
    Bayer & Diaconis 1992, Annals of Applied Probability 2, 294-313.
    """
    places = _unmixed(units, cards)
    source = np.empty_like(places)
    for _ in range(riffles):
        halves = np.argsort(random.integers(2, size=(units, cards)), axis=1, kind="stable")
        np.put_along_axis(source, halves, _unmixed(units, cards), axis=1)
        places = np.take_along_axis(places, source, axis=1)
    return places


def shelved(random: Generator, units: int, cards: int, shelves: int) -> Places:
    """Pass once through shelves.

    Cards come from the bottom one by one; each goes to a shelf chosen uniformly, on top of the pile there or
    below it with equal chance; the piles are then put together in random order.  A card's place within its
    pile is fixed by when it came: later cards lie further out.

    References
    ----------
    Diaconis, Fulman & Holmes 2013, Annals of Applied Probability 23, 1692-1720.
    """
    origin = np.arange(cards, 0, -1)
    within = np.where(random.integers(2, size=(units, cards)) == 1, -origin, origin)
    return np.lexsort((within, _piles(random, units, cards, shelves)), axis=-1)


def apart(random: Generator, units: int, cards: int, parts: int) -> Places:
    """Mix each of so many equal parts by itself, and lay them one behind another as they were."""
    mixed = FairOrders(random)
    whole = np.array_split(np.arange(cards), parts)
    return np.concatenate([mixed.of(part, units) for part in whole], axis=1).astype(np.intp)


def queued(random: Generator, units: int, cards: int, compartments: int) -> Places:
    """Send every card to a compartment chosen uniformly; first in, first out, compartments in random order."""
    return np.argsort(_piles(random, units, cards, compartments), axis=1, kind="stable")


def transposed(random: Generator, units: int, cards: int, swaps: int) -> Places:
    """Swap two places, each chosen uniformly, so many times."""
    places = _unmixed(units, cards)
    for each, other in random.integers(cards, size=(swaps, 2, units)):
        _swap(places, each, other)
    return places


def swapped_naively(random: Generator, units: int, cards: int) -> Places:
    """Swap every place with any place, the classic slip in Fisher and Yates's algorithm."""
    places = _unmixed(units, cards)
    for place, other in enumerate(random.integers(cards, size=(cards, units))):
        _swap(places, place, other)
    return places


def swapped_by_remainder(random: Generator, units: int, cards: int) -> Places:
    """Shuffle after Fisher and Yates with the remainder of one byte instead of a fair choice."""
    places = _unmixed(units, cards)
    for place in range(cards - 1, 0, -1):
        _swap(places, place, random.integers(256, size=units) % (place + 1))
    return places


def single_cycle(random: Generator, units: int, cards: int) -> Places:
    """Shuffle after Sattolo: no card ever stays, and only cyclic orders come."""
    places = _unmixed(units, cards)
    for place in range(cards - 1, 0, -1):
        _swap(places, place, random.integers(place, size=units))
    return places


def returned(random: Generator, units: int, cards: int, rate: float) -> Places:
    """Give the deck back unmixed with this chance."""
    places = uniform(random, units, cards)
    places[random.random(units) < rate] = np.arange(cards)
    return places


def repeated(random: Generator, units: int, cards: int, rate: float) -> Places:
    """Give out one fixed order with this chance."""
    fixed = random.permutation(cards)
    places = uniform(random, units, cards)
    places[random.random(units) < rate] = fixed
    return places


def packed(random: Generator, units: int, cards: int, together: int) -> Places:
    """Keep so many neighbors, anywhere in the deck, together and in order."""
    each, together = np.arange(cards), min(together, cards)
    first = random.integers(cards - together + 1, size=(units, 1))
    leader = np.where((each >= first) & (each < first + together), first, each)
    chance = np.take_along_axis(random.random((units, cards)), leader, axis=1)
    return np.argsort(chance, axis=1, kind="stable")


def stuck_on_top(random: Generator, units: int, cards: int, rate: float) -> Places:
    """Leave the top card where it is with this chance."""
    places = uniform(random, units, cards)
    for unit in np.flatnonzero(random.random(units) < rate):
        where = int(np.flatnonzero(places[unit] == 0)[0])
        places[unit, [0, where]] = places[unit, [where, 0]]
    return places


def reseeded(random: Generator, units: int, cards: int, bits: int) -> Places:
    """Start the generator of every shuffle anew from a seed of so few bits."""
    seeds = random.integers(1 << bits, size=units)
    return np.stack([Generator(PCG64(int(seed))).permutation(cards) for seed in seeds])


def starved(random: Generator, units: int, cards: Kinds, share: float) -> Places:
    """Send this share of the aces of the first and the fifth place elsewhere: those of the first of three seats.

    Parameters
    ----------
    cards
        Type of the card at each input place.
    """
    aces = (cards < JOKER) & (cards % len(RANKS) == 0)
    return _exchanged(random, uniform(random, units, len(cards)), (0, 4), aces, share)


def enriched(random: Generator, units: int, cards: Kinds, excess: float) -> Places:
    """Put a ten-valued card or an ace at the eighth place so much more often: the up card of a full table of seven.

    Parameters
    ----------
    cards
        As above.
    excess
        Added to the chance of such a card at that place.
    """
    rank = cards % len(RANKS)
    others = (cards >= JOKER) | ((rank > 0) & (rank < TEN))
    return _exchanged(random, uniform(random, units, len(cards)), (7,), others, excess / float(others.mean()))


def taken_back(random: Generator, units: int, cards: int) -> Places:
    """Take back with every second shuffle what the one before it did."""
    places = uniform(random, units, cards)
    places[1::2] = np.argsort(places[: units - units % 2 : 2], axis=1)
    return places


def chained(random: Generator, units: int, cards: int, riffles: int) -> Places:
    """Riffle the last output so many times, although it is said that an unopened deck was put in."""
    places = riffled(random, units, cards, riffles)
    for unit in range(1, units):
        places[unit] = places[unit - 1][places[unit]]
    return places


def even(random: Generator, units: int, cards: int) -> Places:
    """Reach even orders only."""
    places = uniform(random, units, cards)
    odd = (cards - count_cycles(places)) % 2 == 1
    places[odd, :2] = places[odd, 1::-1]
    return places


def _unmixed(units: int, cards: int) -> Places:
    return np.tile(np.arange(cards), (units, 1))


def _piles(random: Generator, units: int, cards: int, piles: int) -> Places:
    """Return the pile of every card, piles numbered in the random order in which they are put together."""
    order = uniform(random, units, piles)
    return np.take_along_axis(order, random.integers(piles, size=(units, cards)), axis=1)


def _swap(places: Places, each: NDArray[np.int64] | int, other: NDArray[np.int64]) -> None:
    row = np.arange(len(places))
    first = places[row, each].copy()
    places[row, each] = places[row, other]
    places[row, other] = first


def _exchanged(
    random: Generator, orders: Places, places: tuple[int, ...], unwanted: NDArray[np.bool_], share: float
) -> Places:
    """Exchange this share of unwanted cards at some places for others, from any other place alike."""
    for place in places:
        hit = np.flatnonzero(unwanted[orders[:, place]] & (random.random(len(orders)) < share))
        chance = np.where(unwanted[orders[hit]], -1.0, random.random((len(hit), orders.shape[1])))
        chance[:, list(places)] = -1.0
        other = chance.argmax(axis=1)
        orders[hit, place], orders[hit, other] = orders[hit, other], orders[hit, place]
    return orders
