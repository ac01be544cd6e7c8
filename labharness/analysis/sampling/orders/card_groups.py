"""Groups of cards that a game pays for, and counts that players keep."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.tails import Classes
from labharness.model.cards import JOKER, RANKS, TYPES, CardSet


class CardGroup(StrEnum):
    """What is counted of the cards of a seat."""

    ACE = "ace"
    TEN = "ten-value"
    TEN_OR_ACE = "ten-or-ace"
    LOW = "two-to-six"
    HI_LO = "hi-lo"
    """Two to six count 1, ten-valued cards and aces -1: Dubner's count."""
    HIGH_POINTS = "eight-or-nine"
    ZERO_POINTS = "zero-points"
    POINTS = "points"
    """Baccarat points, 0 to 9."""
    COURT = "court"
    SPADES = "spades"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    HEARTS = "hearts"
    RED = "red"
    JOKERS = "joker"
    PAIRS = "pair"
    """Pairs of one rank among the cards of a hand."""
    SUITED = "suited-pair"
    """Pairs of one suit among the cards of a hand."""


PAIRED = frozenset({CardGroup.PAIRS, CardGroup.SUITED})
"""Groups that say something of two cards together."""


@lru_cache(maxsize=1)
def _scores() -> dict[CardGroup, NDArray[np.int64]]:
    suit, rank = np.divmod(np.arange(TYPES), len(RANKS))
    card = np.arange(TYPES) < JOKER
    points = np.where(rank < 9, rank + 1, 0)
    marks = {
        CardGroup.ACE: rank == 0,
        CardGroup.TEN: rank >= 9,
        CardGroup.TEN_OR_ACE: (rank >= 9) | (rank == 0),
        CardGroup.LOW: (rank >= 1) & (rank <= 5),
        CardGroup.HIGH_POINTS: (points == 8) | (points == 9),
        CardGroup.ZERO_POINTS: points == 0,
        CardGroup.COURT: rank >= 10,
        CardGroup.SPADES: suit == 0,
        CardGroup.DIAMONDS: suit == 1,
        CardGroup.CLUBS: suit == 2,
        CardGroup.HEARTS: suit == 3,
        CardGroup.RED: suit % 2 == 1,
    }
    arrays = {group: (mark & card).astype(np.int64) for group, mark in marks.items()}
    arrays[CardGroup.HI_LO] = arrays[CardGroup.LOW] - arrays[CardGroup.TEN_OR_ACE]
    arrays[CardGroup.POINTS] = np.where(card, points, 0)
    arrays[CardGroup.JOKERS] = (np.arange(TYPES) == JOKER).astype(np.int64)
    return arrays


def scores(group: CardGroup) -> NDArray[np.int64]:
    """Return what each card type adds to a group, shape (TYPES,).

    Examples
    --------
    >>> scores(CardGroup.HI_LO)[:13].tolist()
    [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1]
    """
    return _scores()[group]


def pair_codes(group: CardGroup) -> NDArray[np.uint16]:
    """Return the rank, or the suit, of each number that a card's low bits can be, shape (64,).

    Jokers make a rank and a suit of their own.
    """
    suit, rank = np.divmod(np.arange(64), len(RANKS))
    own = rank if group is CardGroup.PAIRS else suit
    return np.where(np.arange(64) < JOKER, own, len(RANKS)).astype(np.uint16)


@lru_cache(maxsize=256)
def classes(cards: CardSet, group: CardGroup) -> Classes:
    """Return the cards of a set by what they add: (cards, value of each), or (cards, 1) of each rank or suit.

    Examples
    --------
    >>> classes(CardSet.of_decks("one deck", 1), CardGroup.HI_LO)
    ((20, -1), (12, 0), (20, 1))
    """
    by = pair_codes(group)[:TYPES].astype(np.int64) if group in PAIRED else scores(group)
    values, each = np.unique(by, return_inverse=True)
    held = np.bincount(each, weights=cards.counts).astype(int)
    return tuple(
        (int(number), 1 if group in PAIRED else int(value))
        for value, number in zip(values, held, strict=True)
        if number
    )
