"""The odds of every outcome of every rule, against all deals counted out by the dealers written from the text."""

from fractions import Fraction

import pytest

from labharness.games.outcomes.registry import RULES, rule
from labharness.games.outcomes.rule import NO_CARDS
from labharness.model.cards import CardSet
from tests.support.outcomes import counted

TENS = ("10S", "10D", "10C", "10H")

BACCARAT = (
    "baccarat-result", "baccarat-natural", "baccarat-cards", "ez-baccarat-result", "dragon-7", "panda-8",
    "dragon-bonus-player", "dragon-bonus-banker", "house-money", "baccarat-burn",
)  # fmt: skip
TWENTY_ONE = ("21-baccarat-result", "21-baccarat-bonus", "21-baccarat-natural")
DEALER = ("dealer-total", "dealer-cards", "dealer-hand", "hit-and-run", "push-22")
WAGERS = (
    "blackjack", "blackjacks", "insurance", "bet-the-set", "determinant-side", "lucky-ladies", "kings-bounty",
    "match-the-dealer", "in-between", "royal-match", "super-match",
)  # fmt: skip
DICE = (
    "two-dice-total", "two-dice-combination", "field", "any-craps", "any-seven", "any-doubles", "three-dice-total",
    "starting-position-of-8", "starting-position-of-7", "number-1-to-7", "lucky-player-of-7",
)  # fmt: skip
TEN_DICE = ("pip-street", "like-kind", "extra-roll-final", "extra-roll-improved")
FIVE = ("lunar-hand", "lunar-dealer", "lunar-instant", "lunar-super", "criss-cross-line", "criss-cross-bonus")
SIX = (
    "fortune-six", "fortune-six-insurance", "fortune-six-dealer", "fortune-six-joker", "fortune-six-stub",
    "stud-six",
)  # fmt: skip
SEVEN = (
    "pai-gow-poker-hand", "fortune-bonus", "emperors-treasure", "pai-gow-insurance", "pai-gow-progressive",
    "pai-gow-envy",
)  # fmt: skip


def decks(number, **kind):
    return CardSet.of_decks(f"{number} decks", number, **kind)


ONE, WITH_JOKER = decks(1), decks(1, jokers=1)
OTHERS = {"stud-six": ONE}
"""Rules whose set is not that of the rules counted with them."""
FAST = {
    "baccarat, eight decks": (BACCARAT, lambda: counted.of_baccarat(8), decks(8)),
    "21 Baccarat, four decks": (TWENTY_ONE, lambda: counted.of_21_baccarat(4), decks(4)),
    "dealer's hand, one deck": (DEALER, lambda: counted.of_dealer(1), ONE),
    "wagers, one deck": (WAGERS, lambda: counted.wagers(1), ONE),
    "wagers, two decks": (WAGERS, lambda: counted.wagers(2), decks(2)),
    "wagers, six decks without tens": (WAGERS, lambda: counted.wagers(6, without_tens=True), decks(6, removed=TENS)),
    "wagers, eight decks": (WAGERS, lambda: counted.wagers(8), decks(8)),
    "three cards of six decks": (("blackjack-three-card-poker",), lambda: counted.of_three_card_poker(6), decks(6)),
    "Bust It, eight decks": (("bust-it",), lambda: counted.of_bust_it(8), decks(8, removed=TENS)),
    "magic card, six decks": (("magic-card",), lambda: counted.of_magic(6), decks(6)),
    "double shoe": (("determinant-first-card",), counted.of_two_sides, ONE),
    "dice and numbers": (DICE, counted.of_dice, NO_CARDS),
    "ten dice": (TEN_DICE, counted.of_ten_dice, NO_CARDS),
    "tiles": (("two-tiles", "pair-available"), counted.of_tiles, NO_CARDS),
    "three cards": (("three-card-bonus", "pair-plus", "three-card-progressive"), counted.of_three_cards, ONE),
    "five cards": (FIVE, counted.of_five_cards, ONE),
    "six cards": (SIX, counted.of_six_cards, WITH_JOKER),
    "seven cards": (SEVEN, counted.of_seven_cards, WITH_JOKER),
    "cards that players share": (("flop-hand", "criss-cross-middle"), counted.of_shared_cards, ONE),
}  # fmt: skip
LONG = {
    "baccarat, six decks": (BACCARAT, lambda: counted.of_baccarat(6), decks(6)),
    "baccarat, seven decks": (BACCARAT, lambda: counted.of_baccarat(7), decks(7)),
    "21 Baccarat, eight decks": (TWENTY_ONE, lambda: counted.of_21_baccarat(8), decks(8)),
    "dealer's hand, six decks": (DEALER, lambda: counted.of_dealer(6), decks(6)),
    "dealer's hand, eight decks without tens": (
        DEALER,
        lambda: counted.of_dealer(8, without_tens=True),
        decks(8, removed=TENS),
    ),
}


def agrees(names, count, cards):
    result = count()
    assert set(result) == {(name, reading) for name in names for reading in rule(name).readings}
    for (name, reading), outcomes in result.items():
        law = rule(name).law(OTHERS.get(name, cards), reading)
        assert outcomes.keys() <= law.keys(), name
        exact = {outcome: Fraction(outcomes[outcome], outcomes.total()) for outcome in law}
        assert exact == law, (name, reading)


@pytest.mark.long
@pytest.mark.parametrize("case", FAST)
def test_every_outcome_is_as_likely_as_the_deals_that_give_it(case):
    agrees(*FAST[case])


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("case", LONG)
def test_every_outcome_is_as_likely_with_other_sets_too(case):
    agrees(*LONG[case])


def test_every_rule_is_counted_out_also_the_dealer_of_six_cards_of_any_rank():
    assert sorted(name for names in {names for names, _, _ in FAST.values()} for name in names) == sorted(
        RULES
    )
    # § 588.11(g): better than a pair of 8s are three 2s as well.
    law = rule("fortune-six-dealer").law(WITH_JOKER)
    assert law["pair of 8s or better"] == Fraction(2735227, 5739370)
