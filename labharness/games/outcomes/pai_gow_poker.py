"""Pai Gow Poker: seven cards of a deck with a joker, and the wagers on them."""

from __future__ import annotations

from functools import partial, reduce
from operator import or_

import numpy as np

from labharness.games.outcomes.drawing import ACE, KING, NINE, of_deck
from labharness.games.outcomes.poker import TWO_PAIRS_UP, PokerHands, line, windows
from labharness.games.outcomes.rule import Codes, Faces, Truth, by, first_of
from labharness.games.outcomes.six_cards import JOKER_HAND, ROYALS, joker_hand, no_better_than, royal

STRAIGHTS = ("straight before three of a kind", "three of a kind before straight")
MATCHES = ("no joker in a match", "joker as the ace of a match")
"""§ 645a.6(b) ranks a straight higher, § 645a.13(b) pays three of a kind more; § 645a.6(d)(2)(i) leaves open
whether a joker is an additional ace."""
EMPEROR = tuple(f"{straight}; {royals}" for straight in STRAIGHTS for royals in ROYALS)
FORTUNE = tuple(f"{each}; {match}" for each in EMPEROR for match in MATCHES)


def _seven_in_row(hands: PokerHands) -> Truth:
    """Seven in sequence of one suit, with the joker or without."""
    result = reduce(or_, (windows(line(suit), hands.wild, length=7) for suit in hands.suits))
    return result.astype(np.bool_)


def _match(hands: PokerHands, reading: str, *, king_queen: bool) -> Truth:
    """Look for a royal flush, the joker as any card of it, and a suited A-K or K-Q in the other two cards."""
    top = np.uint64(0b1111) << np.uint64(9)
    wild = hands.wild
    assert wild is not None
    truth = np.zeros(len(hands.cards), dtype=np.bool_)
    for place, suit in enumerate(hands.suits):
        full = windows(line(suit), wild) >> np.uint64(9)
        complete = (suit & top == top) & (suit & 1 == 1)
        for other in (suit for number, suit in enumerate(hands.suits) if number != place):
            ace_king, queen_king = other & 0x1001 == 0x1001, other & 0x1800 == 0x1800
            match = ace_king | queen_king if king_queen else ace_king
            if MATCHES[1] in reading:
                match |= complete & wild & (other & 0x1000 == 0x1000)
            truth |= (full & 1 == 1) & match
    return truth


def _long_bonus(faces: Faces, reading: str, *, king_queen: bool) -> Codes:
    hands = PokerHands.with_joker(faces)
    wild, seven = hands.wild, _seven_in_row(hands)
    assert wild is not None
    rest = [hands.four, hands.full_house, hands.flush, hands.three, hands.straight]
    # The outcomes stand as the paytables list them; which of the last two wins is a matter of reading.
    if STRAIGHTS[0] in reading:
        rest[3] = rest[3] & ~rest[4]
    best = royal(hands, reading)
    match = _match(hands, reading, king_queen=king_queen) & best
    return first_of(seven & ~wild, match, seven, hands.five_aces, best, hands.straight_flush, *rest)


def _progressive(faces: Faces, reading: str) -> Codes:
    hands = PokerHands.with_joker(faces)
    return first_of(
        _seven_in_row(hands),
        hands.five_aces,
        royal(hands, reading),
        hands.straight_flush,
        hands.four,
        hands.full_house,
    )


def _bonus_outcomes(second: str) -> tuple[str, ...]:
    return (
        "seven-card straight flush",
        second,
        "seven-card straight flush with joker",
        "five aces",
        *TWO_PAIRS_UP[:5],
        "three of a kind",
        "straight",
        "none",
    )


HAND = of_deck(7, jokers=1)

RULES = (
    HAND("pai-gow-poker-hand", "§§ 645a.6(a)-(c)", JOKER_HAND, joker_hand, readings=ROYALS),
    HAND(
        "fortune-bonus",
        "§§ 645a.6(d), 645a.7(e)(1), 645a.11(h)(1), 645a.13(b)",
        _bonus_outcomes("royal flush and Royal Match"),
        partial(_long_bonus, king_queen=True),
        readings=FORTUNE,
    ),
    HAND(
        "emperors-treasure",
        "§§ 645a.6(e), 645a.7(e)(2), 645a.13(c)",
        _bonus_outcomes("royal flush and ace king suited"),
        partial(_long_bonus, king_queen=False),
        readings=EMPEROR,
    ),
    HAND(
        "pai-gow-insurance",
        "§§ 645a.7(e)(3), 645a.11(h)(3), 645a.13(d)",
        ("nine-high", "ten-high", "jack-high", "queen-high", "king-high", "ace-high", "none"),
        no_better_than(*range(NINE, KING + 1), ACE),
    ),
    HAND(
        "pai-gow-progressive",
        "§§ 645a.6(f), 645a.7(e)(4), 645a.13(e)(1)",
        ("seven-card straight flush", "five aces", *TWO_PAIRS_UP[:4], "none"),
        _progressive,
        readings=ROYALS,
    ),
    HAND(
        "pai-gow-envy",
        "§ 645a.1",
        ("four of a kind or better", "less"),
        by(PokerHands.with_joker, lambda hands: (hands.four | hands.straight_flush,)),
    ),
)
