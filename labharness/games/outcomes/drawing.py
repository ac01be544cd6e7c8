"""Ordered draws from a set of cards, cards that a rule cannot tell apart put together.

A set of eight decks has 5·10¹⁵ deals of six cards, but Baccarat sees only ten values: a million rows, each
with the number of deals it stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, combinations, permutations
from math import comb, perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labharness.errors import CardError
from labharness.games.outcomes.rule import Deals, Faces
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
