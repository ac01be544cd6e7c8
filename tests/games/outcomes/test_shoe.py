from random import Random

import numpy as np
import pytest

from labharness.games.outcomes.baccarat import burned
from labharness.games.outcomes.hands import PLAYS, rounds
from labharness.games.outcomes.registry import rule
from labharness.model.cards import CardSet, parse_card
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs, Noun
from tests.support.outcomes import plain_baccarat as table
from tests.support.outcomes import plain_cards as plain
from tests.support.outcomes.plain_blackjack import dealer

CARDS = {parse_card("".join(card)): card for card in plain.DECK}
EIGHT = CardSet.of_decks("shoe", 8)


def shoes(number, decks):
    random, deck = Random(4614), list(CARDS) * decks
    return np.array([random.sample(deck, len(deck)) for _ in range(number)], dtype=np.uint16)


def taken(dealer):
    """Return what says how many cards of a shoe a dealer takes."""

    def length(cards):
        left = iter(cards)
        dealer(left)
        return len(cards) - len(list(left))

    return length


def with_bonus_wagers(cards):
    """Both hands take a third card below 17, whatever the other has."""
    return 4 + sum(table.total(hand) < 17 for hand in (cards[0:4:2], cards[1:4:2]))


@pytest.mark.parametrize(
    ("play", "decks", "number", "longest", "length"),
    [
        ("baccarat", 8, 60, 6, taken(table.baccarat)),
        ("dealer-alone", 1, 3, 12, taken(dealer)),
        ("21-baccarat", 4, 30, 6, taken(table.twenty_one)),
        ("21-baccarat-with-bonus-wagers", 4, 30, 6, with_bonus_wagers),
    ],
)
def test_each_round_begins_where_the_one_before_ended(play, decks, number, longest, length):
    mixed = shoes(40, decks)
    start = burned((mixed & 0x3F).astype(np.uint8))
    dealt = rounds(play, mixed, number, start)
    for shoe, first, each in zip(mixed.tolist(), start.tolist(), dealt.tolist(), strict=True):
        place = first
        for cards in each:
            assert cards == shoe[place : place + longest]
            place += length([CARDS[card] for card in cards])


def test_every_round_of_a_shoe_has_the_law_of_the_first():
    checked = rule("baccarat-result")
    law = np.array([float(chance) for chance in checked.law(EIGHT).values()])
    rng = np.random.default_rng(4614)
    mixed = rng.permuted(np.tile(EIGHT.new_deck_order(), (3000, 1)), axis=1)
    dealt = rounds("baccarat", mixed, 40, burned((mixed & 0x3F).astype(np.uint8)))
    codes = checked.classify(dealt.reshape(-1, 6)).reshape(3000, 40)
    for turns in (codes[:, :10], codes[:, 30:]):
        seen, expected = np.bincount(turns.ravel(), minlength=3), law * turns.size
        assert ((seen - expected) ** 2 / expected).sum() < 13.8  # one in a thousand


def test_burned_cards_are_as_many_as_the_face_value_and_a_shoe_may_be_too_short(mistakes):
    first = [parse_card(card) for card in ("AS", "2D", "9C", "10H", "KS")]
    assert burned((np.array(first) & 0x3F).astype(np.uint8)[:, None]).tolist() == [2, 3, 10, 11, 11]
    ((_, short),) = mistakes(rounds, "baccarat", shoes(2, 1), 11)
    assert short.is_a(Games.SHOE_TOO_SHORT)
    assert (short["rounds"], 0 < short["most"] < 11) == (11, True)
    ((_, unknown),) = mistakes(rounds, "poker", shoes(2, 1), 1)
    assert unknown == Inputs.UNKNOWN(what=Noun.PLAY, name="poker", known=tuple(PLAYS))
