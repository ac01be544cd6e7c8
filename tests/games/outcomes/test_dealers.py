"""Every rule against a dealer written from the text alone, label by label; test_exact_odds.py counts what its law says."""

from random import Random

import numpy as np
import pytest

from labharness.games.outcomes.registry import RULES, rule
from labharness.games.outcomes.tiles import TILES
from labharness.model.cards import CardSet, parse_card
from tests.support.outcomes import plain_baccarat as baccarat
from tests.support.outcomes import plain_blackjack as blackjack
from tests.support.outcomes import plain_cards as plain
from tests.support.outcomes import plain_dice as pips
from tests.support.outcomes import plain_poker as poker

pytestmark = pytest.mark.long

SEED = 4614
TENS = ("10S", "10D", "10C", "10H")
BATCH = 2_000
CARDS = {parse_card("".join(card)): card for card in plain.DECK} | {parse_card("JK"): plain.JOKER}
FACES = {face: face for face in range(1, 8)}
TILE_NAMES = dict(enumerate(pips.TILES))


def dealt(decks, size, **kind):
    """How a round of so many cards is dealt from a shoe, and what the dealer sees."""
    cards = CardSet.of_decks("shoe", decks, **kind)
    deck = [code for code in CARDS for _ in range(cards.counts[code])]
    return lambda random: random.sample(deck, size), CARDS


def thrown(dice):
    return lambda random: random.choices(range(1, 7), k=dice), FACES


def selected(random):
    return [random.randrange(52), *random.sample(list(range(52)) * 6, 2)]


FAMILIES = {
    "baccarat, eight decks": (baccarat.baccarat, dealt(8, 6)),
    "burn, eight decks": (baccarat.burn, dealt(8, 1)),
    "21 baccarat, four decks": (baccarat.twenty_one, dealt(4, 6)),
    "21 baccarat bonus, eight decks": (baccarat.twenty_one_bonus, dealt(8, 3)),
    "21 baccarat natural, four decks": (baccarat.twenty_one_natural, dealt(4, 2)),
    "dealer, one deck": (blackjack.dealer, dealt(1, 12)),
    "dealer, eight decks without tens": (blackjack.dealer, dealt(8, 12, removed=TENS)),
    "blackjacks, six decks": (blackjack.blackjacks, dealt(6, 4)),
    "twenties, two decks": (blackjack.twenties, dealt(2, 4)),
    "match the dealer, six decks without tens": (blackjack.match, dealt(6, 3, removed=TENS)),
    "in between, six decks": (blackjack.in_between, dealt(6, 3)),
    "royal match, one deck": (blackjack.royal_match, dealt(1, 4)),
    "super match, six decks": (blackjack.super_match, dealt(6, 4)),
    "three card poker, two decks": (blackjack.three_card_poker, dealt(2, 3)),
    "two cards, six decks without tens": (blackjack.two_cards, dealt(6, 2, removed=TENS)),
    "bust it": (blackjack.bust_it, dealt(8, 3, removed=TENS)),
    "magic card": (blackjack.magic, (selected, CARDS)),
    "determinant side": (blackjack.determinant, dealt(1, 1)),
    "double shoe": (blackjack.double_shoe, (lambda random: random.choices(range(52), k=2), CARDS)),
    "three cards": (poker.three, dealt(1, 3)),
    "lunar": (poker.lunar, dealt(1, 5)),
    "line": (poker.line, dealt(1, 5)),
    "stud": (poker.stud, dealt(1, 6)),
    "six cards": (poker.six, dealt(1, 6, jokers=1)),
    "stub": (poker.stub, dealt(1, 11, jokers=1)),
    "seven cards": (poker.seven, dealt(1, 7, jokers=1)),
    "flop": (poker.flop, dealt(1, 6)),
    "cross": (poker.cross, dealt(1, 7)),
    "two dice": (pips.two_dice, thrown(2)),
    "three dice": (pips.three_dice, thrown(3)),
    "ten dice": (pips.ten_dice, thrown(18)),
    "number": (pips.number, (lambda random: [random.randint(1, 7)], FACES)),
    "tiles": (pips.tiles, (lambda random: random.sample(range(32), 4), TILE_NAMES)),
}


@pytest.mark.parametrize(
    "batches", [1, pytest.param(500, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])]
)
@pytest.mark.parametrize("family", FAMILIES)
def test_plainly_dealt_rounds_are_classified_alike(family, batches):
    deal, (draw, shown) = FAMILIES[family]
    random = Random(SEED)
    for _ in range(batches):
        orders = [draw(random) for _ in range(BATCH)]
        deals = [deal([shown[piece] for piece in order]) for order in orders]
        captured = np.array(orders, dtype=np.uint16)
        for name, reading in deals[0]:
            checked = rule(name)
            names = np.array(checked.outcomes)[checked.classify(captured, reading)].tolist()
            plainly = [each[name, reading] for each in deals]
            wrong = [
                (order, *pair)
                for order, *pair in zip(orders, names, plainly, strict=True)
                if len(set(pair)) > 1
            ]
            assert wrong[:1] == [], (name, reading)


def test_every_rule_and_reading_has_a_plain_dealer():
    random, covered = Random(SEED), set()
    for deal, (draw, shown) in FAMILIES.values():
        covered |= set(deal([shown[piece] for piece in draw(random)]))
    assert covered == {(each.name, reading) for each in RULES.values() for reading in each.readings}


def test_tiles_are_numbered_as_the_text_lists_them():
    assert list(TILES) == pips.TILES
