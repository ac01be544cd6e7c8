"""Shelves and riffles by name, decks that were not shuffled, that come again, or that follow the one before."""

from dataclasses import replace
from functools import reduce

import numpy as np
import pytest
from scipy import stats

from labharness.analysis.laws.mechanisms import riffles, shelves
from labharness.analysis.laws.permutation_laws import inversions, limits, valleys
from labharness.analysis.laws.tails import kept_neighbours, rising_sequences
from labharness.analysis.power.defects import flawed_shuffles as orders
from labharness.analysis.sampling.check import Tally
from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.counts.exact_repeat import ExactRepeat, fair_repeats
from labharness.checks.counts.unshuffled_deck import UnshuffledDeck, alike_limits, apart_limits
from labharness.checks.orders.riffle_likelihood import RiffleLikelihood
from labharness.checks.orders.shelf_likelihood import ShelfLikelihood
from labharness.model.cards import TYPES, CardSet
from labharness.model.observations import InputKnown, Kind, Shuffle
from labharness.model.reasons.decision import Details, LimitedValue, Sample, Steps
from labharness.testing.samples import POPULATIONS, WITNESSED, fair_units, pieces
from tests.support.judged import judged, wrong

ONE = POPULATIONS[Kind.SHUFFLE]
DECK = ONE.cards.new_deck_order()
SHOE = Population(Kind.SHUFFLE, CardSet.of_decks("eight decks", 8))


def units_of(places, deck=DECK):
    return [Shuffle(deck, deck[order]) for order in places]


@pytest.mark.parametrize(("cards", "most"), [(4, 2), (5, 3), (52, 10), (52, 400), (208, 60)])
def test_shelf_law_sums_to_one(cards, most):
    machine, fair = shelves(cards, most), valleys(cards)
    for row in machine.log_ratio:
        assert fair.mass @ np.exp(row) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize(("count", "mean", "distance"), [
    (10, 8.631, 1.0), (15, 11.730, 0.9427), (20, 13.479, 0.7201), (50, 16.063, 0.1586), (200, 16.628, 0.0103),
])  # fmt: skip
def test_shelf_law_has_the_known_moments(count, mean, distance):
    """Mean valleys, and the total variation from a fair shuffle, of one pass through so many shelves."""
    fair, ratio = valleys(52), np.exp(shelves(52, 200).log_ratio[count - 2])
    assert fair.values @ (fair.mass * ratio) == pytest.approx(mean, abs=6e-4)
    assert np.abs(fair.mass * (ratio - 1)).sum() / 2 == pytest.approx(distance, abs=6e-5)


@pytest.mark.parametrize("fed_from", ["bottom", "top"])
def test_shelf_law_agrees_with_the_machine(fed_from):
    places = orders.shelved(np.random.default_rng(1), 4000, 52, 20)
    units = units_of(places if fed_from == "bottom" else 51 - places)
    block = Block(ONE, 0, tuple(units), WITNESSED)
    result = ShelfLikelihood(fed_from=fed_from).tally(block).sums["counts"]
    expected = 4000 * valleys(52).mass * np.exp(shelves(52, 20).log_ratio[-1])
    seen = expected > 5
    x2 = ((result[: len(expected)] - expected)[seen] ** 2 / expected[seen]).sum()
    assert stats.chi2(seen.sum() - 1).sf(x2) > 0.001


@pytest.mark.parametrize(("times", "distance"), [(5, 0.924), (6, 0.614), (7, 0.334), (8, 0.167), (10, 0.043)])
def test_riffle_law_has_the_published_distances(times, distance):
    """Bayer & Diaconis 1992, table 1: total variation of 52 cards after so many riffles."""
    fair, ratio = rising_sequences(52), np.exp(riffles(52, 12).log_ratio[times - 1])[1:]
    assert fair.mass @ ratio == pytest.approx(1)
    assert np.abs(fair.mass * (ratio - 1)).sum() / 2 == pytest.approx(distance, abs=6e-4)


def test_shelves_and_riffles_are_named():
    units = units_of(orders.shelved(np.random.default_rng(2), 20, 52, 10))
    results = [judged(ShelfLikelihood(), ONE, [unit]) for unit in units]
    assert sum(result.p["right"] == 0.001 for result in results) >= 15
    all_of_them = judged(ShelfLikelihood(), ONE, units)
    assert all_of_them.effect.low <= 10 <= all_of_them.effect.high
    assert all_of_them.effect.high - all_of_them.effect.low < 3
    assert all_of_them.statistic["fair_share"] < 1e-20
    (line,) = all_of_them.details
    assert line["what"] is Steps.SHELVES
    effect = all_of_them.effect
    assert (line["low"], line["number"], line["high"]) == (effect.low, effect.value, effect.high)
    random = np.random.default_rng(3)
    first, second = orders.shelved(random, 300, 52, 4), orders.shelved(random, 300, 52, 5)
    effect = judged(ShelfLikelihood(), ONE, units_of(np.take_along_axis(first, second, axis=1))).effect
    assert effect.low <= 40 <= effect.high < 60
    places = orders.riffled(np.random.default_rng(4), 60, 52, 7)
    result = judged(RiffleLikelihood(), ONE, units_of(places))
    assert result.statistic["riffles"] == 7
    assert result.p["right"] == 0.001


@pytest.mark.parametrize("check", [ShelfLikelihood(), RiffleLikelihood()])
def test_nothing_is_named_of_fair_shuffles(check):
    result = judged(check, ONE, fair_units(ONE, 200, np.random.default_rng(5)))
    assert result.p["two_sided"] > 0.001
    assert result.statistic["fair_share"] > 0.05
    assert result.effect.high == check.most


