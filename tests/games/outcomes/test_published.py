"""Figures that others have published, reproduced from the rules."""

from fractions import Fraction
from math import comb

import pytest

from labharness.games.outcomes.registry import rule
from labharness.games.outcomes.rule import hold
from labharness.model.cards import CardSet

DECK, WITH_JOKER = CardSet.of_decks("deck", 1), CardSet.of_decks("deck with joker", 1, jokers=1)
TENS = ("10S", "10D", "10C", "10H")


def decks(number, **kind):
    return CardSet.of_decks(f"{number} decks", number, **kind)


def deals(name, cards, total, reading=None):
    counts = {outcome: chance * total for outcome, chance in rule(name).law(cards, reading).items()}
    assert all(number.denominator == 1 for number in counts.values())
    return {outcome: number.numerator for outcome, number in counts.items()}


def kept(name, cards, pays, reading=None):
    return float(hold(rule(name).law(cards, reading), pays))


def paid(name, *odds):
    """What a paytable pays, in the order of the outcomes."""
    return dict(zip(rule(name).outcomes, odds, strict=False))


@pytest.mark.parametrize(
    ("number", "player", "banker", "tie"),
    [
        (8, 2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216),
        (6, 392_220_492_728_832, 403_095_751_234_560, 83_552_962_932_288),
        (1, 6_548_674_432, 6_737_232_640, 1_372_227_328),
    ],
)
def test_baccarat_deals_for_player_banker_and_tie(number, player, banker, tie):
    total = player + banker + tie
    result = deals("baccarat-result", decks(number), total)
    assert result == {"player": player, "banker": banker, "tie": tie}


EIGHT, SIX = decks(8), decks(6)


def matched(same, other):
    """What each of two cards pays that matches the dealer's in suit, and in rank alone."""
    return paid("match-the-dealer", 2 * same, same + other, same, 2 * other, other)


HOLDS = [
    ("baccarat-result", EIGHT, {"player": 1, "tie": 0}, "1.235"), ("baccarat-result", EIGHT, {"tie": 8}, "14.360"),
    ("baccarat-result", EIGHT, {"banker": Fraction(19, 20), "tie": 0}, "1.058"),
    ("ez-baccarat-result", EIGHT, {"banker": 1, "dragon 7": 0, "tie": 0}, "1.018"),
    ("dragon-7", EIGHT, {"dragon 7": 40}, "7.611"), ("panda-8", EIGHT, {"panda 8": 25}, "10.188"),
    ("dragon-bonus-player", EIGHT, paid("dragon-bonus-player", 30, 10, 6, 4, 2, 1, 1, 0), "2.652"),
    ("dragon-bonus-banker", EIGHT, paid("dragon-bonus-banker", 30, 10, 6, 4, 2, 1, 1, 0), "9.373"),
    ("house-money", EIGHT, {"player and banker pair": 15, "player or banker pair": 3}, "35.8"),
    ("pair-plus", DECK, paid("pair-plus", 40, 30, 6, 4, 1), "2.32"), ("pair-plus", DECK, paid("pair-plus", 40, 25, 6, 4, 1), "3.49"),
    ("pair-plus", DECK, paid("pair-plus", 40, 30, 5, 4, 1), "5.57"), ("pair-plus", DECK, paid("pair-plus", 40, 30, 6, 3, 1), "7.28"),
    ("match-the-dealer", SIX, matched(11, 4), "4.06"), ("match-the-dealer", decks(6, removed=TENS), matched(9, 4), "3.06"),
    ("match-the-dealer", EIGHT, matched(14, 3), "3.67"), ("match-the-dealer", decks(8, removed=TENS), matched(12, 3), "2.99"),
    ("super-match", SIX, paid("super-match", 40, 8, 5, 1), "2.55"), ("super-match", EIGHT, paid("super-match", 50, 7, 5, 1), "2.64"),
]  # fmt: skip
"""What a wager holds, in percent, with as many digits as were published."""


def test_hold_of_wagers():
    for name, cards, pays, published in HOLDS:
        half = 0.501 * 10.0 ** -len(published.partition(".")[2])
        assert 100 * kept(name, cards, pays) == pytest.approx(float(published), abs=half), (name, pays)


def test_hold_of_21_baccarat_needs_two_aces_as_a_hand_and_as_written_is_not_the_published_range():
    pairs = [
        round(100 * kept("21-baccarat-result", decks(number), {"tie": 10}, reading), 2)
        for reading in rule("21-baccarat-result").readings
        for number in (4, 8)
    ]
    assert pairs == [5.86, 5.42, 4.75, 4.28]
    tables = {
        4: [(100, 40, 11, 5, 3), (80, 40, 12, 5, 3), (80, 40, 10, 6, 3)],
        8: [(100, 40, 10, 5, 3), (80, 40, 11, 5, 3), (80, 35, 12, 5, 3)],
    }
    result = [
        kept("21-baccarat-bonus", decks(number), paid("21-baccarat-bonus", *odds))
        for number, each in tables.items()
        for odds in each
    ]
    assert (round(min(result), 3), round(max(result), 3)) == (0.046, 0.069)


