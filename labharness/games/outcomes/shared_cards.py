"""Hands that share cards and choose among them: Flop Poker, and the Middle Wager of Criss-Cross Poker."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from labharness.games.outcomes.drawing import one_deck, subsets, up_to_suits
from labharness.games.outcomes.five_cards import CROSS, JACK, cross_codes
from labharness.games.outcomes.poker import TWO_PAIRS_UP, Bits, PokerHands, bits
from labharness.games.outcomes.rule import Codes, Deals, Faces, Rule, first_of
from labharness.games.outcomes.six_cards import STUD
from labharness.model.cards import CardSet


def _flop_codes(cards: Bits) -> Codes:
    hands = PokerHands(cards)
    return first_of(*hands.two_pairs_up, hands.pair_from(JACK), hands.pair)


def _flop(faces: Faces, _: str) -> Codes:
    """All three own cards and the two community cards that make most of them."""
    own, community = bits(faces[:, :3]), faces[:, 3:]
    chosen = (own | bits(community[:, [each, two]]) for each, two in ((0, 1), (0, 2), (1, 2)))
    best: Codes = np.minimum.reduce([_flop_codes(cards) for cards in chosen])
    return best


def _repeated(length: int) -> Faces:
    """Ascending ranks, repeated or not, shape (rows, length)."""
    rows = list(combinations_with_replacement(range(13), length))
    return np.array(rows, dtype=np.uint8).reshape(len(rows), length)


def _turns(ranks: Faces) -> NDArray[np.int64]:
    """How many cards to the left are of the same rank."""
    turns = np.zeros(ranks.shape, dtype=np.int64)
    for place in range(1, ranks.shape[1]):
        turns[:, place] = (ranks[:, :place] == ranks[:, place : place + 1]).sum(axis=1)
    return turns


def _choices(turns: NDArray[np.int64], suits: int, own: NDArray[np.int64]) -> NDArray[np.int64]:
    """Ways to give ranks suits: each card of a rank finds one fewer, and equal ranks have no order.

    ``turns`` counts cards that took a suit of the rank before, ``own`` those of the same hand only.
    """
    ways: NDArray[np.int64] = (suits - turns).prod(axis=1) // (own + 1).prod(axis=1)
    return ways


def _flop_deals(cards: CardSet) -> list[Deals]:
    """Own cards of one suit by suit, all other deals by ranks: without three suited there is no flush."""
    one_deck(cards)
    return [_unsuited(), _suited()]


def _unsuited() -> Deals:
    own = _repeated(3)
    row, column = (index.ravel() for index in np.indices((len(own), len(own))))
    ranks = np.hstack((own[row], own[column]))
    turns = _turns(ranks)
    kept = (turns < 4).all(axis=1)
    ranks, turns = ranks[kept], turns[kept]
    distinct = (turns[:, :3] == 0).all(axis=1)
    ways = _choices(turns[:, :3], 4, turns[:, :3]) - 4 * distinct
    ways *= _choices(turns[:, 3:], 4, _turns(ranks[:, 3:]))
    # Suits in turn, those of the first rank a suit on: cards of a rank differ and own cards are not suited.
    suits = (turns + (ranks == ranks[:, :1])) % 4
    return (ranks + 13 * suits).astype(np.uint8), ways


def _suited() -> Deals:
    own = subsets(13, 3)
    faces, ways = [], []
    for spades in range(4):
        inside, outside = subsets(13, spades), _repeated(3 - spades)
        turns = _turns(outside)
        possible = (turns < 3).all(axis=1)
        outside, turns = outside[possible], turns[possible]
        others = (outside + 13 * (turns + 1)).astype(np.uint8)
        community = np.hstack((np.repeat(inside, len(others), axis=0), np.tile(others, (len(inside), 1))))
        community_ways = np.tile(_choices(turns, 3, turns), len(inside))
        row, column = (index.ravel() for index in np.indices((len(own), len(community))))
        both = np.hstack((own[row], community[column]))
        free = (both[:, :3, None] != both[:, None, 3:]).all(axis=(1, 2))
        faces.append(both[free])
        ways.append(4 * community_ways[column[free]])
    return np.concatenate(faces), np.concatenate(ways)


def _middle(faces: Faces, _: str) -> Codes:
    """Read the higher of the hands that row and column make with the player's cards."""
    across, down = (cross_codes(bits(faces[:, [*line, 5, 6]])) for line in ((1, 2, 3), (0, 2, 4)))
    return np.minimum(across, down)


def _middle_count(cards: CardSet, _: str) -> list[int]:
    """Deals for each outcome, from what pairs add to each three cards that both hands share.

    Both hands are as low as some outcome or lower where two disjoint pairs of cards are: of all ordered
    pairs of such pairs, those that share a card are left out.
    """
    one_deck(cards)
    pairs = subsets(49, 2)
    holds = np.zeros((len(pairs), 49))
    holds[np.arange(len(pairs))[:, None], pairs] = 1
    at_least = np.zeros(len(CROSS) + 1, dtype=np.int64)
    for shared, weight in zip(*up_to_suits(subsets(52, 3), range(4)), strict=True):
        left = np.setdiff1d(np.arange(52, dtype=np.uint8), shared)
        codes = cross_codes(bits(np.hstack((np.tile(shared, (len(pairs), 1)), left[pairs]))))
        for code in range(len(CROSS)):
            low = (codes >= code).astype(np.float64)
            number, of_card = int(low.sum()), (low @ holds).astype(np.int64)
            at_least[code] += weight * (number**2 - int((of_card**2).sum()) + number)
    return [int(each) for each in at_least[:-1] - at_least[1:]]


RULES = (
    Rule(
        "flop-hand",
        "§§ 583.6(b), 583.11(d)(2), 583.12(a), 583.12(b)",
        (*TWO_PAIRS_UP, "pair of jacks or better", "pair of 2s to 10s", "no pair"),
        _flop,
        takes=STUD,
        deals=_flop_deals,
        whole_decks=1,
    ),
    Rule(
        "criss-cross-middle",
        "§§ 592.11(h)(3), 592.11(h)(4), 592.12(b)",
        CROSS,
        _middle,
        takes=("farthest", "row 1", "center", "row 3", "closest", "player 1", "player 2"),
        count=_middle_count,
        whole_decks=1,
    ),
)
