"""Ordered draws from a set of cards, cards that a rule cannot tell apart put together.

A set of eight decks has 5·10¹⁵ deals of six cards, but Baccarat sees only ten values: a million rows, each
with the number of deals it stands for.

Representatives of all five- to seven-card deals of one deck.

What a poker hand holds depends on its ranks, unless so many cards are of one suit that a flush is there or
a joker away.  So hands without such a suit are counted by their ranks alone: all ways to give the ranks
suits, less those with a long suit.  Hands with one are listed with spades as the long suit.
154,143,080 hands of seven from 53 cards become 0.5 million.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import chain, combinations, combinations_with_replacement, permutations
from math import comb, perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labharness.errors import CardError
from labharness.games.outcomes.rule import Deals, Faces, Rule
from labharness.model.cards import JOKER, CardSet
from labharness.model.reasons.game import Games

Kinds = Sequence[Sequence[int]]

ACE, TWO, THREE, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING = 0, 1, 2, 6, 7, 8, 9, 10, 11, 12
SPADES, DIAMONDS, CLUBS, HEARTS = range(4)

BY_TYPE: Kinds = [[kind] for kind in range(52)]
BY_RANK: Kinds = [[13 * suit + rank for suit in range(4)] for rank in range(13)]
BY_VALUE: Kinds = [*BY_RANK[:9], [*BY_RANK[TEN], *BY_RANK[JACK], *BY_RANK[QUEEN], *BY_RANK[KING]]]
"""Aces to nines, and tens with court cards."""


def apart(types: Sequence[int]) -> Kinds:
    """Tell these types apart and put all others together."""
    others = [kind for kind in range(52) if kind not in types]
    return [*([kind] for kind in types), others]


def of_ranks(*ranks: int) -> list[int]:
    """Types of these ranks in all four suits."""
    return [13 * suit + rank for suit in range(4) for rank in ranks]


def ordered(cards: CardSet, kinds: Kinds, length: int) -> Deals:
    """All ordered draws of so many cards, by kind.

    Parameters
    ----------
    cards
        The set; it must hold no joker.
    kinds
        Types that stand together; each type in one kind.
    length
        Cards drawn.

    Returns
    -------
    tuple
        Types, the first present of each kind, shape (rows, length); and the number of draws, exact.
    """
    no_joker(cards)
    held = [[kind for kind in group if cards.counts[kind]] for group in kinds]
    held = [group for group in held if group]
    counts = np.array([sum(cards.counts[kind] for kind in group) for group in held], dtype=np.int64)
    rows = np.indices((len(held),) * length, dtype=np.uint8).reshape(length, -1).T
    weights: NDArray[Any] = np.ones(len(rows), dtype=integers(perm(cards.size, length)))
    for place in range(length):
        before = sum((rows[:, earlier] == rows[:, place]).astype(np.int64) for earlier in range(place))
        weights *= np.maximum(counts[rows[:, place]] - before, 0)
    faces = np.array([group[0] for group in held], dtype=np.uint8)[rows]
    return faces, weights


def drawn(kinds: Kinds, length: int) -> Callable[[CardSet], list[Deals]]:
    """Return :func:`ordered` of these kinds and this length, for any set."""
    return lambda cards: [ordered(cards, kinds, length)]


def no_joker(cards: CardSet) -> None:
    """Raise :class:`CardError` unless the set holds cards, and only those with rank and suit."""
    if not cards.size or any(cards.counts[JOKER:]):
        raise CardError(Games.NEEDS_RANKS_AND_SUITS(set=cards.name))


def one_deck(cards: CardSet, jokers: int = 0) -> None:
    """Raise :class:`CardError` unless the set is one deck of 52 with so many jokers."""
    if cards.counts[: JOKER + 1] != (*([1] * 52), jokers):
        raise CardError(Games.NEEDS_ONE_DECK(jokers=jokers, set=cards.name))


def integers(largest: int) -> type:
    """Type that holds whole numbers up to this one exactly."""
    return np.int64 if largest < 2**63 else object


def ranks(faces: Faces) -> NDArray[np.int8]:
    """Rank of each card, ace 0 to king 12."""
    return (faces % 13).astype(np.int8)


def suits(faces: Faces) -> NDArray[np.uint8]:
    """Suit of each card in new-deck order; odd suits are red."""
    return faces // np.uint8(13)


def points(faces: Faces) -> NDArray[np.int8]:
    """Points of each card: ace 1, court cards 10."""
    return np.minimum(ranks(faces) + 1, 10).astype(np.int8)


def best_total(hard: NDArray[np.int8], ace: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Total with an ace as 11 where that does not pass 21."""
    return (hard + np.int8(10) * (ace & (hard <= 11))).astype(np.int8)


def subsets(things: int, size: int) -> NDArray[np.uint8]:
    """All subsets of so many things, each ascending, shape (subsets, size)."""
    flat = chain.from_iterable(combinations(range(things), size))
    return np.fromiter(flat, dtype=np.uint8).reshape(comb(things, size), size)


def up_to_suits(hands: Faces, movable: Sequence[int]) -> tuple[Faces, NDArray[np.int64]]:
    """Hands that differ by a renaming of suits put together.

    Parameters
    ----------
    hands
        All hands of some size, each once in ascending order, shape (rows, cards).
    movable
        Suits that may be renamed among each other.

    Returns
    -------
    tuple
        One hand of each kind, and how many there are of the kind.
    """
    names = []
    for order in permutations(movable):
        suit = np.arange(4, dtype=np.uint8)
        suit[list(movable)] = order
        names.append(np.sort(suit[hands // 13] * np.uint8(13) + hands % np.uint8(13), axis=1))
    base = 64 ** np.arange(hands.shape[1], dtype=np.int64)
    own, *others = (name.astype(np.int64) @ base for name in names)
    _, first, counts = np.unique(np.minimum.reduce([own, *others]), return_index=True, return_counts=True)
    return hands[first], counts


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