def test_shelves_of_a_marked_shoe_are_named():
    marked = SHOE.cards.new_deck_order() | np.repeat(np.arange(8, dtype=np.uint16), 52) << 6
    places = orders.shelved(np.random.default_rng(6), 2, 416, 38)
    assert judged(ShelfLikelihood(), SHOE, units_of(places[:1], marked)).p["right"] == 0.001
    result = judged(ShelfLikelihood(), SHOE, units_of(places, marked))
    assert result.effect.low <= 38 <= result.effect.high
    assert Details.UNIQUE_COPIES() in result.details


def test_alarm_limits_are_the_widest_that_keep_the_chance():
    kept, inverted = apart_limits(52).values()
    assert kept == limits(kept_neighbours(52), 0, 5e-10)
    assert kept_neighbours(52).mass[kept.high :].sum() == pytest.approx(kept.chance)
    assert kept_neighbours(52).mass[kept.high - 1 :].sum() > 5e-10
    assert inversions(52).mass[: inverted.low + 2].sum() > 2.5e-10
    for every in (apart_limits(52), apart_limits(416), alike_limits(SHOE.cards)):
        assert 0 < sum(limit.chance for limit in every.values()) <= 1e-9


def cut(order):
    return np.roll(order, 20)


def overhand(order):
    return np.concatenate(np.split(order, [11, 23, 34, 45])[::-1])


@pytest.mark.parametrize("flaw", [np.copy, np.flip, cut, overhand])
@pytest.mark.parametrize("population", [ONE, SHOE], ids=["one deck", "eight alike decks"])
def test_one_unshuffled_deck_among_many_is_found(flaw, population):
    """Turned round, alike decks follow each other backwards, which types in the order of a new set do not show."""
    units, new = fair_units(population, 60, np.random.default_rng(7)), population.cards.new_deck_order()
    units[41] = Shuffle(new, flaw(new))
    result = judged(UnshuffledDeck(), population, units)
    seen = population is ONE or flaw is not np.flip
    assert result.violations == seen
    assert not seen or result.details[0]["number"] == 42


def test_unshuffled_chained_shoe_is_found_whatever_lay_in_it():
    random = np.random.default_rng(8)
    order = random.permutation(SHOE.cards.new_deck_order())
    units = [Shuffle(order, random.permutation(order)), Shuffle(order, order)]
    chained = replace(WITNESSED, input_known=InputKnown.CHAINED)
    result = judged(UnshuffledDeck(), SHOE, units, provenance=chained)
    assert result.violations == 1
    beyond = Details.BEYOND_LIMIT(number=416, what=LimitedValue.MATCHING_PLACES)
    assert beyond in result.details[0]["problems"]
    assert result.details[1].is_a(Details.READ_BY_TYPES)


def test_few_cards_raise_no_alarm():
    population = Population(Kind.SHUFFLE, CardSet("five", (1,) * 5 + (0,) * (TYPES - 5)))
    units = [Shuffle(np.arange(5, dtype=np.uint16), np.arange(5, dtype=np.uint16))] * 3
    for check in (UnshuffledDeck(), ExactRepeat()):
        result = judged(check, population, units)
        assert result.violations is None
        assert result.not_applicable.is_a(Sample.ORDER_BY_CHANCE, Sample.REPEATS_BY_CHANCE)


def test_every_unshuffled_deck_and_every_repeat_of_sixteen_bit_seeds_is_found():
    """One in a hundred is met in 298 shuffles with 1 - 0.99^298 = 95%, a repeat in 550 with 90%."""
    random, met = np.random.default_rng(9), [0, 0]
    for _ in range(10):
        places = orders.returned(random, 298, 52, 0.01)
        bad = (places == np.arange(52)).all(axis=1).sum()
        assert judged(UnshuffledDeck(), ONE, units_of(places)).violations == bad
        places = orders.reseeded(random, 550, 52, 16)
        again = 550 - len(np.unique(places, axis=0))
        assert judged(ExactRepeat(), ONE, units_of(places)).violations == again
        met = [met[0] + (bad > 0), met[1] + (again > 0)]
    assert min(met) >= 6


def test_repeats_are_named_across_blocks_kinds_and_inputs():
    units = fair_units(ONE, 30, np.random.default_rng(11))
    units[25] = units[4]
    whole = Block(ONE, 100, tuple(units), WITNESSED)
    tally = reduce(Tally.merge, map(ExactRepeat().tally, pieces(whole, [7, 20])))
    same = Details.SAME_ORDER(unit=Kind.SHUFFLE, first=105)
    assert ExactRepeat().judge(tally, ONE).details == (wrong(Kind.SHUFFLE, 126, same),)
    random, order, units = np.random.default_rng(12), DECK, []
    moves = [random.permutation(52) for _ in range(8)]
    moves[6] = moves[2]
    for move in moves:
        units.append(Shuffle(order, order[move]))
        order = units[-1].output
    moved = Details.SAME_MOVES(unit=Kind.SHUFFLE, first=3)
    assert judged(ExactRepeat(), ONE, units).details == (wrong(Kind.SHUFFLE, 7, moved),)
    population = POPULATIONS[Kind.DEAL]
    units = fair_units(population, 5, np.random.default_rng(13))
    dealt = Details.SAME_ORDER(unit=Kind.DEAL, first=1)
    assert judged(ExactRepeat(), population, [*units, units[0]]).details == (wrong(Kind.DEAL, 6, dealt),)
    assert fair_repeats(CardSet("five", (1,) * 5 + (0,) * (TYPES - 5)), 16) == pytest.approx(1)
    assert fair_repeats(CardSet("pairs", (2,) * 2 + (0,) * (TYPES - 2)), 4) == pytest.approx(1)
