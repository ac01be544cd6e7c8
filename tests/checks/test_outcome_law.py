"""Outcomes of the games: planted biases are found, fair cards pass, several hands of a unit are calibrated."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import numpy as np
import pytest
from scipy import stats

from labharness.analysis.laws.null_samples import FairOrders, covariance
from labharness.analysis.sampling.check import Tally, count
from labharness.analysis.sampling.outcomes.outcome_counts import Classes, OutcomeTotals
from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.dice.dice_law import DiceLaw
from labharness.checks.places.outcome_law import OutcomeLaw
from labharness.errors import InputError
from labharness.games.game import find_game, parse_game
from labharness.games.outcomes.hands import CARD, hands_of
from labharness.games.outcomes.registry import rule
from labharness.language.catalog import say
from labharness.model.cards import CardSet, format_card, parse_order
from labharness.model.observations import Draws, Kind
from labharness.model.reasons.decision import Details, Irregular, Sample
from labharness.model.reasons.game import Games
from labharness.model.reasons.register import Laws
from labharness.testing.samples import POPULATIONS, WITNESSED, ordered_units, pieces
from tests.support.judged import drawn, judged, shuffles

ONE = POPULATIONS[Kind.SHUFFLE]
STACKS = POPULATIONS[Kind.DEAL]
SIX = Population(Kind.SHUFFLE, CardSet.of_decks("six decks", 6))
EIGHT = Population(Kind.SHUFFLE, CardSet.of_decks("eight decks", 8))
DICE = Population(Kind.DRAW, low=1, high=6)
TENS = (9, 10, 11, 12)


def orders(population, units, seed=461):
    return FairOrders(np.random.default_rng(seed)).of(population.cards.new_deck_order(), units)


def judge(check, population, dealt):
    if population.kind is Kind.SHUFFLE:
        return judged(check, population, shuffles(population.cards.new_deck_order(), dealt))
    return judged(check, population, ordered_units(population, dealt))


def thrown(check, values, population=DICE):
    return judged(check, population, drawn(values))


def for_banker(dealt):
    """Give the Banker the higher of the first two cards."""
    points = np.minimum(dealt[:, :2] % 13 + 1, 10) % 10
    swapped = points[:, 0] > points[:, 1]
    result = dealt.copy()
    result[swapped, :2] = result[swapped, 1::-1]
    return result


def test_an_order_that_favors_the_banker_is_found_and_a_fair_one_passes():
    fair = orders(EIGHT, 2000)
    check = OutcomeLaw("baccarat-result")
    assert judge(check, EIGHT, fair).p["two_sided"] > 0.01
    flawed = judge(check, EIGHT, for_banker(fair))
    assert flawed.p["right"] < 1e-6
    assert flawed.effect.low > 0
    chances = Laws.RULE_FROM_SET(rule="baccarat-result", reading="as written", set="eight decks")
    assert flawed.law == Laws.OF_CHANCES(chances=chances, law=Laws.CHI_SQUARE(df=2))


def test_it_reads_later_rounds_where_they_begin():
    """A bias of the second round alone is not found in the first."""
    dealt = orders(ONE, 10_000, seed=4614)
    length = rule("baccarat-cards").classify(dealt) + 4
    places = length[:, None] + np.arange(6)
    np.put_along_axis(dealt, places, for_banker(np.take_along_axis(dealt, places, axis=1)), axis=1)
    assert judge(OutcomeLaw("baccarat-result"), ONE, dealt).p["two_sided"] > 0.01
    assert judge(OutcomeLaw("baccarat-result", hands=2), ONE, dealt).p["right"] < 1e-4


@pytest.mark.long
@pytest.mark.parametrize(
    ("population", "check", "units", "samples"),
    [
        (ONE, OutcomeLaw("blackjack", hands=6), 60, 400),
        (STACKS, OutcomeLaw("pai-gow-poker-hand", hands=7), 60, 400),
        (STACKS, OutcomeLaw("pai-gow-poker-hand", hands=7, asymptotic_from=100), 300, 200),
        (SIX, OutcomeLaw("baccarat-result", hands=40, asymptotic_from=100), 120, 200),
        (SIX, OutcomeLaw("dealer-total", hands=5, players=1), 50, 400),
        (ONE, OutcomeLaw("stud-six", hands=6, players=3), 80, 400),
        (ONE, OutcomeLaw("", hands=40, asymptotic_from=100), 150, 200),
    ],
    ids=lambda value: getattr(value, "rule", None),
)
def test_several_hands_of_a_unit_are_calibrated(population, check, units, samples):
    """Both tails, by a fresh seed for each sample where the law is simulated from it."""
    within, result, rejected = np.random.default_rng(8), [], 0
    fair = FairOrders(np.random.default_rng(4614))
    deck = population.cards.new_deck_order()
    for _ in range(samples):
        p = judge(check, population, fair.of(deck, units)).p
        result.append(1 - p["right"] + within.random() * (p["right"] + p["left"] - 1))
        rejected += p["two_sided"] < 0.05
    assert stats.kstest(result, "uniform").pvalue > 0.001
    assert stats.binomtest(rejected, samples, 0.05, alternative="greater").pvalue > 0.001


def test_tens_that_stay_together_and_hands_of_one_deck_are_read_together():
    dealt = orders(ONE, 400)
    half = dealt[:200]
    tens = np.isin(half % 13, TENS)
    half[...] = np.take_along_axis(half, np.argsort(~tens, axis=1, kind="stable"), axis=1)
    assert judge(OutcomeLaw("bet-the-set", hands=12), ONE, dealt).p["right"] == 0.001
    assert judge(OutcomeLaw("bet-the-set", hands=12), ONE, orders(ONE, 400)).p["two_sided"] > 0.01
    # Nearly all cards of a deck leave little to chance: X² of 40 single cards is far below its degrees of
    # freedom.
    result = judge(OutcomeLaw("", hands=40), ONE, orders(ONE, 200))
    assert result.statistic["inflation"] < 0.3
    assert result.p["two_sided"] > 0.01


@pytest.mark.parametrize(("name", "hands"), [("bet-the-set", 3), ("bet-the-set", 2), ("in-between", 2)])
def test_covariance_agrees_with_that_of_all_orders(name, hands):
    held = {"AS", "AH", "2S", "2H", "3S", "4S"}
    others = [card for card in map(format_card, range(52)) if card not in held]
    cards = CardSet.of_decks("six cards", 1, removed=others)
    dealt = hands_of(rule(name), hands, 6)
    codes = dealt.codes(np.array(list(permutations(cards.new_deck_order()))))
    counts = (codes[:, :, None] == np.arange(len(rule(name).outcomes))).sum(axis=1)
    exact = np.cov(counts.T, bias=True)
    result = covariance(dealt, cards, 1)
    scale = np.sqrt(np.outer(np.diag(exact), np.diag(exact)))
    assert (np.abs(result - exact) <= 0.02 * scale + 1e-12).all()
    assert np.trace(exact) > 0.1
    assert abs(result.sum()) < 1e-9


def test_the_record_names_rule_reading_and_set():
    words = "three of a kind before straight; joker in a royal as its ace only; no joker in a match"
    check = OutcomeLaw("fortune-bonus", reading=words, hands=7)
    result = judge(check, STACKS, orders(STACKS, 100))
    assert result.law["chances"] == Laws.RULE_FROM_SET(
        rule="fortune-bonus", reading=words, set="one deck and a joker"
    )
    named = result.details[0]
    assert (named["rule"], named["reading"]) == ("fortune-bonus", words)
    assert named["citation"].startswith("§§ 645a.6(d)")
    assert result.details[1] == Details.DEALT_HANDS(
        number=7, unit=Kind.DEAL, set="one deck and a joker", cards=53
    )


def test_stacks_of_a_shoe_are_hands_and_the_last_may_belong_to_all():
    flop = Population(Kind.DEAL, CardSet.of_decks("one deck", 1), stacks=(3, 3, 3, 3), stub=40)
    dealt = hands_of(rule("flop-hand"), 3, 12, stacks=flop.stacks)
    assert dealt.seats == ((0, 1, 2, 9, 10, 11), (3, 4, 5, 9, 10, 11), (6, 7, 8, 9, 10, 11))
    result = judge(OutcomeLaw("flop-hand", hands=3), flop, orders(flop, 200))
    assert result.p["two_sided"] > 0.001
    assert "stacks of 3 cards" in say(
        judge(OutcomeLaw("flop-hand", hands=4), flop, orders(flop, 40)).not_applicable
    )


def test_a_single_card_has_its_share_and_one_at_a_time_goes_round_the_players():
    assert hands_of(rule("bet-the-set"), 4, 52, players=2).seats == ((0, 2), (1, 3), (4, 6), (5, 7))
    order = parse_order("AS 2S AS 2D")
    codes = hands_of(rule("bet-the-set"), 2, 4, players=2).codes(order[None])
    assert codes.tolist() == [[0, 1]]
    law = CARD.law(STACKS.cards)
    assert (law["A"], law["joker"]) == (Fraction(4, 53), Fraction(1, 53))


@pytest.mark.parametrize(
    ("check", "population", "code"),
    [
        (OutcomeLaw("flop-hand"), EIGHT, Games.NEEDS_ONE_DECK),
        (OutcomeLaw("baccarat-result", hands=9), ONE, Games.CARDS_TOO_FEW),
        (OutcomeLaw("pai-gow-poker-hand"), POPULATIONS[Kind.ROUND], Games.CARDS_TOO_FEW),
        (OutcomeLaw("pai-gow-poker-hand", hands=8), STACKS, Games.STACKS_TOO_FEW),
        (OutcomeLaw("two-tiles"), ONE, Games.NOT_ONLY_CARDS),
        (OutcomeLaw("magic-card", decks=6), ONE, Games.NOT_ONLY_CARDS),
    ],
)
def test_what_does_not_fit_gives_no_number(check, population, code):
    dealt = orders(population, 60)
    result = judge(check, population, dealt)
    assert result.not_applicable.is_a(Sample.RULE)
    assert result.not_applicable["why"].is_a(code)
    assert not result.p


def test_outcomes_that_depend_on_each_other_or_on_a_buffer_give_no_number():
    result = judge(OutcomeLaw(hands=52), ONE, orders(ONE, 60))
    assert (result.not_applicable, result.p) == (Sample.SAME_TOGETHER(each=52), {})
    result = judge(
        OutcomeLaw(), replace(POPULATIONS[Kind.ROUND], buffer=4), orders(POPULATIONS[Kind.ROUND], 60)
    )
    assert result.not_applicable == Sample.DEPENDENT_ROUNDS()


def test_a_loaded_die_shows_in_totals_and_positions_alike_by_total_and_by_rule():
    random = np.random.default_rng(461)
    fair = random.integers(1, 7, 30_000)
    loaded = np.where(random.random(30_000) < 0.04, 6, fair)
    for check in (DiceLaw(), DiceLaw("three-dice-total"), DiceLaw("pip-street")):
        assert thrown(check, fair).p["two_sided"] > 0.001
        assert thrown(check, loaded).p["right"] <= 0.001
    values = np.random.default_rng(3).integers(1, 7, 900)
    by_total, by_rule = thrown(DiceLaw(), values), thrown(DiceLaw("three-dice-total"), values)
    assert by_total.statistic == by_rule.statistic
    assert by_total.p == by_rule.p
    assert DiceLaw(number=3).law(DICE) == rule("three-dice-total").law()


def test_counts_and_dice_that_fit_too_well_are_in_the_left_tail():
    law = rule("baccarat-result").law(EIGHT.cards)
    units = 100_000
    counts = np.array([round(units * float(chance)) for chance in law.values()])
    tally = Tally({"units": count(int(counts.sum())), "left_out": count(0), "counts": counts})
    result = OutcomeLaw("baccarat-result").judge(tally, EIGHT)
    assert result.p["left"] < 1e-3
    assert result.p["two_sided"] < 0.002
    some = replace(tally, sums={**tally.sums, "units": count(400), "counts": np.array([178, 184, 38])})
    assert OutcomeLaw("baccarat-result").judge(some, EIGHT).p["left"] < 0.01
    every = np.array(np.meshgrid(*[np.arange(1, 7)] * 3)).reshape(3, -1).T
    assert thrown(DiceLaw("starting-position-of-8"), np.tile(every, (3, 1)).ravel()).p["left"] == 0.001
    assert thrown(DiceLaw("starting-position-of-8"), np.tile(every, (40, 1)).ravel()).p["left"] < 1e-10


def test_dice_of_another_range_and_a_selected_number_are_judged_by_their_rule():
    result = thrown(DiceLaw("three-dice-total"), [1, 2, 3] * 100, Population(Kind.DRAW, low=1, high=7))
    assert result.not_applicable == Sample.RULE_RANGE(rule="three-dice-total", low=1, high=7)
    with pytest.raises(InputError) as refused:
        DiceLaw("baccarat-result")
    assert refused.value.reasons == (Sample.RULE_OF_OTHERS(rule="baccarat-result", pieces="cards"),)
    seven = Population(Kind.DRAW, low=1, high=7)
    values = np.random.default_rng(461).integers(1, 8, 7000)
    result = thrown(DiceLaw("number-1-to-7"), values, seven)
    assert result.df == 6
    assert result.p["two_sided"] > 0.001


def test_rare_and_impossible_outcomes_are_joined_and_named():
    result = judge(OutcomeLaw("pai-gow-poker-hand", hands=7), STACKS, orders(STACKS, 60))
    (joined,) = [line for line in result.details if line.is_a(Details.JOINED)]
    rare = ("five aces", "royal flush", "straight flush", "four of a kind", "full house")
    assert joined == Details.JOINED(least=5, outcomes=rare)
    chances = rule("pai-gow-poker-hand").law(STACKS.cards)
    classes = Classes.of(chances, 420)
    assert min(classes.chances) * 420 >= 5
    assert sum(classes.chances) == pytest.approx(1)
    law = {"never": Fraction(0), "seldom": Fraction(1, 1000), "often": Fraction(999, 1000)}
    result = OutcomeTotals(law, np.array([0, 0, 60]), 60).judge(
        item="hands", chances=Laws.DETERMINANT(), details=()
    )
    assert result.not_applicable == Sample.EXPECTED_COUNTS(items=60, cells=2, least=5)
    assert Classes.of(law, 10_000).members == (("never", "seldom"), ("often",))


TILE_NUMBERS, CARD_NUMBERS = Population(Kind.DRAW, low=1, high=32), Population(Kind.DRAW, low=1, high=52)


def written(check, deals, population):
    """Judge deals that are written down as numbers, cut in the middle of a deal."""
    values = np.concatenate(deals).astype(np.uint16)
    whole = Block(population, 0, (Draws(values),), WITNESSED)
    first, later = pieces(whole, [len(values) // 2 - 1])
    merged = check.tally(first).merge(check.tally(later))
    assert merged == check.tally(whole)
    return check.judge(merged, population)


def tiles(deals, *, sharp=False):
    """Deal tiles plainly; a sharp dealer keeps the two highest for the first stack in one deal of five."""
    random, order = Random(4614), list(range(1, 33))
    for _ in range(deals):
        random.shuffle(order)
        dealt = list(order)
        if sharp and random.random() < 0.2:
            for place, tile in enumerate((29, 32)):  # 2-4 and 1-2, the Supreme Pair
                dealt.remove(tile)
                dealt.insert(place, tile)
        yield dealt


@pytest.mark.parametrize("asymptotic_from", [1000, 100])
def test_tiles_that_are_written_down_are_dealt_in_stacks(asymptotic_from):
    check = OutcomeLaw("pair-available", hands=8, replicates=199, asymptotic_from=asymptotic_from)
    fair = written(check, list(tiles(300)), TILE_NUMBERS)
    assert (fair.units, fair.statistic["items"]) == (300, 2400)
    assert 0.01 < fair.p["two_sided"] < 1
    assert written(check, list(tiles(300, sharp=True)), TILE_NUMBERS).p["right"] <= 0.005


def test_written_deals_of_tiles_and_cards_are_judged_and_a_tile_twice_left_out():
    deals = list(tiles(40))
    deals[3][0] = deals[3][1]
    result = written(OutcomeLaw("two-tiles", hands=16, replicates=99), deals, TILE_NUMBERS)
    assert result.units == 39
    assert result.details[1:3] == (
        Details.DEALT_TILES(hands=16, tiles=32),
        Details.LEFT_OUT(number=1, what=Irregular.IRREGULAR_UNITS),
    )
    random = Random(4614)
    shoe = [kind for kind in range(1, 53) for _ in range(6)]
    deals = [[random.randrange(1, 53), *random.sample(shoe, 6)] for _ in range(400)]
    for reading in ("rank", "rank and suit"):
        check = OutcomeLaw("magic-card", reading, hands=3, players=3, decks=6, replicates=199)
        assert 0.005 < written(check, deals, CARD_NUMBERS).p["two_sided"] <= 1
    chosen = [[deal[1], *deal[1:]] if place % 4 == 0 else deal for place, deal in enumerate(deals)]
    assert written(check, chosen, CARD_NUMBERS).p["right"] <= 0.005


@pytest.mark.parametrize(
    ("check", "population", "code"),
    [
        (OutcomeLaw("pair-available"), CARD_NUMBERS, Sample.RULE_OUTCOMES),
        (OutcomeLaw("magic-card"), CARD_NUMBERS, Sample.RULE_NEEDS_DECKS),
        (OutcomeLaw("blackjack"), CARD_NUMBERS, Games.NOT_WRITTEN_DOWN),
        (OutcomeLaw(hands=2), CARD_NUMBERS, Sample.RULE_MISSING),
        (OutcomeLaw(), Population(Kind.DRAW, low=1, high=1000), Sample.RULE_MISSING),
    ],
)
def test_numbers_that_are_no_deals_are_not_judged(check, population, code):
    result = written(check, [np.arange(1, 33)], population)
    assert result.not_applicable.is_a(Sample.RULE)
    assert result.not_applicable["why"].is_a(code)
    assert not result.p


def test_the_tiles_of_the_game_file_are_those_of_the_rule():
    game = parse_game(find_game("pai-gow-535"), "pai-gow-535.toml")
    (tile,) = [selection for selection in game.selections if selection.id == "tile"]
    assert (tile.low, tile.high) == (1, game.tiles[0].total)
    assert game.dealing[0].layout(8, 32).stacks == (4,) * 8
