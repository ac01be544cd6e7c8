"""Monitors: capital with mean 1 by enumeration, Ville's bound by simulation, and looks that follow from the sample."""

from functools import cache
from itertools import pairwise, permutations, product
from math import exp

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from labharness.analysis.laws.prediction import bettors
from labharness.analysis.laws.prediction.bettors import Team
from labharness.analysis.laws.prediction.learned_laws import Mixtures
from labharness.analysis.power.defects.named import defect
from labharness.analysis.power.detection import observed
from labharness.analysis.sampling.monitors import (
    NextCards,
    OrderBets,
    OrderLaws,
    OutcomeBets,
    PlaceTables,
    SeatScores,
)
from labharness.analysis.sampling.orders.card_groups import CardGroup
from labharness.analysis.sampling.orders.contrasts import contrasts, parse_served
from labharness.analysis.sampling.tables import Block, Population
from labharness.model.cards import CardSet, types
from labharness.model.observations import Draws, Kind, Shuffle
from labharness.testing.samples import POPULATIONS, WITNESSED

DECK = POPULATIONS[Kind.SHUFFLE]
FAMILY = contrasts(
    DECK, (CardGroup("ace"), CardGroup("ten-or-ace")), parse_served(("players 1", "up 1")), 7, 0
)
DIE = Population(Kind.DRAW, low=1, high=6)
LEVEL, NEVER = 1e-9, 1e-300


def tiny(*cards):
    """A set of so many cards of the first types."""
    counts = [0] * len(DECK.held.counts)
    for kind, number in enumerate(cards):
        counts[kind] = number
    return Population(Kind.SHUFFLE, cards=CardSet("tiny", tuple(counts)))


def stakes(population):
    groups = (CardGroup("ace"), CardGroup("hi-lo"))
    family = contrasts(population, groups, parse_served(("players 1",)), 1, 0)
    result = [PlaceTables(population), NextCards(population)]
    return [*result, *([SeatScores(family)] if family.every else [])]


@pytest.mark.parametrize("cards", [(1, 1, 1), (2, 1), (2, 2), (1, 1, 2)])
def test_every_stake_is_worth_its_price_on_average_over_all_samples(cards):
    """Two units, and three of the smallest set: the mean capital of all equally likely samples is 1."""
    population = tiny(*cards)
    deck = types(population.held.new_deck_order())
    orders = [np.array(order, dtype=np.uint16) for order in permutations(deck)]
    units = 3 if len(orders) < 10 else 2
    for place in range(len(stakes(population))):
        capital = []
        for sample in product(orders, repeat=units):
            stake = stakes(population)[place]
            for order in sample:
                stake.take(order[np.newaxis])
            capital.append(exp(stake.log_capital))
        assert np.mean(capital) == pytest.approx(1, abs=1e-12)
        assert max(capital) > 1.001


def test_statistics_of_the_order_are_worth_their_price_on_average():
    orders = [np.array(order, dtype=np.uint16) for order in permutations(range(4))]
    capital = []
    for sample in product(orders, repeat=2):
        stake = OrderLaws(4)
        stake.take(np.stack(sample))
        capital.append(exp(stake.log_capital))
    assert np.mean(capital) == pytest.approx(1, abs=1e-12)
    assert max(capital) > 1.001


@pytest.mark.parametrize("chances", [(0.5, 0.5), (0.2, 0.3, 0.5)])
def test_a_learned_law_is_worth_its_price_on_average(chances):
    """The capital follows from the counts alone, whatever their order."""
    laws = Mixtures(np.array(chances), np.array([0]), (3.0, 40.0))
    mean = 0.0
    for sample in product(range(len(chances)), repeat=6):
        counts = np.bincount(sample, minlength=len(chances))
        mean += np.prod([chances[each] for each in sample]) * exp(laws.log_capital(counts))
    assert mean == pytest.approx(1, abs=1e-12)


