"""Every rule against a dealer written from the text alone: label by label, and by frequency."""

from collections import Counter, defaultdict
from random import Random

import numpy as np
import pytest
from scipy.stats import chi2

from labharness.games.outcomes.registry import RULES, rule
from labharness.games.outcomes.rule import NO_CARDS
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


def shoe(decks, *, jokers=0, without_tens=False):
    return CardSet.of_decks("shoe", decks, jokers=jokers, removed=TENS if without_tens else ())


def dealt(decks, size, **kind):
    """The set, how a round of so many cards is dealt from it, and what the dealer sees."""
    cards = shoe(decks, **kind)
    deck = [code for code in CARDS for _ in range(cards.counts[code])]
    return cards, lambda random: random.sample(deck, size), CARDS


def thrown(dice):
    return NO_CARDS, lambda random: random.choices(range(1, 7), k=dice), FACES


def selected(random):
    return [random.randrange(52), *random.sample(list(range(52)) * 6, 2)]


def of_two_sides(random):
    return [random.randrange(52), random.randrange(52)]


FAMILIES = {
    "baccarat, eight decks": (baccarat.baccarat, dealt(8, 6)),
    "burn, eight decks": (baccarat.burn, dealt(8, 1)),
    "21 baccarat, four decks": (baccarat.twenty_one, dealt(4, 6)),
    "21 baccarat bonus, eight decks": (baccarat.twenty_one_bonus, dealt(8, 3)),
    "21 baccarat natural, four decks": (baccarat.twenty_one_natural, dealt(4, 2)),
    "dealer, one deck": (blackjack.dealer, dealt(1, 12)),
    "dealer, eight decks without tens": (blackjack.dealer, dealt(8, 12, without_tens=True)),
    "blackjacks, six decks": (blackjack.blackjacks, dealt(6, 4)),
    "twenties, two decks": (blackjack.twenties, dealt(2, 4)),
    "match the dealer, six decks without tens": (blackjack.match, dealt(6, 3, without_tens=True)),
    "in between, six decks": (blackjack.in_between, dealt(6, 3)),
    "royal match, one deck": (blackjack.royal_match, dealt(1, 4)),
    "super match, six decks": (blackjack.super_match, dealt(6, 4)),
    "three card poker, two decks": (blackjack.three_card_poker, dealt(2, 3)),
    "two cards, six decks without tens": (blackjack.two_cards, dealt(6, 2, without_tens=True)),
    "bust it": (blackjack.bust_it, dealt(8, 3, without_tens=True)),
    "magic card": (blackjack.magic, (shoe(6), selected, CARDS)),
    "determinant side": (blackjack.determinant, dealt(1, 1)),
    "double shoe": (blackjack.double_shoe, (shoe(1), of_two_sides, CARDS)),
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
    "number": (pips.number, (NO_CARDS, lambda random: [random.randint(1, 7)], FACES)),
    "tiles": (pips.tiles, (NO_CARDS, lambda random: random.sample(range(32), 4), TILE_NAMES)),
}


def tail(law, seen, rounds):
    """Chance of a larger chi-square, cells of less than 5 expected put together."""
    cells, rare = [], [0.0, 0]
    for name, chance in law.items():
        expected = float(chance) * rounds
        if expected >= 5:
            cells.append((expected, seen[name]))
        else:
            rare = [rare[0] + expected, rare[1] + seen[name]]
    if rare[0] > 0:
        # Alone, a rare cell would not be chi-square; with the smallest other it is near enough.
        if rare[0] < 5 and cells:
            smallest = min(cells)
            cells.remove(smallest)
            rare = [rare[0] + smallest[0], rare[1] + smallest[1]]
        cells.append(tuple(rare))
    if len(cells) < 2:
        return 1.0
    return float(chi2.sf(sum((have - want) ** 2 / want for want, have in cells), len(cells) - 1))


def agrees(family, rounds, record):
    """Compare every round with the plain dealer's, and all of them with the law; each p-value is put on record."""
    deal, (cards, draw, shown) = FAMILIES[family]
    random, seen = Random(SEED), defaultdict(Counter)
    for _ in range(rounds // BATCH):
        orders = [draw(random) for _ in range(BATCH)]
        deals = [deal([shown[piece] for piece in order]) for order in orders]
        captured = np.array(orders, dtype=np.uint16)
        for key in deals[0]:
            checked = rule(key[0])
            plainly = [each[key] for each in deals]
            names = np.array(checked.outcomes)[checked.classify(captured, key[1])].tolist()
            wrong = [place for place in range(BATCH) if names[place] != plainly[place]]
            assert not wrong, (key, orders[wrong[0]], names[wrong[0]], plainly[wrong[0]], len(wrong))
            seen[key].update(plainly)
    for (name, reading), counts in seen.items():
        law = rule(name).law(cards, reading)
        assert all(law[outcome] for outcome in counts), (name, reading, counts)
        p = tail(law, counts, rounds)
        record(f"{name} ({reading})", p)
        assert p > 0.001, (name, reading, counts)


@pytest.mark.parametrize("family", FAMILIES)
def test_two_thousand_plainly_dealt_rounds_agree_with_law_and_classification(family, record_property):
    agrees(family, BATCH, record_property)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("family", FAMILIES)
def test_a_million_plainly_dealt_rounds_agree_with_law_and_classification(family, record_property):
    agrees(family, 1_000_000, record_property)


def test_every_rule_and_reading_has_a_plain_dealer():
    random, covered = Random(SEED), set()
    for deal, (_, draw, shown) in FAMILIES.values():
        covered |= set(deal([shown[piece] for piece in draw(random)]))
    assert covered == {(each.name, reading) for each in RULES.values() for reading in each.readings}


def test_tiles_are_numbered_as_the_text_lists_them():
    assert list(TILES) == pips.TILES
