"""What five to seven cards of one deck, with or without a joker, hold at poker.

A hand is one 53-bit number, a bit for each card: a suit is 13 bits of it, and straights, pairs and the like
are a few operations on whole columns of hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce
from operator import and_, or_

import numpy as np
from numpy.typing import NDArray

from labharness.games.outcomes.rule import Faces, Truth
from labharness.model.cards import JOKER

Bits = NDArray[np.uint64]

SUIT = np.uint64(0x1FFF)
ACE_BIT = np.uint64(1)
ZERO = np.uint64(0)
HIGHEST = 9
"""Windows of five on the line A 2 … K A begin at 0 for A-2-3-4-5 and end at 9 for 10-J-Q-K-A."""
ROYAL = np.uint64(1 << HIGHEST)
TWO_PAIRS_UP = (
    "royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pairs",
)


def bits(faces: Faces) -> Bits:
    """Hands as bits, from card types of shape (rounds, cards)."""
    columns = (
        np.left_shift(np.uint64(1), faces[:, place].astype(np.uint64)) for place in range(faces.shape[1])
    )
    return reduce(or_, columns)


def line(ranks: Bits) -> Bits:
    """Ranks with the ace below the 2 and above the king, 14 bits."""
    return ranks | ((ranks & ACE_BIT) << np.uint64(13))


def windows(on_line: Bits, wild: Truth | None = None, *, length: int = 5) -> Bits:
    """Lowest cards of the rows of so many that are full, or lack one card where there is a wild one."""
    shifted = [on_line >> np.uint64(step) for step in range(length)]
    full = reduce(and_, shifted)
    if wild is not None and wild.any():
        but_one = [reduce(and_, shifted[:step] + shifted[step + 1 :]) for step in range(length)]
        full |= np.where(wild, reduce(or_, but_one), ZERO)
    return full & np.uint64((1 << 15 - length) - 1)


@dataclass(frozen=True)
class PokerHands:
    """What hands hold; each property says whether it is there, whatever better there is.

    Parameters
    ----------
    cards
        Hands as bits.
    joker
        Whether jokers are read: one is an ace, or the card that completes a straight or a flush.
    """

    cards: Bits
    joker: bool = False

    @classmethod
    def of(cls, faces: Faces) -> PokerHands:
        """Read hands without a joker."""
        return cls(bits(faces))

    @classmethod
    def with_joker(cls, faces: Faces) -> PokerHands:
        """Read hands of a deck with a joker."""
        return cls(bits(faces), joker=True)

    @cached_property
    def wild(self) -> Truth | None:
        """Whether the joker is there; None where none is read."""
        return (self.cards >> np.uint64(JOKER)).astype(np.bool_) if self.joker else None

    @cached_property
    def suits(self) -> tuple[Bits, ...]:
        """Ranks held in each suit."""
        return tuple((self.cards >> np.uint64(13 * suit)) & SUIT for suit in range(4))

    @cached_property
    def ranks(self) -> Bits:
        """Ranks held, jokers left out."""
        a, b, c, d = self.suits
        return a | b | c | d

    @cached_property
    def at_least(self) -> tuple[Bits, Bits, Bits, Bits]:
        """Ranks held at least once, twice, three and four times, a joker counted as an ace."""
        a, b, c, d = self.suits
        some: Bits = a | b
        more: Bits = c | d
        both: Bits = a & b
        others: Bits = c & d
        once: Bits = some | more
        twice: Bits = both | others | (some & more)
        thrice: Bits = (both & more) | (others & some)
        four: Bits = both & others
        if self.wild is None:
            return once, twice, thrice, four
        ace: Bits = np.where(self.wild, ACE_BIT, ZERO)
        return once | ace, twice | (once & ace), thrice | (twice & ace), four | (thrice & ace)

    @cached_property
    def five_aces(self) -> Truth:
        """Four aces and the joker."""
        a, b, c, d = self.suits
        aces = (a & b & c & d & ACE_BIT).astype(np.bool_)
        return aces & self.wild if self.wild is not None else np.zeros_like(aces)

    @cached_property
    def _flush_windows(self) -> Bits:
        """Lowest cards of straight flushes, in any suit."""
        return reduce(or_, (windows(line(suit), self.wild) for suit in self.suits))

    @cached_property
    def royal(self) -> Truth:
        """Royal flush, the joker as any card of it."""
        return (self._flush_windows & ROYAL).astype(np.bool_)

    @cached_property
    def royal_ace(self) -> Truth:
        """Royal flush, the joker as its ace or not needed."""
        top = np.uint64(0b1111) << np.uint64(HIGHEST)
        truth = np.zeros(len(self.cards), dtype=np.bool_)
        for suit in self.suits:
            ace = (suit & ACE_BIT).astype(np.bool_)
            truth |= (suit & top == top) & (ace if self.wild is None else ace | self.wild)
        return truth

    @cached_property
    def straight_flush(self) -> Truth:
        """Five in sequence of one suit, royal or not."""
        return self._flush_windows.astype(np.bool_)

    @cached_property
    def four(self) -> Truth:
        """Four of a kind."""
        return self.at_least[3].astype(np.bool_)

    @cached_property
    def full_house(self) -> Truth:
        """Three of a kind, and a pair or three of another."""
        return self.three & self.two_pairs

    @cached_property
    def flush(self) -> Truth:
        """Five of one suit."""
        most = reduce(np.maximum, (np.bitwise_count(suit) for suit in self.suits))
        return (most if self.wild is None else most + self.wild) >= 5

    @cached_property
    def straight(self) -> Truth:
        """Five in sequence."""
        return windows(line(self.ranks), self.wild).astype(np.bool_)

    @cached_property
    def three(self) -> Truth:
        """Three of a kind."""
        return self.at_least[2].astype(np.bool_)

    @cached_property
    def two_pairs(self) -> Truth:
        """Two ranks held twice or more."""
        return np.bitwise_count(self.at_least[1]) >= 2

    @cached_property
    def pair(self) -> Truth:
        """A rank held twice or more."""
        return self.at_least[1].astype(np.bool_)

    @property
    def two_pairs_up(self) -> tuple[Truth, ...]:
        """The hands of :data:`TWO_PAIRS_UP`."""
        flushes = (self.royal, self.straight_flush, self.four, self.full_house, self.flush)
        return (*flushes, self.straight, self.three, self.two_pairs)

    def pair_from(self, rank: int) -> Truth:
        """Whether a rank from this one up to the king, or the ace, is held twice or more."""
        wanted = np.uint64(((1 << 13) - (1 << rank)) | 1)
        return (self.at_least[1] & wanted).astype(np.bool_)

    def highest(self, rank: int) -> Truth:
        """Whether this is the highest rank held, aces and jokers above all."""
        once = self.at_least[0]
        if rank == 0:
            return (once & ACE_BIT).astype(np.bool_)
        truth: Truth = ((once >> np.uint64(rank)) == 1) & (once & ACE_BIT == 0)
        return truth
