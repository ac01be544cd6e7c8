"""Blackjack and its relatives: what the first cards of player and dealer decide."""

from __future__ import annotations

from functools import partial

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
from labharness.games.outcomes.rule import Codes, Deals, Faces, Rule, Truth, by, first_of
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


def _both(faces: Faces, kind: int) -> Truth:
    """Whether the player's two cards, columns 0 and 2, are both this one."""
    truth: Truth = (faces[:, 0] == kind) & (faces[:, 2] == kind)
    return truth


def _suited(faces: Faces, first: int, second: int) -> Truth:
    suit = suits(faces)
    truth: Truth = suit[:, first] == suit[:, second]
    return truth


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


def _royal(faces: Faces, first: int, second: int) -> Truth:
    rank = ranks(faces)[:, [first, second]]
    truth: Truth = (rank.min(axis=1) == QUEEN) & (rank.max(axis=1) == KING)
    return truth & _suited(faces, first, second)


def _royal_match(faces: Faces, _: str) -> Codes:
    player = _royal(faces, 0, 2)
    return first_of(player & _royal(faces, 1, 3), player, _suited(faces, 0, 2))


def _super_match(faces: Faces, _: str) -> Codes:
    rank = np.sort(ranks(faces), axis=1)
    same = (rank[:, 1:] == rank[:, :-1]).astype(np.int8)
    equal = same.sum(axis=1)
    split = same[:, 1] == 0
    return first_of(equal == 3, (equal == 2) & split, equal == 2, equal == 1)


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


PLAYER_AND_DEALER, DEALER_UP = partial(Rule, takes=BOTH), partial(Rule, takes=BOTH[:3])

RULES = (
    Rule(
        "blackjack",
        "§§ 551.1, 581.1, 590.1, 591.1, 633a.1",
        ("blackjack", "other"),
        lambda faces, _: first_of(_total(faces, 0, 1) == 21),
        takes=("card 1", "card 2"),
        deals=drawn(BY_VALUE, 2),
        any_order=True,
    ),
    PLAYER_AND_DEALER(
        "blackjacks",
        "§§ 551.1, 581.1, 590.1, 591.1, 633a.1",
        ("both", "player", "dealer", "neither"),
        _blackjacks,
        deals=drawn(BY_VALUE, 4),
    ),
    Rule(
        "insurance",
        "§§ 551.10(a), 581.8(a), 590.8(a), 591.8(a), 633a.8(a)",
        ("wins", "loses", "not offered"),
        _insurance,
        takes=("dealer up", "dealer hole"),
        deals=drawn(BY_VALUE, 2),
    ),
    PLAYER_AND_DEALER(
        "lucky-ladies",
        "§§ 633a.1, 633a.6(e)(1), 633a.13(c)",
        (
            "queen of hearts pair and dealer Blackjack",
            "queen of hearts pair",
            "Matched 20",
            "Suited 20",
            "Any 20",
            "none",
        ),
        _lucky_ladies,
        deals=drawn(TWENTIES, 4),
    ),
    PLAYER_AND_DEALER(
        "kings-bounty",
        "§§ 633a.6(e)(6), 633a.13(h)",
        (
            "king of spades pair and dealer Blackjack",
            "king of spades pair",
            "suited kings pair",
            "suited queens, jacks or 10s pair",
            "suited 20",
            "pair of kings",
            "any 20",
            "none",
        ),
        _kings_bounty,
        deals=drawn(TWENTIES, 4),
    ),
    DEALER_UP(
        "match-the-dealer",
        "§§ 551.7(a), 551.7(e), 633a.6(e)(2), 633a.13(d)",
        (
            "two of the same suit",
            "one of the same suit, one of another",
            "one of the same suit",
            "two of another suit",
            "one of another suit",
            "none",
        ),
        _match,
        deals=drawn(BY_TYPE, 3),
    ),
    DEALER_UP(
        "in-between",
        "§§ 633a.6(e)(3), 633a.13(e)",
        ("Triple Match", "one-card spread", "two-card spread", "three-card spread", "all others", "none"),
        _in_between,
        deals=drawn(BY_RANK, 3),
        readings=ACES,
    ),
    PLAYER_AND_DEALER(
        "royal-match",
        "§§ 633a.1, 633a.6(e)(4), 633a.13(f)",
        ("Crown Treasure", "Royal Match", "Suited Match", "none"),
        _royal_match,
        deals=drawn(ROYALS, 4),
    ),
    Rule(
        "bet-the-set",
        "§§ 633a.1, 633a.6(e)(5), 633a.13(g)",
        ("suited pair", "pair", "none"),
        lambda faces, _: first_of(faces[:, 0] == faces[:, 1], faces[:, 0] % 13 == faces[:, 1] % 13),
        takes=("player 1", "player 2"),
        deals=drawn(BY_TYPE, 2),
        any_order=True,
    ),
    Rule(
        "super-match",
        "§§ 633a.6(e)(7), 633a.13(i)",
        ("four of a kind", "two pair", "three of a kind", "pair", "none"),
        _super_match,
        takes=("first hand 1", "second hand 1", "first hand 2", "second hand 2"),
        deals=drawn(BY_RANK, 4),
        any_order=True,
    ),
    DEALER_UP(
        "blackjack-three-card-poker",
        "§§ 633a.1, 633a.6(e)(9), 633a.13(k)",
        ("straight flush", "three of a kind", "straight", "flush", "none"),
        by(Three.of, lambda hand: (hand.suited & hand.straight, hand.three, hand.straight, hand.suited)),
        deals=drawn(BY_TYPE, 3),
        any_order=True,
    ),
    Rule(
        "bust-it",
        "§§ 581.7(m), 581.12(c)",
        (
            "two cards of 17 or more",
            "no bust",
            "8-8-8 same suit",
            "8-8-8 same color",
            *(f"third card {rank}" for rank in (6, 7, 8, 9)),
            "third card K, Q or J",
        ),
        _bust_it,
        takes=("dealer up", "dealer hole", "dealer 3"),
        deals=drawn(BY_TYPE, 3),
    ),
    Rule(
        "magic-card",
        "§§ 633a.1, 633a.13(j)(1)",
        ("match", "none"),
        _magic_card,
        takes=("selected card", "player 1", "player 2"),
        deals=_magic_deals,
        readings=MATCHES,
    ),
    Rule(
        "determinant-side",
        "§ 633a.7(d)(1)",
        ("hearts or diamonds", "spades or clubs"),
        lambda faces, _: first_of(suits(faces)[:, 0] % 2 == 1),
        takes=("determinant card",),
        deals=drawn(BY_TYPE, 1),
    ),
)
