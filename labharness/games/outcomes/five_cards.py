"""Five-card hands: Lunar Poker, and the lines of Criss-Cross Poker."""

from __future__ import annotations

import numpy as np

from labharness.games.outcomes.drawing import suits
from labharness.games.outcomes.poker import Bits, PokerHands, Truth, bits
from labharness.games.outcomes.poker_deals import every_hand, poker_hands
from labharness.games.outcomes.rule import Codes, Faces, Rule, first_of

TAKES = tuple(f"card {place}" for place in range(1, 6))
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
ACE_KING = ("ace-king with or without a pair", "ace-king without a pair")
SIX, TEN, JACK = 5, 9, 10


def two_pairs_up(hands: PokerHands) -> tuple[Truth, ...]:
    """Royal flush down to two pairs, in the usual order."""
    return (
        hands.royal,
        hands.straight_flush,
        hands.four,
        hands.full_house,
        hands.flush,
        hands.straight,
        hands.three,
        hands.two_pairs,
    )


def _ace_king(hands: PokerHands) -> Truth:
    wanted = np.uint64(1 | 1 << 12)
    truth: Truth = hands.ranks & wanted == wanted
    return truth


def _five(faces: Faces, _: str) -> Codes:
    hands = PokerHands(bits(faces))
    return first_of(*two_pairs_up(hands), hands.pair, _ace_king(hands))


def _qualifies(faces: Faces, reading: str) -> Codes:
    return first_of(_five(faces, reading) < 10)


def _instant(faces: Faces, reading: str) -> Codes:
    codes: Codes = np.minimum(_five(faces, reading), 2)
    return codes


def _super(faces: Faces, reading: str) -> Codes:
    hands, red = PokerHands(bits(faces)), suits(faces) & 1
    colored = (red == red[:, :1]).all(axis=1)
    ace_king = _ace_king(hands)
    if reading == ACE_KING[1]:
        ace_king &= ~hands.pair
    return first_of(
        hands.four,
        hands.straight & colored,
        hands.full_house,
        hands.flush,
        hands.straight,
        hands.three,
        ace_king,
        colored,
    )


def cross_codes(cards: Bits) -> Codes:
    """Codes of the Across Hand, the Down Hand and the Middle Wager, the last telling 10s from 6s to 9s."""
    hands = PokerHands(cards)
    pairs = (hands.pair_from(JACK), hands.pair_from(TEN), hands.pair_from(SIX), hands.pair)
    return first_of(*two_pairs_up(hands), *pairs)


def _line(faces: Faces, _: str) -> Codes:
    return cross_codes(bits(faces))


def _bonus(faces: Faces, _: str) -> Codes:
    hands = PokerHands(bits(faces))
    return first_of(*two_pairs_up(hands), hands.pair_from(SIX), hands.pair)


CROSS = (*TWO_PAIRS_UP, "pair of jacks or better", "pair of 10s", "pair of 6s to 9s", "pair of 2s to 5s",
         "no pair")  # fmt: skip

RULES = (
    Rule(
        name="lunar-hand",
        citation="§ 589.6(b)",
        takes=TAKES,
        outcomes=(*TWO_PAIRS_UP, "pair", "ace-king", "nothing"),
        codes=_five,
        deals=poker_hands(5),
        whole_decks=1,
        any_order=True,
    ),
    Rule(
        name="lunar-dealer",
        citation="§ 589.11(e)",
        takes=TAKES,
        outcomes=("qualifies", "does not qualify"),
        codes=_qualifies,
        deals=poker_hands(5),
        whole_decks=1,
        any_order=True,
    ),
    Rule(
        name="lunar-instant",
        citation="§§ 589.6(b), 589.11(c)(1), 589.12(a)",
        takes=TAKES,
        outcomes=("royal flush", "straight flush", "none"),
        codes=_instant,
        deals=poker_hands(5),
        whole_decks=1,
        any_order=True,
    ),
    Rule(
        name="lunar-super",
        citation="§§ 589.6(d), 589.11(c)(2), 589.12(b)",
        takes=TAKES,
        outcomes=(
            "four of a kind",
            "same-colored straight",
            "full house",
            "flush",
            "straight",
            "three of a kind",
            "ace-king",
            "same-colored five",
            "none",
        ),
        readings=ACE_KING,
        codes=_super,
        deals=every_hand(5),
        whole_decks=1,
        any_order=True,
    ),
    Rule(
        name="criss-cross-line",
        citation="§§ 592.6(b), 592.11(g), 592.12(a), 592.12(b)",
        takes=("player 1", "player 2", "line 1", "line 2", "line 3"),
        outcomes=CROSS,
        codes=_line,
        deals=poker_hands(5),
        whole_decks=1,
        any_order=True,
    ),
    Rule(
        name="criss-cross-bonus",
        citation="§§ 592.7(e), 592.11(h)(5), 592.12(c)",
        takes=tuple(f"community {place}" for place in range(1, 6)),
        outcomes=(*TWO_PAIRS_UP, "pair of 6s or better", "pair of 2s to 5s", "no pair"),
        codes=_bonus,
        deals=poker_hands(5),
        whole_decks=1,
        any_order=True,
    ),
)
