"""The dealer's hand at Blackjack and its relatives: two cards, then more until 17 or over, hard or soft."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from math import perm, prod

import numpy as np
from numpy.typing import NDArray

from labharness.games.outcomes.drawing import BY_VALUE, best_total, no_joker, points, suits
from labharness.games.outcomes.rule import Codes, Deals, Faces, Rule, by, first_of
from labharness.model.cards import CardSet

LONGEST = 12
"""Most cards of a hand: six aces are a soft 16, a six makes that a hard 12, and five more aces 17."""
TAKES = tuple(f"dealer {place}" for place in range(1, LONGEST + 1))

TOTALS = ("17", "18", "19", "20", "21", "22")
SUIT_TYPES = [tuple(range(13 * suit, 13 * suit + 13)) for suit in range(4)]
COLORS = [(0, 2), (1, 3)]


@dataclass(frozen=True)
class Hand:
    """The dealer's final hand of each round, and whether its cards are of one suit or color."""

    total: NDArray[np.int8]
    cards: NDArray[np.int8]
    one_suit: NDArray[np.bool_]
    one_color: NDArray[np.bool_]

    @classmethod
    def of(cls, faces: Faces) -> Hand:
        """Draw to a hard or soft total of 17 or more."""
        value, suit = points(faces), suits(faces)
        hard, ace = np.zeros(len(faces), dtype=np.int8), np.zeros(len(faces), dtype=np.bool_)
        cards, total = np.zeros(len(faces), dtype=np.int8), np.zeros(len(faces), dtype=np.int8)
        one_suit, one_color = np.ones(len(faces), dtype=np.bool_), np.ones(len(faces), dtype=np.bool_)
        for place in range(LONGEST):
            draws = total < 17
            if not draws.any():
                break
            hard += draws * value[:, place]
            ace |= draws & (value[:, place] == 1)
            cards += draws
            one_suit &= ~draws | (suit[:, place] == suit[:, 0])
            one_color &= ~draws | ((suit[:, place] ^ suit[:, 0]) & 1 == 0)
            total = best_total(hard, ace)
        return cls(total, cards, one_suit, one_color)

    @property
    def blackjack(self) -> NDArray[np.bool_]:
        """Ace and a card of ten points."""
        array: NDArray[np.bool_] = (self.cards == 2) & (self.total == 21)
        return array


def _hands(values: tuple[int, ...] = (), hard: int = 0, *, ace: bool = False) -> Iterator[tuple[int, ...]]:
    """Every order of points that a hand can have, stopped where the dealer stops."""
    if hard + (10 if ace and hard <= 11 else 0) >= 17:
        yield values
        return
    for value in range(1, 11):
        yield from _hands((*values, value), hard + value, ace=ace or value == 1)


@cache
def _all_hands() -> tuple[tuple[int, ...], ...]:
    return tuple(_hands())


def _ways(values: tuple[int, ...], counts: list[int]) -> int:
    """Ordered draws of these points from so many cards of each."""
    return prod(perm(counts[value - 1], values.count(value)) for value in set(values))


def _value_counts(cards: CardSet, suits: Iterable[int]) -> list[int]:
    pool = {kind for suit in suits for kind in SUIT_TYPES[suit]}
    return [sum(cards.counts[kind] for kind in group if kind in pool) for group in BY_VALUE]


def _rows(cards: CardSet, hands: list[tuple[int, tuple[int, ...], tuple[int, int]]]) -> Deals:
    """Rows of hands, each with its ways, its points, and the suits of its first and of all other cards.

    What stands behind the dealer's last card is not read, and any cards may lie there.
    """
    faces = np.zeros((len(hands), LONGEST), dtype=np.uint8)
    weights = np.empty(len(hands), dtype=object)
    for row, (ways, values, (first, others)) in enumerate(hands):
        suits_shown = (first, *[others] * (len(values) - 1))
        faces[row, : len(values)] = [
            13 * suit + value - 1 for suit, value in zip(suits_shown, values, strict=True)
        ]
        weights[row] = ways * perm(cards.size - len(values), LONGEST - len(values))
    return faces, weights


@lru_cache(maxsize=4)  # four rules read the same hands
def _deals(cards: CardSet) -> list[Deals]:
    no_joker(cards)
    counts = _value_counts(cards, range(4))
    hands = [(ways, values, (0, 0)) for values in _all_hands() if (ways := _ways(values, counts))]
    return [_rows(cards, hands)]


def _colored_deals(cards: CardSet) -> list[Deals]:
    """As :func:`_deals`, a 22 told apart by whether the whole hand is of one suit or one color."""
    no_joker(cards)
    whole = _value_counts(cards, range(4))
    suit_counts = [_value_counts(cards, (suit,)) for suit in range(4)]
    color_counts = [_value_counts(cards, pair) for pair in COLORS]
    hands: list[tuple[int, tuple[int, ...], tuple[int, int]]] = []
    for values in _all_hands():
        ways = _ways(values, whole)
        if not ways or sum(values) != 22:  # a total of 22 counts every ace as 1
            hands.append((ways, values, (0, 1)))
            continue
        one_suit = [_ways(values, counts) for counts in suit_counts]
        one_color = [_ways(values, counts) for counts in color_counts]
        hands += [(one_suit[suit], values, (suit, suit)) for suit in range(4)]
        for number, pair in zip(one_color, COLORS, strict=True):
            hands.append((number - sum(one_suit[suit] for suit in pair), values, pair))
        hands.append((ways - sum(one_color), values, (0, 1)))
    return [_rows(cards, [hand for hand in hands if hand[0]])]


def length(faces: Faces) -> NDArray[np.intp]:
    """Cards of each hand."""
    return Hand.of(faces).cards.astype(np.intp)


def _hand(faces: Faces, _: str) -> Codes:
    hand = Hand.of(faces)
    total = np.minimum(hand.total, 22).astype(np.intp) - 17
    codes = 1 + 7 * total + np.minimum(hand.cards, 8) - 2
    codes[hand.blackjack] = 0
    return codes


def _push_22(faces: Faces, _: str) -> Codes:
    hand = Hand.of(faces)
    push = hand.total == 22
    return first_of(push & hand.one_suit, push & hand.one_color, push)


COUNTS = ("2", "3", "4", "5", "6", "7", "8 or more")

HAND = partial(Rule, takes=TAKES, deals=_deals)
DRAWING = "§§ 551.13(b), 581.7(n), 590.7(n)(1), 591.7(o), 633a.7(m)"

RULES = (
    HAND(
        "dealer-total",
        DRAWING,
        ("blackjack", *TOTALS, "23 or more"),
        by(Hand.of, lambda hand: (hand.blackjack, *(hand.total == int(total) for total in TOTALS))),
    ),
    HAND("dealer-cards", DRAWING, COUNTS, lambda faces, _: np.minimum(length(faces), 8) - 2),
    HAND(
        "dealer-hand",
        DRAWING,
        ("blackjack", *(f"{total} in {cards}" for total in (*TOTALS[:5], "22 or more") for cards in COUNTS)),
        _hand,
    ),
    HAND(
        "hit-and-run",
        "§§ 633a.6(e)(10), 633a.7(o)(2)(i), 633a.13(l)(1)",
        ("blackjack", "eight or more cards", "seven cards", "six cards", "five cards", "none"),
        by(Hand.of, lambda hand: (hand.blackjack, *(hand.cards >= cards for cards in (8, 7, 6, 5)))),
    ),
    HAND(
        "push-22",
        "§§ 590.6(e), 590.12(c)",
        ("same suit 22", "same color 22", "other 22", "none"),
        _push_22,
        deals=_colored_deals,
    ),
)
