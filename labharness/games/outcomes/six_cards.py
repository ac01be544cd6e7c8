"""The best five of six cards: Raise It Up Stud Poker, and Six-Card Fortune Pai Gow Poker with a joker."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_

import numpy as np

from labharness.games.outcomes.drawing import EIGHT, KING, of_deck, one_deck
from labharness.games.outcomes.five_cards import TEN
from labharness.games.outcomes.poker import TWO_PAIRS_UP, PokerHands
from labharness.games.outcomes.rule import Codes, Deals, Faces, Truth, by, first_of
from labharness.model.cards import JOKER, CardSet

ROYALS = ("joker as any card of a royal", "joker in a royal as its ace only")


def royal(hands: PokerHands, reading: str) -> Truth:
    """Royal flush by a reading that names one of :data:`ROYALS`."""
    return hands.royal_ace if ROYALS[1] in reading else hands.royal


def joker_hand(faces: Faces, reading: str) -> Codes:
    """Codes of :data:`JOKER_HAND`."""
    hands = PokerHands.with_joker(faces)
    return first_of(hands.five_aces, royal(hands, reading), *hands.two_pairs_up[1:], hands.pair)


def no_better_than(*ranks: int) -> Callable[[Faces, str], Codes]:
    """Codes of hands without pair, straight or flush by their highest card, in this order."""
    return by(
        PokerHands.with_joker,
        lambda hands: (~(hands.pair | hands.straight | hands.flush) & hands.highest(rank) for rank in ranks),
    )


def _joker_among(size: int) -> Callable[[CardSet], list[Deals]]:
    """Place the joker among so many cards of 53, or elsewhere."""

    def deals(cards: CardSet) -> list[Deals]:
        one_deck(cards, jokers=1)
        faces = np.tile(np.arange(size, dtype=np.uint8), (2, 1))
        faces[0, 0] = JOKER
        return [(faces, np.array([size, cards.size - size]))]

    return deals


JOKER_HAND = ("five aces", *TWO_PAIRS_UP, "pair", "high card")

STUD = ("player 1", "player 2", "player 3", "community 1", "community 2", "community 3")
FORTUNE = of_deck(6, jokers=1)
JOKER_HELD = ("joker", "no joker"), by(lambda faces: (faces == JOKER).any(axis=1), lambda held: (held,))

RULES = (
    of_deck(6, STUD)(
        "stud-six",
        "§§ 587.6(b), 587.11(i), 587.12(b)-(d), 587.12(f)",
        (*TWO_PAIRS_UP, "pair of 10s or better", "pair below 10s", "no pair"),
        by(PokerHands.of, lambda hands: (*hands.two_pairs_up, hands.pair_from(TEN), hands.pair)),
    ),
    FORTUNE(
        "fortune-six",
        "§§ 588.6(a), 588.6(b), 588.7(e)(2), 588.7(e)(4)",
        JOKER_HAND,
        joker_hand,
        readings=ROYALS,
    ),
    FORTUNE(
        "fortune-six-insurance",
        "§§ 588.7(e)(3), 588.11(h)(2), 588.12(c)",
        ("eight-high", "nine-high", "ten-high", "jack-high", "queen-high", "king-high", "ace-high or better"),
        no_better_than(*range(EIGHT, KING + 1)),
    ),
    FORTUNE(
        "fortune-six-dealer",
        "§ 588.11(g)",
        ("pair of 8s or better", "less"),
        by(PokerHands.with_joker, lambda hands: (reduce(or_, hands.two_pairs_up) | hands.pair_from(EIGHT),)),
    ),
    FORTUNE("fortune-six-joker", "§ 588.3(a)", *JOKER_HELD, deals=_joker_among(6)),
    FORTUNE(
        "fortune-six-stub",
        "§§ 588.3(a), 588.8(e), 588.9(d), 588.10(d)",
        *JOKER_HELD,
        takes=tuple(f"stub {place}" for place in range(1, 12)),
        deals=_joker_among(11),
    ),
)