@pytest.mark.parametrize(("number", "cost"), [(1, 1.395), (6, 1.360), (8, 1.358)])
def test_cost_of_paying_blackjack_6_to_5(number, cost):
    wins = rule("blackjacks").law(decks(number))["player"]
    assert round(float(wins * (Fraction(3, 2) - Fraction(6, 5)) * 100), 3) == cost


@pytest.mark.parametrize(
    ("reading", "straights", "flushes", "straight_flushes"),
    [("A-2-3 is a straight", 720, 1096, 48), ("A-2-3 is no straight", 660, 1100, 44)],
)
def test_three_card_straights(reading, straights, flushes, straight_flushes):
    result = deals("pair-plus", DECK, comb(52, 3), reading)
    assert result["straight"] == straights
    assert result["flush"] == flushes
    assert result["straight flush"] == straight_flushes
    assert result["three of a kind"] == 52
    assert result["pair"] == 3744


@pytest.mark.parametrize(
    ("reading", "hands", "advantages"),
    [
        ("ace-king with or without a pair", 256_512, (0.488, 0.389, 0.467)),
        ("ace-king without a pair", 167_280, (0.252, 0.188, 0.231)),
    ],
)
def test_lunar_super_wager_favors_the_player(reading, hands, advantages):
    assert deals("lunar-super", DECK, comb(52, 5), reading)["ace-king"] == hands
    tables = [(8, 6), (8, 5), (7, 6)]
    for (three, slick), advantage in zip(tables, advantages, strict=True):
        pays = paid("lunar-super", 250, 150, 100, 60, 30, three, slick, 2)
        assert round(-kept("lunar-super", DECK, pays, reading), 3) == advantage


@pytest.mark.parametrize(
    ("reading", "royals"), [("joker as any card of a royal", 1132), ("joker in a royal as its ace only", 380)]
)
def test_six_card_royal_flushes_with_a_joker(reading, royals):
    result = deals("fortune-six", WITH_JOKER, comb(53, 6), reading)
    assert result["royal flush"] == royals
    assert result["royal flush"] + result["straight flush"] == 9380
    assert sum(result.values()) == 22_957_480


def bonus(straight="straight before", royal="joker as any", match="no joker"):
    return next(
        reading
        for reading in rule("fortune-bonus").readings
        if straight in reading and royal in reading and match in reading
    )


@pytest.mark.parametrize(
    ("change", "outcome", "more"),
    [
        ({"straight": "kind before"}, "three of a kind", 201_824),
        ({"royal": "ace only"}, "straight flush", 17_280),
        ({"match": "joker as the ace"}, "royal flush and Royal Match", 12),
    ],
)
def test_seven_card_hands_that_a_reading_moves(change, outcome, more):
    plain, other = (deals("fortune-bonus", WITH_JOKER, comb(53, 7), bonus(**each)) for each in ({}, change))
    assert other[outcome] - plain[outcome] == more


def test_double_attack_blackjacks_are_32_aces_by_96_ten_valued_cards():
    cards = decks(8, removed=TENS)
    assert rule("blackjack").law(cards)["blackjack"] == Fraction(32 * 96, comb(384, 2))
    law = rule("insurance").law(cards)
    assert law["wins"] / (law["wins"] + law["loses"]) == Fraction(96, 383)


def test_starting_positions_of_three_dice_are_not_uniform_and_ten_dice_have_an_extra_roll():
    eight, seven = (rule(f"starting-position-of-{places}").law() for places in (8, 7))
    assert [int(chance * 216) for chance in eight.values()] == [28, 28, 28, 28, 27, 25, 25, 27]
    assert [int(chance * 216) for chance in seven.values()] == [31] * 6 + [30]
    assert [str(chance) for chance in rule("extra-roll-final").law().values()] == [
        "68359375/4353564672", "10158203125/58773123072", "9649609375/29386561536", "11255890625/39182082048",
        "16828765625/117546246144", "160259375/3673320192", "159243125/19591041024", "100848875/117546246144",
        "72721/1836660096",
    ]  # fmt: skip


def test_hands_of_five_six_and_seven_cards():
    result = deals("lunar-hand", DECK, comb(52, 5))
    assert list(result.values())[:8] == [4, 36, 624, 3744, 5108, 10200, 54912, 123552]
    assert result["pair"] == 1_098_240
    result = deals("pai-gow-poker-hand", WITH_JOKER, comb(53, 7))
    assert sum(result.values()) == 154_143_080
    assert list(result.values())[3:] == [
        307_472, 4_188_528, 6_172_088, 11_236_028, 7_470_676, 35_553_816, 64_221_960, 24_780_420,
    ]  # fmt: skip
    assert result["five aces"] == 1128
    readings = [
        deals("pai-gow-poker-hand", WITH_JOKER, comb(53, 7), reading)["royal flush"]
        for reading in rule("pai-gow-poker-hand").readings
    ]
    assert readings[0] - readings[1] == 17_296
    assert rule("fortune-six-joker").law(WITH_JOKER)["joker"] == Fraction(6, 53)
    assert rule("fortune-six-stub").law(WITH_JOKER)["joker"] == Fraction(11, 53)
