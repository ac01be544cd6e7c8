"""Cards, orders and sets of cards.

A card is one unsigned 16-bit number: the low six bits name its *type* (0-51 in new-deck order,
A 2 … K of spades, diamonds, clubs, hearts; 52 the joker; 53 a cover card; 63 unread), bits 6-14 its
*copy* (0 where the capture cannot tell copies apart), bit 15 a foreign back.  Everything that counts
or compares cards does so on arrays of these numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.errors import CardError
from labharness.reason import Code, Reason, note, refusal


class Cards(Code, area="cards"):
    """Texts and counts that are not cards."""

    NOT_A_CARD = refusal(text=str)
    NOT_A_SET = refusal(name=str, types=int)
    MISSING = note(cards=tuple[str, ...])
    EXTRA = note(cards=tuple[str, ...])
    FOREIGN_BACK = note(cards=tuple[str, ...])
    UNREAD = note(cards=int)


Order = NDArray[np.uint16]
"""Cards in the order in which they lie or leave, shape (n,)."""

SUITS = "SDCH"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER, COVER, UNREAD = 52, 53, 63
TYPES = 54
"""Types that can lie in a set: 52 faces, the joker and the cover card."""
FOREIGN_BACK = 0x8000

_TYPE_NAMES = (*(rank + suit for suit in SUITS for rank in RANKS), "JK", "CC")
_TYPE_OF = {name: code for code, name in enumerate(_TYPE_NAMES)} | {"??": UNREAD}
_TYPE_OF |= {"T" + suit: _TYPE_OF["10" + suit] for suit in SUITS}


def types(order: Order) -> NDArray[np.intp]:
    """Types of the cards of an order, same shape."""
    return (order & 0x3F).astype(np.intp)


@lru_cache(maxsize=8192)
def parse_card(text: str) -> int:
    """Read one card as people and readers write it.

    Parameters
    ----------
    text
        ``AS``, ``10D`` or ``TD``, ``JK`` (joker), ``CC`` (cover card), ``??`` (unread), each with an
        optional copy number ``AS#3`` and an optional ``!`` for a foreign back.

    Raises
    ------
    CardError
        If the text is not a card.
    """
    body, _, mark = text.partition("!")
    name, _, copy = body.partition("#")
    code = _TYPE_OF.get(name.upper())
    wrong = code is None or mark or (copy and not (copy.isascii() and copy.isdigit() and int(copy) < 512))
    if wrong or ("#" in body and not copy):
        raise CardError(Cards.NOT_A_CARD(text=text[:20]))
    assert code is not None
    return code | (int(copy or 0) << 6) | (FOREIGN_BACK if text.endswith("!") else 0)


@lru_cache(maxsize=8192)
def format_card(code: int) -> str:
    """Write one card the way :func:`parse_card` reads it."""
    kind, copy = code & 0x3F, (code >> 6) & 0x1FF
    name = "??" if kind >= TYPES else _TYPE_NAMES[kind]
    return name + (f"#{copy}" if copy else "") + ("!" if code & FOREIGN_BACK else "")


def parse_order(text: str) -> Order:
    """Read cards separated by white space; raises :class:`CardError` at the first that is none."""
    return np.array([parse_card(word) for word in text.split()], dtype=np.uint16)


def format_order(order: Order) -> str:
    """Write an order as cards separated by one space."""
    return " ".join(map(format_card, order.tolist()))


@dataclass(frozen=True)
class CardSet:
    """A permitted set of cards.

    Parameters
    ----------
    name
        What the game calls the set.
    counts
        How many cards of each type belong to it, :data:`TYPES` numbers.
    """

    name: str
    counts: tuple[int, ...]
    size: int = field(init=False)

    def __post_init__(self) -> None:
        if len(self.counts) != TYPES or min(self.counts) < 0:
            raise CardError(Cards.NOT_A_SET(name=self.name, types=TYPES))
        object.__setattr__(self, "size", sum(self.counts))

    @classmethod
    def of_decks(cls, name: str, decks: int, *, jokers: int = 0, removed: Iterable[str] = ()) -> CardSet:
        """Build the set of so many decks; jokers and removed cards are given for each deck."""
        counts = [decks] * 52 + [jokers * decks, 0]
        for card in removed:
            counts[parse_card(card)] -= decks
        return cls(name, tuple(counts))

    @property
    def present(self) -> NDArray[np.intp]:
        """Types that occur in the set, ascending, shape (A,)."""
        return np.flatnonzero(np.array(self.counts))

    @property
    def distinct(self) -> bool:
        """Whether no type occurs twice, so that a type identifies a card."""
        return max(self.counts) == 1

    def new_deck_order(self) -> Order:
        """Order of an unopened set: deck after deck, spades, diamonds, clubs, hearts, then jokers."""
        if not self.distinct:
            return self._by_deck()
        return np.repeat(np.arange(TYPES), self.counts).astype(np.uint16)

    def marked(self) -> Order:
        """Order of an unopened set whose cards bear copy numbers.

        Examples
        --------
        >>> format_order(CardSet.of_decks("two decks", 2).marked()[[0, 1, 52, 53]])
        'AS 2S AS#1 2S#1'
        """
        order = self.new_deck_order()
        later = np.argsort(order, kind="stable")
        begins = np.searchsorted(order[later], order[later])
        order[later] |= ((np.arange(len(order)) - begins) << 6).astype(np.uint16)
        return order

    def _by_deck(self) -> Order:
        left, order = np.array(self.counts), []
        while left.any():
            order.append(np.flatnonzero(left))
            left = np.maximum(left - 1, 0)
        return np.concatenate(order).astype(np.uint16)

    def difference(self, order: Order) -> SetDifference:
        """Say which cards of an order are missing, extra or foreign against this set."""
        have = np.bincount(types(order), minlength=64)
        delta = have[:TYPES] - np.array(self.counts)
        if not delta.any() and len(order) == self.size and not (order & FOREIGN_BACK).any():
            return _NONE  # nearly every order of a night is complete: name cards only where there are some
        return SetDifference(
            missing=tuple(int(kind) for kind in np.repeat(np.arange(TYPES), np.maximum(-delta, 0))),
            extra=tuple(int(kind) for kind in np.repeat(np.arange(TYPES), np.maximum(delta, 0))),
            unread=int(have[TYPES:].sum()),
            foreign=tuple(int(card) for card in order[(order & FOREIGN_BACK) != 0]),
        )


@dataclass(frozen=True, slots=True)
class SetDifference:
    """How an order differs from a set, as types and cards."""

    missing: tuple[int, ...]
    extra: tuple[int, ...]
    unread: int
    foreign: tuple[int, ...]

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra or self.unread or self.foreign)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """What differs, one reason for each kind of difference."""
        named = ((Cards.MISSING, self.missing), (Cards.EXTRA, self.extra), (Cards.FOREIGN_BACK, self.foreign))
        codes = [code(cards=tuple(map(format_card, cards))) for code, cards in named if cards]
        return (*codes, *((Cards.UNREAD(cards=self.unread),) if self.unread else ()))

    def __str__(self) -> str:
        named = (("missing", self.missing), ("extra", self.extra), ("foreign back", self.foreign))
        parts = [f"{label} {' '.join(map(format_card, cards))}" for label, cards in named if cards]
        if self.unread:
            parts.append(f"{self.unread} unread")
        return ", ".join(parts) or "complete"


_NONE = SetDifference((), (), 0, ())
