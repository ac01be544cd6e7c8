"""A double shoe: what the determinant card makes of the first card of a round.

A determinant card is drawn from one of two sides before each round; the color of its suit says which side
deals.  Of that side itself it is the first card dealt, so that it has one of two suits; otherwise it is
segregated, and the first card is the next one of the other side, of any suit.  First cards are therefore not
spread evenly over the suits: 3/8 for each suit that opens the side that was drawn from, 1/8 for each other one.

Every round of two fairly shuffled sides has the law of the first, although rounds take more or fewer cards
from a side: which cards are taken is decided before they are seen, and each side's next cards are as good as
its first ones as long as none runs out.  Rounds of one load share cards, so that the load is the unit.

References
----------
58 Pa. Code § 633a.7(d).  Diaconis & Freedman 1980, Annals of Probability 8, 745-764 (exchangeable draws).
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from labharness.games.outcomes.drawing import no_joker, suits
from labharness.games.outcomes.rule import Codes, Deals, Faces, Rule
from labharness.model.cards import FOREIGN_BACK, CardSet, Order

Color = Literal["black", "red"]
READINGS = ("drawn from the side that black opens", "drawn from the side that red opens")
NAMES = ("spades", "diamonds", "clubs", "hearts")
OUTCOMES = (
    *(f"{name}, dealt itself" for name in NAMES),
    *(f"{name} segregated, then {other}" for name in NAMES for other in NAMES),
)


def _first_card(faces: Faces, reading: str) -> Codes:
    drawn, following = (suits(faces)[:, place].astype(np.intp) for place in (0, 1))
    itself = (drawn % 2 == 1) == (reading == READINGS[1])
    return np.where(itself, drawn, 4 + 4 * drawn + following)


def _two_sides(cards: CardSet) -> list[Deals]:
    """Every suit of the determinant card before every suit of the other side's next card: the sides are apart."""
    no_joker(cards)
    held = np.array(cards.counts[:52], dtype=np.int64).reshape(4, 13).sum(axis=1)
    pairs = np.indices((4, 4)).reshape(2, -1).T
    return [((13 * pairs).astype(np.uint8), held[pairs].prod(axis=1))]


def opened_by(kinds: NDArray[np.integer], first: Color) -> NDArray[np.intp]:
    """Say which side a card opens, 0 for the first one.

    Parameters
    ----------
    kinds
        Types of cards, of any shape.
    first
        Color of the suits that open the first side.
    """
    red = (kinds // 13 % 2).astype(np.intp)
    return red if first == "black" else 1 - red


def side_of(cards: Order, decks: int) -> NDArray[np.intp]:
    """Say which side cards belong to by their marks, 0 for the first one, whose copies are those below ``decks``."""
    return ((cards & ~np.uint16(FOREIGN_BACK)) >> 6 >= decks).astype(np.intp)


def decks_of_a_side(cards: CardSet) -> int:
    """Return the decks of each side of the cards of both, 0 where they are no two equal sides."""
    held = {count for count in cards.counts if count}
    return held.pop() // 2 if len(held) == 1 and not min(held) % 2 else 0


def fair_loads(
    random: Generator, side: Order, loads: int, stacks: tuple[int, ...], first: Color, decks: int
) -> Order:
    """Deal loads of a double shoe, both sides of each shuffled fairly.

    Parameters
    ----------
    side
        Cards of the first side; the second has the same with copies ``decks`` higher.
    stacks
        Cards that leave in each round, the determinant card among them.

    Returns
    -------
    numpy.ndarray
        Of each load, round after round: the cards dealt in their order, a segregated determinant card last of
        its round; then what remains of the first side and of the second.  Shape (loads, cards of both sides).
    """
    size = len(side)
    other = side + np.uint16(decks << 6)
    both = np.stack([random.permuted(np.tile(cards, (loads, 1)), axis=1) for cards in (side, other)])
    row, taken = np.arange(loads), np.zeros((2, loads), dtype=np.intp)
    dealt = np.empty((loads, 2 * size), dtype=side.dtype)
    begin = 0
    for place, number in enumerate(stacks):
        drawn_from = place % 2  # by turns
        card = both[drawn_from][row, taken[drawn_from]]
        opens = opened_by(card & 0x3F, first)
        apart = opens != drawn_from
        taken[drawn_from] += apart
        from_side = taken[opens, row][:, None] + np.arange(number)
        cards = both[opens[:, None], row[:, None], np.minimum(from_side, size - 1)]
        cards[apart, -1] = card[apart]
        dealt[:, begin : begin + number] = cards
        taken[opens, row] += number - apart
        begin += number
    left = np.arange(size)
    for each in (0, 1):
        # What remains moves up behind the rounds; loads differ in how much of a side that is.
        keep = left >= taken[each][:, None]
        start = begin if each == 0 else begin + size - taken[0][:, None]
        place = start + left - taken[each][:, None]
        rows = np.broadcast_to(row[:, None], keep.shape)
        dealt[rows[keep], place[keep]] = both[each][keep]
    return dealt


def openings(both: Order, stacks: tuple[int, ...], first: Color) -> tuple[Order, Order]:
    """Return determinant card and first card dealt of each round, and nothing else, of shuffled sides.

    Parameters
    ----------
    both
        Types of the cards of both sides as they leave, shape (2, loads, cards of a side).

    Returns
    -------
    tuple
        Each of shape (loads, rounds).
    """
    row, taken = np.arange(both.shape[1]), np.zeros(both.shape[:2], dtype=np.intp)
    determinants = np.empty((len(row), len(stacks)), dtype=both.dtype)
    firsts = np.empty_like(determinants)
    for place, number in enumerate(stacks):
        drawn_from = place % 2  # by turns
        card = both[drawn_from][row, taken[drawn_from]]
        opens = opened_by(card, first)
        apart = opens != drawn_from
        taken[drawn_from] += apart
        determinants[:, place] = card
        firsts[:, place] = np.where(apart, both[opens, row, taken[opens, row]], card)
        taken[opens, row] += number - apart
    return determinants, firsts


RULES = (
    Rule(
        "determinant-first-card",
        "§ 633a.7(d)(1), (2)",
        OUTCOMES,
        _first_card,
        takes=("determinant card", "next card of the other side"),
        deals=_two_sides,
        readings=READINGS,
    ),
)
