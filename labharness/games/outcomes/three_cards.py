"""Three-card hands: Flop Poker, Raise It Up Stud Poker, and the Three Card Poker wager of Blackjack."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from labharness.games.outcomes.drawing import KING, QUEEN, SPADES, every_hand, of_deck, ranks, suits
from labharness.games.outcomes.rule import Codes, Faces, first_of

READINGS = ("A-2-3 is a straight", "A-2-3 is no straight")


@dataclass(frozen=True)
class Three:
    """What three cards hold, each from its own; cards may occur twice."""

    suited: NDArray[np.bool_]
    ace_high: NDArray[np.bool_]
    straight: NDArray[np.bool_]
    three: NDArray[np.bool_]
    pair: NDArray[np.bool_]

    @classmethod
    def of(cls, faces: Faces, *, low_ace: bool = True) -> Three:
        """Read three columns of cards."""
        rank, suit = np.sort(ranks(faces), axis=1), suits(faces)
        low, middle, high = rank[:, 0], rank[:, 1], rank[:, 2]
        ace_high = (low == 0) & (middle == QUEEN) & (high == KING)
        row = (middle == low + 1) & (high == middle + 1) & ((low != 0) | low_ace)
        return cls(
            suited=(suit[:, 0] == suit[:, 1]) & (suit[:, 0] == suit[:, 2]),
            ace_high=ace_high,
            straight=row | ace_high,
            three=(low == middle) & (middle == high),
            pair=(low == middle) | (middle == high),
        )


def _bonus(faces: Faces, reading: str) -> Codes:
    hand = Three.of(faces, low_ace=reading == READINGS[0])
    return first_of(
        hand.suited & hand.ace_high,
        hand.suited & hand.straight,
        hand.three,
        hand.straight,
        hand.suited,
        hand.pair,
    )


def _pair_plus(faces: Faces, reading: str) -> Codes:
    return np.maximum(_bonus(faces, reading) - 1, 0)


def _progressive(faces: Faces, reading: str) -> Codes:
    bonus = _bonus(faces, reading)
    spades = suits(faces)[:, 0] == SPADES
    return first_of((bonus == 0) & spades, bonus == 0, *(bonus == code for code in range(1, 4)))


HAND = partial(of_deck(3), deals=every_hand(3), readings=READINGS)
BONUS = ("straight flush", "three of a kind", "straight", "flush", "pair", "none")
PROGRESSIVE = ("A-K-Q of spades", "A-K-Q of hearts, diamonds or clubs", *BONUS[:3], "none")

RULES = (
    HAND("three-card-bonus", "§§ 583.6(d), 583.12(c)", ("royal", *BONUS), _bonus),
    HAND("pair-plus", "§§ 587.6(c), 587.12(a)", BONUS, _pair_plus),
    HAND("three-card-progressive", "§§ 587.6(c), 587.12(e)(1)", PROGRESSIVE, _progressive),
)
