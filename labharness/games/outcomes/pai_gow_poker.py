"""Pai Gow Poker: seven cards of a deck with a joker, and the wagers on them."""

from __future__ import annotations

from functools import reduce
from operator import or_

import numpy as np

from labharness.games.outcomes.drawing import KING, NINE
from labharness.games.outcomes.poker import PokerHands, Truth, bits, line, windows
from labharness.games.outcomes.poker_deals import poker_hands
from labharness.games.outcomes.rule import Codes, Faces, Rule, first_of
from labharness.games.outcomes.six_cards import JOKER_HAND, ROYALS, joker_hand, plain, royal

TAKES = tuple(f"card {place}" for place in range(1, 8))
STRAIGHTS = ("straight before three of a kind", "three of a kind before straight")
MATCHES = ("no joker in a match", "joker as the ace of a match")
"""§ 645a.6(b) ranks a straight higher, § 645a.13(b) pays three of a kind more; § 645a.6(d)(2)(i) leaves open
whether a joker is an additional ace."""
EMPEROR = tuple(f"{straight}; {royals}" for straight in STRAIGHTS for royals in ROYALS)
FORTUNE = tuple(f"{each}; {match}" for each in EMPEROR for match in MATCHES)


def _best(faces: Faces, reading: str) -> Codes:
    return joker_hand(PokerHands(bits(faces), joker=True), reading)


def _insurance(faces: Faces, _: str) -> Codes:
    hands = PokerHands(bits(faces), joker=True)
    return first_of(*(plain(hands) & hands.highest(rank) for rank in (*range(NINE, KING + 1), 0)))


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
    hands = PokerHands(bits(faces), joker=True)
    wild, seven = hands.wild, _seven_in_row(hands)
    assert wild is not None
    rest = [hands.four, hands.full_house, hands.flush, hands.three, hands.straight]
    # The outcomes stand as the paytables list them; which of the last two wins is a matter of reading.
    if STRAIGHTS[0] in reading:
        rest[3] = rest[3] & ~rest[4]
    best = royal(hands, reading)
    match = _match(hands, reading, king_queen=king_queen) & best
    return first_of(seven & ~wild, match, seven, hands.five_aces, best, hands.straight_flush, *rest)


def _fortune(faces: Faces, reading: str) -> Codes:
    return _long_bonus(faces, reading, king_queen=True)


def _emperor(faces: Faces, reading: str) -> Codes:
    return _long_bonus(faces, reading, king_queen=False)


def _progressive(faces: Faces, reading: str) -> Codes:
    hands = PokerHands(bits(faces), joker=True)
    return first_of(
        _seven_in_row(hands),
        hands.five_aces,
        royal(hands, reading),
        hands.straight_flush,
        hands.four,
        hands.full_house,
    )


def _envy(faces: Faces, _: str) -> Codes:
    hands = PokerHands(bits(faces), joker=True)
    return first_of(hands.four | hands.straight_flush)


def _bonus_outcomes(second: str) -> tuple[str, ...]:
    return (
        "seven-card straight flush",
        second,
        "seven-card straight flush with joker",
        "five aces",
        "royal flush",
        "straight flush",
        "four of a kind",
        "full house",
        "flush",
        "three of a kind",
        "straight",
        "none",
    )


RULES = (
    Rule(
        name="pai-gow-poker-hand",
        citation="§§ 645a.6(a)-(c)",
        takes=TAKES,
        outcomes=JOKER_HAND,
        readings=ROYALS,
        codes=_best,
        deals=poker_hands(7, jokers=1),
        whole_decks=1,
        jokers=1,
        any_order=True,
    ),
    Rule(
        name="fortune-bonus",
        citation="§§ 645a.6(d), 645a.7(e)(1), 645a.11(h)(1), 645a.13(b)",
        takes=TAKES,
        outcomes=_bonus_outcomes("royal flush and Royal Match"),
        readings=FORTUNE,
        codes=_fortune,
        deals=poker_hands(7, jokers=1),
        whole_decks=1,
        jokers=1,
        any_order=True,
    ),
    Rule(
        name="emperors-treasure",
        citation="§§ 645a.6(e), 645a.7(e)(2), 645a.13(c)",
        takes=TAKES,
        outcomes=_bonus_outcomes("royal flush and ace king suited"),
        readings=EMPEROR,
        codes=_emperor,
        deals=poker_hands(7, jokers=1),
        whole_decks=1,
        jokers=1,
        any_order=True,
    ),
    Rule(
        name="pai-gow-insurance",
        citation="§§ 645a.7(e)(3), 645a.11(h)(3), 645a.13(d)",
        takes=TAKES,
        outcomes=("nine-high", "ten-high", "jack-high", "queen-high", "king-high", "ace-high", "none"),
        codes=_insurance,
        deals=poker_hands(7, jokers=1),
        whole_decks=1,
        jokers=1,
        any_order=True,
    ),
    Rule(
        name="pai-gow-progressive",
        citation="§§ 645a.6(f), 645a.7(e)(4), 645a.13(e)(1)",
        takes=TAKES,
        outcomes=(
            "seven-card straight flush",
            "five aces",
            "royal flush",
            "straight flush",
            "four of a kind",
            "full house",
            "none",
        ),
        readings=ROYALS,
        codes=_progressive,
        deals=poker_hands(7, jokers=1),
        whole_decks=1,
        jokers=1,
        any_order=True,
    ),
    Rule(
        name="pai-gow-envy",
        citation="§ 645a.1",
        takes=TAKES,
        outcomes=("four of a kind or better", "less"),
        codes=_envy,
        deals=poker_hands(7, jokers=1),
        whole_decks=1,
        jokers=1,
        any_order=True,
    ),
)
