"""Blackjack and its relatives: what the first cards of player and dealer decide."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from labharness.games.outcomes.drawing import (
    ACE,
    BY_RANK,
    BY_TYPE,
    BY_VALUE,
    HEARTS,
    JACK,
    KING,
    NINE,
    QUEEN,
    SPADES,
    TEN,
    Kinds,
    apart,
    best_total,
    drawn,
    of_ranks,
    ordered,
    points,
    ranks,
    suits,
)
from labharness.games.outcomes.rule import Codes, Deals, Faces, Rule, first_of
from labharness.games.outcomes.three_cards import Three
from labharness.model.cards import CardSet

BOTH = ("player 1", "dealer up", "player 2", "dealer hole")
MATCHES = ("rank", "rank and suit")
ACES = ("ace high", "ace low")
TWENTIES = apart(of_ranks(ACE, NINE, TEN, JACK, QUEEN, KING))
ROYALS: Kinds = [
    *([kind] for kind in of_ranks(QUEEN, KING)),
    *([13 * suit + rank for rank in range(QUEEN)] for suit in range(4)),
]


def _total(faces: Faces, first: int, second: int) -> NDArray[np.int8]:
    value = points(faces)
    each, two = value[:, first], value[:, second]
    return best_total(each + two, (each == 1) | (two == 1))


def _both(faces: Faces, kind: int) -> NDArray[np.bool_]:
    """Whether the player's two cards, columns 0 and 2, are both this one."""
    array: NDArray[np.bool_] = (faces[:, 0] == kind) & (faces[:, 2] == kind)
    return array


def _suited(faces: Faces, first: int, second: int) -> NDArray[np.bool_]:
    suit = suits(faces)
    array: NDArray[np.bool_] = suit[:, first] == suit[:, second]
    return array


def _blackjack(faces: Faces, _: str) -> Codes:
    return first_of(_total(faces, 0, 1) == 21)


def _blackjacks(faces: Faces, _: str) -> Codes:
    player, dealer = _total(faces, 0, 2) == 21, _total(faces, 1, 3) == 21
    return first_of(player & dealer, player, dealer)


def _insurance(faces: Faces, _: str) -> Codes:
    value = points(faces)
    offered = value[:, 0] == 1
    return first_of(offered & (value[:, 1] == 10), offered)


def _lucky_ladies(faces: Faces, _: str) -> Codes:
    twenty = _total(faces, 0, 2) == 20
    queens = _both(faces, 13 * HEARTS + QUEEN)
    return first_of(
        queens & (_total(faces, 1, 3) == 21),
        queens,
        twenty & (faces[:, 0] == faces[:, 2]),
        twenty & _suited(faces, 0, 2),
        twenty,
    )


def _kings_bounty(faces: Faces, _: str) -> Codes:
    rank = ranks(faces)
    twenty, suited = _total(faces, 0, 2) == 20, _suited(faces, 0, 2)
    pair = rank[:, 0] == rank[:, 2]
    kings = pair & (rank[:, 0] == KING)
    best = _both(faces, 13 * SPADES + KING)
    return first_of(
        best & (_total(faces, 1, 3) == 21), best, kings & suited, twenty & pair & suited, twenty & suited,
        kings, twenty,
    )  # fmt: skip


def _match(faces: Faces, _: str) -> Codes:
    rank = ranks(faces)
    same = [faces[:, mine] == faces[:, 1] for mine in (0, 2)]
    other = [(rank[:, mine] == rank[:, 1]) & ~each for mine, each in zip((0, 2), same, strict=True)]
    return first_of(
        same[0] & same[1], (same[0] & other[1]) | (other[0] & same[1]), same[0] | same[1],
        other[0] & other[1], other[0] | other[1],
    )  # fmt: skip


def _in_between(faces: Faces, reading: str) -> Codes:
    rank = ranks(faces)
    if reading == "ace high":
        rank = np.where(rank == ACE, np.int8(13), rank)
    low, high = np.minimum(rank[:, 0], rank[:, 2]), np.maximum(rank[:, 0], rank[:, 2])
    inside, spread = (low < rank[:, 1]) & (rank[:, 1] < high), high - low - 1
    return first_of(
        (low == high) & (low == rank[:, 1]), *(inside & (spread == size) for size in (1, 2, 3)), inside
    )


