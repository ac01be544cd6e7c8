"""Checks that state a gain bound it, and the bound holds as often as it says."""

import numpy as np
import pytest
from numpy.random import PCG64, Generator

from labharness.analysis.laws.fair_orders import FairOrders
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.rows import CardRows
from labharness.checks.orders.feedback_guessing import LEAST_BOUNDED, FeedbackGuessing
from labharness.checks.outcomes.frequency import Frequency
from labharness.checks.places.outcome_law import OutcomeLaw
from labharness.checks.rounds.guessing_advantage import GuessingAdvantage
from labharness.model.cards import CardSet
from labharness.model.gains import Gainer, GainUnit
from labharness.model.observations import Draws, Kind, Round, Shuffle
from labharness.testing.samples import WITNESSED

DIGITS = Population(Kind.DRAW, low=1, high=7)
ONE = Population(Kind.SHUFFLE, CardSet.of_decks("one deck", 1))
EIGHT = Population(Kind.SHUFFLE, CardSet.of_decks("eight decks", 8))
ROUNDS = Population(Kind.ROUND, CardSet.of_decks("four decks", 4), round_cards=20)


def judged(check, population, rows):
    return check.judge(check.tally(Block(population, 0, rows, WITNESSED)), population)


def drawn(chances, number, seed):
    values = Generator(PCG64(seed)).choice(np.arange(1, 8), number, p=chances).astype(np.uint16)
    return judged(Frequency(), DIGITS, (Draws(values),))


def shuffled(population, units, seed):
    deck = population.cards.new_deck_order()
    dealt = FairOrders(Generator(PCG64(seed))).of(deck, units)
    return CardRows(Shuffle, np.broadcast_to(deck, dealt.shape), dealt)


def test_a_loaded_outcome_is_worth_what_it_is_worth():
    points, cents = drawn([0.2, *[0.8 / 6] * 6], 150_000, 461).bounds
    true = 100 * (0.2 - 1 / 7)
    assert points.gainer is Gainer.GUESSER
    assert points.unit is GainUnit.POINTS
    assert true < points.upper < true + 0.5
    assert cents.upper == pytest.approx(700 * points.upper)


def test_a_fair_generator_is_bounded_by_a_third_of_a_point_at_a_night():
    points, _ = drawn([1 / 7] * 7, 150_000, 461).bounds
    assert 0 < points.upper < 0.4


@pytest.mark.parametrize("hands", [1, 5])
def test_a_game_bounds_each_side(hands):
    points, cents = judged(
        OutcomeLaw("baccarat-result", hands=hands), EIGHT, shuffled(EIGHT, 120, 461)
    ).bounds
    assert (points.gainer, points.unit, cents.unit) == (Gainer.SIDE, GainUnit.POINTS, GainUnit.CENTS)
    assert 0 < points.upper < 25
    assert points.upper > points.estimate


def test_few_units_of_several_hands_bound_nothing():
    assert judged(OutcomeLaw("baccarat-result", hands=5), EIGHT, shuffled(EIGHT, 40, 461)).bounds is None


def test_guesses_of_a_fair_deck_are_bounded_near_chance():
    (bound,) = judged(FeedbackGuessing(), ONE, shuffled(ONE, 260, 461)).bounds
    assert abs(bound.estimate) < 1
    assert 0 < bound.upper - bound.estimate < 0.5
    assert judged(FeedbackGuessing(), ONE, shuffled(ONE, LEAST_BOUNDED - 1, 461)).bounds is None


def test_guesses_after_rounds_are_bounded_without_a_limit_too():
    dealt = FairOrders(Generator(PCG64(461))).of(ROUNDS.cards.new_deck_order(), 100)[:, :20]
    result = judged(GuessingAdvantage(), ROUNDS, CardRows(Round, dealt, dealt))
    (bound,) = result.bounds
    assert result.not_applicable is not None
    assert bound.upper > bound.estimate == pytest.approx(100 * result.effect.value)


def test_bounds_cover_what_they_bound():
    law = [0.2, *[0.8 / 6] * 6]
    found = [drawn(law, 400, seed).bounds[0].upper >= 100 * (0.2 - 1 / 7) for seed in range(400)]
    assert np.mean(found) >= 0.92
