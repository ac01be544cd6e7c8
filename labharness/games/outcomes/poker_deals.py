"""Representatives of all five- to seven-card deals of one deck.

What a poker hand holds depends on its ranks, unless so many cards are of one suit that a flush is there or
a joker away.  So hands without such a suit are counted by their ranks alone: all ways to give the ranks
suits, less those with a long suit.  Hands with one are listed with spades as the long suit.
154,143,080 hands of seven from 53 cards become 0.5 million.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from labharness.games.outcomes.drawing import one_deck, subsets, up_to_suits
from labharness.games.outcomes.rule import Deals, Faces, Rule
from labharness.model.cards import JOKER, CardSet

WAYS = np.array([comb(4, held) for held in range(5)])


def every_hand(length: int) -> Callable[[CardSet], list[Deals]]:
    """All hands of so many cards, one by one, for rules that see colors."""

    def deals(cards: CardSet) -> list[Deals]:
        one_deck(cards)
        hands = subsets(52, length)
        return [(hands, np.ones(len(hands), dtype=np.int64))]

    return deals


def poker_hands(length: int, jokers: int = 0) -> Callable[[CardSet], list[Deals]]:
    """Hands of so many cards, five to seven, by ranks and long suit.

    Parameters
    ----------
    length
        Cards of a hand.
    jokers
        0, or 1 for the deck of 53.
    """

    def deals(cards: CardSet) -> list[Deals]:
        one_deck(cards, jokers)
        parts = [*_deals(length, 5)]
        if jokers:
            for faces, weights in _deals(length - 1, 4):
                joker = np.full((len(faces), 1), JOKER, dtype=np.uint8)
                parts.append((np.hstack((faces, joker)), weights))
        return parts

    return deals


def of_deck(length: int, takes: tuple[str, ...] = (), jokers: int = 0) -> partial[Rule]:
    """Rules of so many cards of one deck, in any order; pieces that have no name are numbered."""
    takes = takes or tuple(f"card {place}" for place in range(1, length + 1))
    deals = poker_hands(length, jokers)
    return partial(Rule, takes=takes, deals=deals, whole_decks=1, jokers=jokers, any_order=True)


@lru_cache(maxsize=4)  # all rules of so many cards read the same hands
def _deals(length: int, long: int) -> tuple[Deals, Deals]:
    """Hands without a suit of so many cards, and hands with one."""
    flat = [
        row
        for row in combinations_with_replacement(range(13), length)
        if all(row[place] != row[place + 4] for place in range(length - 4))
    ]
    by_rank = np.array(flat, dtype=np.uint8)
    held = _held(by_rank)
    ways = WAYS[held].prod(axis=1)
    suited, suited_ways = _long_suits(length, long)
    key, keys = _keys(held), _keys(_held(suited % np.uint8(13)))
    order = np.argsort(key)
    places = order[np.searchsorted(key, keys, sorter=order)]
    np.subtract.at(ways, places, suited_ways)
    # Suits in turn give no suit more than two of seven cards, and equal ranks different suits.
    faces = by_rank + np.uint8(13) * (np.arange(length, dtype=np.uint8) % np.uint8(4))
    return (faces, ways), (suited, suited_ways)


def _long_suits(length: int, long: int) -> Deals:
    """Hands with so many spades or more, the other suits interchangeable."""
    faces, ways = [], []
    for spades in range(long, length + 1):
        inside = subsets(13, spades)
        outside, counts = up_to_suits(subsets(39, length - spades) + np.uint8(13), (1, 2, 3))
        faces.append(np.hstack((np.repeat(inside, len(outside), axis=0), np.tile(outside, (len(inside), 1)))))
        ways.append(4 * np.tile(counts, len(inside)))
    return np.concatenate(faces), np.concatenate(ways)


def _held(ranks: Faces) -> NDArray[np.int64]:
    """How many cards of each rank, shape (hands, 13)."""
    return np.stack([(ranks == rank).sum(axis=1) for rank in range(13)], axis=1)


def _keys(held: NDArray[np.int64]) -> NDArray[np.int64]:
    return held @ (np.int64(1) << 3 * np.arange(13))