def _royal(faces: Faces, first: int, second: int) -> NDArray[np.bool_]:
    rank = ranks(faces)[:, [first, second]]
    array: NDArray[np.bool_] = (
        _suited(faces, first, second) & (rank.min(axis=1) == QUEEN) & (rank.max(axis=1) == KING)
    )
    return array


def _royal_match(faces: Faces, _: str) -> Codes:
    player = _royal(faces, 0, 2)
    return first_of(player & _royal(faces, 1, 3), player, _suited(faces, 0, 2))


def _bet_the_set(faces: Faces, _: str) -> Codes:
    rank = ranks(faces)
    return first_of(faces[:, 0] == faces[:, 1], rank[:, 0] == rank[:, 1])


def _super_match(faces: Faces, _: str) -> Codes:
    rank = np.sort(ranks(faces), axis=1)
    same = (rank[:, 1:] == rank[:, :-1]).astype(np.int8)
    equal = same.sum(axis=1)
    split = same[:, 1] == 0
    return first_of(equal == 3, (equal == 2) & split, equal == 2, equal == 1)


def _three_card_poker(faces: Faces, _: str) -> Codes:
    hand = Three.of(faces)
    return first_of(hand.suited & hand.straight, hand.three, hand.straight, hand.suited)


def _bust_it(faces: Faces, _: str) -> Codes:
    value, suit = points(faces), suits(faces)
    two = _total(faces, 0, 1)
    hard = value.sum(axis=1, dtype=np.int8)
    bust, third = hard > 21, value[:, 2]
    eights = bust & (value == 8).all(axis=1)
    color = ((suit[:, 0] ^ suit[:, 1]) | (suit[:, 0] ^ suit[:, 2])) & 1 == 0
    return first_of(
        two >= 17,
        ~bust,
        eights & (suit[:, 0] == suit[:, 1]) & (suit[:, 0] == suit[:, 2]),
        eights & color,
        *(third == rank for rank in (6, 7, 8, 9)),
    )


def _magic_card(faces: Faces, reading: str) -> Codes:
    seen = ranks(faces) if reading == "rank" else faces
    return first_of((seen[:, 1] == seen[:, 0]) | (seen[:, 2] == seen[:, 0]))


def _magic_deals(cards: CardSet) -> list[Deals]:
    """Every face selected as often as any other, whatever the shoe holds, before two cards of the shoe."""
    faces, weights = ordered(cards, BY_TYPE, 2)
    selected = np.repeat(np.arange(52, dtype=np.uint8), len(faces))
    return [(np.column_stack((selected, np.tile(faces, (52, 1)))), np.tile(weights, 52))]


def _determinant(faces: Faces, _: str) -> Codes:
    return first_of(suits(faces)[:, 0] % 2 == 1)