def test_bettors_of_short_stretches_are_worth_their_price_on_average(monkeypatch):
    """All sequences of two outcomes, searches of the past and bettors that give up included."""
    for name, value in (("FIRST_SEARCH", 8), ("REACH", 3), ("WINDOW", 3), ("NEAR", 2), ("GIVES_UP", -0.05)):
        monkeypatch.setattr(bettors, name, value)
    capital = []
    for sample in product(range(2), repeat=10):
        team, codes = Team(2, 4), np.array(sample, dtype=np.int32)
        for begin in (0, 4, 8):
            team.play(codes, begin, min(begin + 4, 10))
        capital.append(exp(team.capital))
    assert np.mean(capital) == pytest.approx(1, abs=1e-12)
    assert max(capital) > 1.25


def outcome_bets(values, cuts=()):
    monitor = OutcomeBets("draws", LEVEL, DIE)
    for begin, end in pairwise([0, *sorted(cuts), len(values)]):
        monitor.take(Block(DIE, begin, (Draws(values[begin:end]),), WITNESSED))
    return monitor.watched


def order_bets(shuffles, cuts=(), level=LEVEL):
    monitor = OrderBets("shuffles", level, DECK, FAMILY)
    for begin, end in pairwise([0, *sorted(cuts), len(shuffles)]):
        monitor.take(Block(DECK, begin, tuple(shuffles[begin:end]), WITNESSED))
    return monitor.watched


RANDOM = np.random.default_rng(13)
LONG = RANDOM.integers(1, 7, 60_000).astype(np.uint16)
LONG[RANDOM.random(len(LONG)) < 0.001] = 9
LONG[20_000:][RANDOM.random(40_000) < 0.12] = 3
SHUFFLES = list(
    observed(defect("returned:0.03").make(np.random.Generator(np.random.PCG64(2)), DECK, 301), DECK)
)
SHUFFLES[7] = Shuffle(SHUFFLES[7].input, SHUFFLES[7].output[:-1])
SHUFFLES[9] = Shuffle(SHUFFLES[9].input[:-1], SHUFFLES[9].output)


@cache
def whole_outcomes():
    return outcome_bets(LONG)


@cache
def whole_orders(level):
    return order_bets(SHUFFLES, (), level)


def few(most):
    return st.lists(st.integers(0, most), max_size=12)


@settings(max_examples=6)
@given(cuts=few(len(LONG)))
def test_chunks_of_outcomes_change_nothing(cuts):
    assert outcome_bets(LONG, cuts) == whole_outcomes()
    assert whole_outcomes().crossed_at > 20_000


@settings(max_examples=8)
@example(cuts=[150, 203, 250], level=NEVER)
@given(cuts=few(len(SHUFFLES)), level=st.sampled_from([LEVEL, NEVER]))
def test_chunks_of_orders_change_nothing(cuts, level):
    assert order_bets(SHUFFLES, cuts, level) == whole_orders(level)
    assert whole_orders(NEVER).crossed_at == 0 < whole_orders(LEVEL).crossed_at
    assert whole_orders(NEVER).units < len(SHUFFLES) - 2, "no look is due at the end"


def test_chunks_of_one_outcome_change_nothing_and_fair_ones_rarely_reach_a_threshold():
    short = LONG[:3000]
    assert outcome_bets(short, range(1, len(short))) == outcome_bets(short)
    # Ville, whenever it suits best to stop; orders and other samples: test_null_calibration.py.
    fair = (np.random.default_rng([13, number]).integers(1, 7, 2000) for number in range(80))
    highest = np.array([outcome_bets(each.astype(np.uint16)).log10_highest for each in fair])
    for level in (0.2, 0.05, 0.01):
        assert (highest >= -np.log10(level)).sum() <= binom.isf(0.001, len(highest), level)


@pytest.mark.parametrize(("name", "most"), [
    ("shelves:10", 6), ("shelves:20", 30), ("packet:5", 20), ("one-order:1", 3), ("queues:38", 30),
    ("taken-back", 10), ("single-cycle", 12), ("even-orders", 30),
])  # fmt: skip
def test_hopeless_shufflers_are_found_soon(name, most):
    units = defect(name).make(np.random.Generator(np.random.PCG64(5)), DECK, most)
    result = order_bets(list(observed(units, DECK)), level=0.001)
    assert 0 < result.crossed_at <= most


