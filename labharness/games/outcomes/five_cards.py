"""Five-card hands: Lunar Poker, and the lines of Criss-Cross Poker."""

from __future__ import annotations

import numpy as np

from labharness.games.outcomes.drawing import every_hand, of_deck, suits
from labharness.games.outcomes.poker import TWO_PAIRS_UP, Bits, PokerHands, bits
from labharness.games.outcomes.rule import Codes, Faces, Truth, by, first_of

ACE_KING = ("ace-king with or without a pair", "ace-king without a pair")
SIX, TEN, JACK = 5, 9, 10


def _ace_king(hands: PokerHands) -> Truth:
    wanted = np.uint64(1 | 1 << 12)
    truth: Truth = hands.ranks & wanted == wanted
    return truth


def _five(faces: Faces, _: str) -> Codes:
    hands = PokerHands(bits(faces))
    return first_of(*hands.two_pairs_up, hands.pair, _ace_king(hands))


def _qualifies(faces: Faces, reading: str) -> Codes:
    return first_of(_five(faces, reading) < 10)


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
    return first_of(*hands.two_pairs_up, *pairs)


CROSS = (*TWO_PAIRS_UP, "pair of jacks or better", "pair of 10s", "pair of 6s to 9s", "pair of 2s to 5s",
         "no pair")  # fmt: skip

LUNAR = of_deck(5)
LINE = of_deck(5, ("player 1", "player 2", "line 1", "line 2", "line 3"))
COMMUNITY = of_deck(5, tuple(f"community {place}" for place in range(1, 6)))
SUPER = ("four of a kind", "same-colored straight", "full house", "flush", "straight", "three of a kind",
         "ace-king", "same-colored five", "none")  # fmt: skip

RULES = (
    LUNAR("lunar-hand", "§ 589.6(b)", (*TWO_PAIRS_UP, "pair", "ace-king", "nothing"), _five),
    LUNAR("lunar-dealer", "§ 589.11(e)", ("qualifies", "does not qualify"), _qualifies),
    LUNAR(
        "lunar-instant",
        "§§ 589.6(b), 589.11(c)(1), 589.12(a)",
        ("royal flush", "straight flush", "none"),
        by(PokerHands.of, lambda hands: (hands.royal, hands.straight_flush)),
    ),
    LUNAR(
        "lunar-super",
        "§§ 589.6(d), 589.11(c)(2), 589.12(b)",
        SUPER,
        _super,
        readings=ACE_KING,
        deals=every_hand(5),
    ),
    LINE(
        "criss-cross-line",
        "§§ 592.6(b), 592.11(g), 592.12(a), 592.12(b)",
        CROSS,
        lambda faces, _: cross_codes(bits(faces)),
    ),
    COMMUNITY(
        "criss-cross-bonus",
        "§§ 592.7(e), 592.11(h)(5), 592.12(c)",
        (*TWO_PAIRS_UP, "pair of 6s or better", "pair of 2s to 5s", "no pair"),
        by(PokerHands.of, lambda hands: (*hands.two_pairs_up, hands.pair_from(SIX), hands.pair)),
    ),
)
