"""The best five of six cards: Raise It Up Stud Poker, and Six-Card Fortune Pai Gow Poker with a joker."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labharness.games.outcomes.drawing import EIGHT, KING, one_deck
from labharness.games.outcomes.five_cards import TEN, TWO_PAIRS_UP, two_pairs_up
from labharness.games.outcomes.poker import PokerHands, Truth, bits
from labharness.games.outcomes.poker_deals import poker_hands
from labharness.games.outcomes.rule import Codes, Deals, Faces, Rule, first_of
from labharness.model.cards import JOKER, CardSet

TAKES = tuple(f"card {place}" for place in range(1, 7))
ROYALS = ("joker as any card of a royal", "joker in a royal as its ace only")


def royal(hands: PokerHands, reading: str) -> Truth:
    """Royal flush by a reading that names one of :data:`ROYALS`."""
    return hands.royal_ace if ROYALS[1] in reading else hands.royal


def joker_hand(hands: PokerHands, reading: str) -> Codes:
    """Codes of :data:`JOKER_HAND`."""
    return first_of(hands.five_aces, royal(hands, reading), *two_pairs_up(hands)[1:], hands.pair)


def plain(hands: PokerHands) -> Truth:
    """Whether hands hold no pair, no straight and no flush."""
    return ~(hands.pair | hands.straight | hands.flush)


def _stud(faces: Faces, _: str) -> Codes:
    hands = PokerHands(bits(faces))
    return first_of(*two_pairs_up(hands), hands.pair_from(TEN), hands.pair)


def _best(faces: Faces, reading: str) -> Codes:
    return joker_hand(PokerHands(bits(faces), joker=True), reading)


def _insurance(faces: Faces, _: str) -> Codes:
    hands = PokerHands(bits(faces), joker=True)
    return first_of(*(plain(hands) & hands.highest(rank) for rank in range(EIGHT, KING + 1)))


def _double_down(faces: Faces, reading: str) -> Codes:
    above_a_pair = _best(faces, reading) < JOKER_HAND.index("pair")
    return first_of(above_a_pair | PokerHands(bits(faces), joker=True).pair_from(EIGHT))


def _joker_held(faces: Faces, _: str) -> Codes:
    return first_of((faces == JOKER).any(axis=1))


def _joker_among(size: int) -> Callable[[CardSet], list[Deals]]:
    """Place the joker among so many cards of 53, or elsewhere."""

    def deals(cards: CardSet) -> list[Deals]:
        one_deck(cards, jokers=1)
        faces = np.tile(np.arange(size, dtype=np.uint8), (2, 1))
        faces[0, 0] = JOKER
        return [(faces, np.array([size, cards.size - size]))]

    return deals


JOKER_HAND = ("five aces", *TWO_PAIRS_UP, "pair", "high card")

RULES = (
    Rule(
        name="stud-six",
        citation="§§ 587.6(b), 587.11(i), 587.12(b)-(d), 587.12(f)",
        takes=("player 1", "player 2", "player 3", "community 1", "community 2", "community 3"),
        outcomes=(*TWO_PAIRS_UP, "pair of 10s or better", "pair below 10s", "no pair"),
        codes=_stud,
        deals=poker_hands(6),
        whole_decks=1,
        any_order=True,
    ),
    Rule(
        name="fortune-six",
        citation="§§ 588.6(a), 588.6(b), 588.7(e)(2), 588.7(e)(4)",
        takes=TAKES,
        outcomes=JOKER_HAND,
        readings=ROYALS,
        codes=_best,
        deals=poker_hands(6, jokers=1),
        whole_decks=1,
        jokers=1,
        any_order=True,
    ),
    Rule(
        name="fortune-six-insurance",
        citation="§§ 588.7(e)(3), 588.11(h)(2), 588.12(c)",
        takes=TAKES,
        outcomes=("eight-high", "nine-high", "ten-high", "jack-high", "queen-high", "king-high",
                  "ace-high or better"),
        codes=_insurance,
        deals=poker_hands(6, jokers=1),
        whole_decks=1,
        jokers=1,
        any_order=True,
    ),
    Rule(
        name="fortune-six-dealer",
        citation="§ 588.11(g)",
        takes=TAKES,
        outcomes=("pair of 8s or better", "less"),
        codes=_double_down,
        deals=poker_hands(6, jokers=1),
        whole_decks=1,
        jokers=1,
        any_order=True,
    ),
    Rule(
        name="fortune-six-joker",
        citation="§ 588.3(a)",
        takes=TAKES,
        outcomes=("joker", "no joker"),
        codes=_joker_held,
        deals=_joker_among(6),
        whole_decks=1,
        jokers=1,
        any_order=True,
    ),
    Rule(
        name="fortune-six-stub",
        citation="§§ 588.3(a), 588.8(e), 588.9(d), 588.10(d)",
        takes=tuple(f"stub {place}" for place in range(1, 12)),
        outcomes=("joker", "no joker"),
        codes=_joker_held,
        deals=_joker_among(11),
        whole_decks=1,
        jokers=1,
        any_order=True,
    ),
)  # fmt: skip