@pytest.mark.parametrize("decks", [6, 8])
def test_orders_of_several_marked_decks_have_numbers_for_laws(decks):
    """Chances of what a machine leaves that does not shuffle are below all numbers."""
    cards = CardSet.of_decks("shoe", decks)
    population, deck = Population(Kind.SHUFFLE, cards=cards), cards.new_deck_order()
    family = contrasts(population, (CardGroup("ace"),), parse_served(("players 1",)), 7, 0)
    for output, crosses in ((np.random.default_rng(decks).permutation, False), (lambda order: order, True)):
        monitor = OrderBets("shuffles", 0.001, population, family)
        for unit in range(6):
            monitor.take(Block(population, unit, (Shuffle(deck, output(deck)),), WITNESSED))
        assert np.isfinite(monitor.watched.log10_value)
        assert bool(monitor.watched.crossed_at) is crosses


def test_a_hopeless_generator_is_found_soon_and_nothing_is_read_after_the_crossing():
    values = list(RANDOM.integers(0, 6, 17))
    for _ in range(6000):
        values.append((values[-17] + values[-5]) % 6)
    assert 0 < outcome_bets(np.array(values, dtype=np.uint16) + np.uint16(1)).crossed_at < 6000
    monitor = OutcomeBets("draws", LEVEL, DIE)
    monitor.take(Block(DIE, 0, (Draws(np.full(5000, 2, dtype=np.uint16)),), WITNESSED))
    before = monitor.watched
    assert before.crossed_at == before.units == before.highest_at
    monitor.take(Block(DIE, 5000, (Draws(np.full(5000, 2, dtype=np.uint16)),), WITNESSED))
    assert monitor.watched == before


BETS = {
    7: (float.fromhex("0x1.635fc2f8708d2p+0"), float.fromhex("0x1.440cf621fa36ep+1"), 17408, 2967),
    40: (float.fromhex("0x1.2bd9f88b41578p+6"), float.fromhex("0x1.344d2d40c57f0p+6"), 19456, 784),
}


@pytest.mark.parametrize("outcomes", BETS)
def test_bets_of_the_check_are_what_they_were(outcomes):
    """Results of runs that were released follow from them; logarithms of a system's library differ in their last digits."""
    codes = np.random.Generator(np.random.PCG64(outcomes)).integers(0, outcomes, 20_000).astype(np.int32)
    codes[1::50] = codes[::50]
    bets = bettors.bets(codes, outcomes)
    *logarithms, peak_at, named = BETS[outcomes]
    assert [bets.log_capital, bets.log_peak] == pytest.approx(logarithms, rel=1e-13)
    assert (bets.peak_at, bets.named) == (peak_at, named)


def test_the_next_card_is_bet_on_as_plain_loops_do():
    deck = types(DECK.held.new_deck_order())
    random = np.random.default_rng(4)
    sample = [random.permutation(deck) for _ in range(5)]
    sample[2:4] = sample[:2]
    stake = NextCards(DECK)
    stake.take(np.array(sample, dtype=np.uint16))
    capital = 0.0
    for prior in (50, 500):
        product_of_factors, before = 1.0, []
        for order in sample:
            for place, kind in enumerate(order):
                left = list(order[place:])
                weights = [prior + 52 * sum(old[place] == card for old in before) for card in left]
                product_of_factors *= weights[left.index(kind)] / sum(weights) * len(left)
            before.append(order)
        capital += product_of_factors / 2
    assert stake.log_capital == pytest.approx(np.log(capital), abs=1e-9)
    assert capital > 10


def test_a_learned_law_is_what_a_bettor_makes_value_by_value():
    chances, priors = np.array([0.1, 0.2, 0.7, 0.5, 0.5]), (5.0, 50.0)
    laws = Mixtures(chances, np.array([0, 3]), priors)
    values, coins = [0, 0, 2, 0, 1, 0], [1, 1, 1, 0]
    capital = 0.0
    for prior in priors:
        for law, seen in ((chances[:3], values), (chances[3:], coins)):
            each = 1.0
            for at, value in enumerate(seen):
                named = (prior * law[value] + seen[:at].count(value)) / (prior + at)
                each *= named / law[value]
            capital += each / 4
    counts = np.array([4, 1, 1, 1, 3])
    assert exp(laws.log_capital(counts)) == pytest.approx(capital, rel=1e-12)