RULES = (
    Rule(
        name="blackjack",
        citation="§§ 551.1, 581.1, 590.1, 591.1, 633a.1",
        takes=("card 1", "card 2"),
        outcomes=("blackjack", "other"),
        codes=_blackjack,
        deals=drawn(BY_VALUE, 2),
        any_order=True,
    ),
    Rule(
        name="blackjacks",
        citation="§§ 551.1, 581.1, 590.1, 591.1, 633a.1",
        takes=BOTH,
        outcomes=("both", "player", "dealer", "neither"),
        codes=_blackjacks,
        deals=drawn(BY_VALUE, 4),
    ),
    Rule(
        name="insurance",
        citation="§§ 551.10(a), 581.8(a), 590.8(a), 591.8(a), 633a.8(a)",
        takes=("dealer up", "dealer hole"),
        outcomes=("wins", "loses", "not offered"),
        codes=_insurance,
        deals=drawn(BY_VALUE, 2),
    ),
    Rule(
        name="lucky-ladies",
        citation="§§ 633a.1, 633a.6(e)(1), 633a.13(c)",
        takes=BOTH,
        outcomes=(
            "queen of hearts pair and dealer Blackjack",
            "queen of hearts pair",
            "Matched 20",
            "Suited 20",
            "Any 20",
            "none",
        ),
        codes=_lucky_ladies,
        deals=drawn(TWENTIES, 4),
    ),
    Rule(
        name="kings-bounty",
        citation="§§ 633a.6(e)(6), 633a.13(h)",
        takes=BOTH,
        outcomes=(
            "king of spades pair and dealer Blackjack",
            "king of spades pair",
            "suited kings pair",
            "suited queens, jacks or 10s pair",
            "suited 20",
            "pair of kings",
            "any 20",
            "none",
        ),
        codes=_kings_bounty,
        deals=drawn(TWENTIES, 4),
    ),
    Rule(
        name="match-the-dealer",
        citation="§§ 551.7(a), 551.7(e), 633a.6(e)(2), 633a.13(d)",
        takes=BOTH[:3],
        outcomes=(
            "two of the same suit",
            "one of the same suit, one of another",
            "one of the same suit",
            "two of another suit",
            "one of another suit",
            "none",
        ),
        codes=_match,
        deals=drawn(BY_TYPE, 3),
    ),
    Rule(
        name="in-between",
        citation="§§ 633a.6(e)(3), 633a.13(e)",
        takes=BOTH[:3],
        outcomes=(
            "Triple Match",
            "one-card spread",
            "two-card spread",
            "three-card spread",
            "all others",
            "none",
        ),
        readings=ACES,
        codes=_in_between,
        deals=drawn(BY_RANK, 3),
    ),
    Rule(
        name="royal-match",
        citation="§§ 633a.1, 633a.6(e)(4), 633a.13(f)",
        takes=BOTH,
        outcomes=("Crown Treasure", "Royal Match", "Suited Match", "none"),
        codes=_royal_match,
        deals=drawn(ROYALS, 4),
    ),
    Rule(
        name="bet-the-set",
        citation="§§ 633a.1, 633a.6(e)(5), 633a.13(g)",
        takes=("player 1", "player 2"),
        outcomes=("suited pair", "pair", "none"),
        codes=_bet_the_set,
        deals=drawn(BY_TYPE, 2),
        any_order=True,
    ),
    Rule(
        name="super-match",
        citation="§§ 633a.6(e)(7), 633a.13(i)",
        takes=("first hand 1", "second hand 1", "first hand 2", "second hand 2"),
        outcomes=("four of a kind", "two pair", "three of a kind", "pair", "none"),
        codes=_super_match,
        deals=drawn(BY_RANK, 4),
        any_order=True,
    ),
    Rule(
        name="blackjack-three-card-poker",
        citation="§§ 633a.1, 633a.6(e)(9), 633a.13(k)",
        takes=BOTH[:3],
        outcomes=("straight flush", "three of a kind", "straight", "flush", "none"),
        codes=_three_card_poker,
        deals=drawn(BY_TYPE, 3),
        any_order=True,
    ),
    Rule(
        name="bust-it",
        citation="§§ 581.7(m), 581.12(c)",
        takes=("dealer up", "dealer hole", "dealer 3"),
        outcomes=(
            "two cards of 17 or more",
            "no bust",
            "8-8-8 same suit",
            "8-8-8 same color",
            "third card 6",
            "third card 7",
            "third card 8",
            "third card 9",
            "third card K, Q or J",
        ),
        codes=_bust_it,
        deals=drawn(BY_TYPE, 3),
    ),
    Rule(
        name="magic-card",
        citation="§§ 633a.1, 633a.13(j)(1)",
        takes=("selected card", "player 1", "player 2"),
        outcomes=("match", "none"),
        readings=MATCHES,
        codes=_magic_card,
        deals=_magic_deals,
    ),
    Rule(
        name="determinant-side",
        citation="§ 633a.7(d)(1)",
        takes=("determinant card",),
        outcomes=("hearts or diamonds", "spades or clubs"),
        codes=_determinant,
        deals=drawn(BY_TYPE, 1),
    ),
)
