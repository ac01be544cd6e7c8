"""Checks that state a gain bound it, and the bound holds as often as it says."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.random import PCG64, Generator

from labharness.analysis.decision.rule import DecisionLevels, DeclaredCheck, decide
from labharness.analysis.laws.null_samples import FairOrders
from labharness.analysis.sampling.orders.card_groups import CardGroup
from labharness.analysis.sampling.tables import CardRows, Population
from labharness.checks.orders.feedback_guessing import LEAST_BOUNDED, FeedbackGuessing
from labharness.checks.outcomes.betting import Betting
from labharness.checks.outcomes.frequency import Frequency
from labharness.checks.places.outcome_law import OutcomeLaw
from labharness.checks.places.seat_contrasts import SeatContrasts
from labharness.checks.rounds.guessing_advantage import GuessingAdvantage
from labharness.model.cards import CardSet
from labharness.model.observations import Draws, Kind, Round, Shuffle
from labharness.model.reasons.decision import Held
from labharness.model.reasons.game import Gains
from labharness.model.results import Gainer, GainUnit, Limit, Outcome
from tests.support.judged import judged

DIGITS = Population(Kind.DRAW, low=1, high=7)
ONE = Population(Kind.SHUFFLE, CardSet.of_decks("one deck", 1))
EIGHT = Population(Kind.SHUFFLE, CardSet.of_decks("eight decks", 8))
ROUNDS = Population(Kind.ROUND, CardSet.of_decks("four decks", 4), round_cards=20)


SEATS = SeatContrasts(
    groups=(CardGroup.ACE, CardGroup.TEN_OR_ACE, CardGroup.HI_LO),
    served=("players 1", "up 1", "players 1", "hole 1"),
    replicates=99,
)


def drawn(chances, number, seed):
    values = Generator(PCG64(seed)).choice(np.arange(1, 8), number, p=chances).astype(np.uint16)
    return judged(Frequency(), DIGITS, (Draws(values),))


def shuffled(population, units, seed):
    deck = population.cards.new_deck_order()
    dealt = FairOrders(Generator(PCG64(seed))).of(deck, units)
    return CardRows(Shuffle, np.broadcast_to(deck, dealt.shape), dealt)


def test_a_loaded_outcome_is_worth_what_it_is_worth_and_a_fair_one_hardly_anything():
    points, cents = drawn([0.2, *[0.8 / 6] * 6], 150_000, 461).bounds
    true = 100 * (0.2 - 1 / 7)
    assert points.gainer is Gainer.GUESSER
    assert points.unit is GainUnit.POINTS
    assert true < points.upper < true + 0.5
    assert cents.upper == pytest.approx(700 * points.upper)
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


def test_groups_of_cards_are_bounded_at_every_place():
    """Ace and ten or ace at 16 places: the joint half-widths of a night are 5.7 and 10.4 points (normal law)."""
    aces, tens = judged(SEATS, ONE, shuffled(ONE, 260, 461)).bounds
    assert (aces.gainer, aces.unit, aces.cells) == (Gainer.SEAT, GainUnit.POINTS, 32)
    assert 5 < aces.upper - aces.estimate < 9
    assert 8 < tens.upper - tens.estimate < 12
    rows = shuffled(ONE, 3000, 461)
    poor = rows.second.copy()
    for order in poor:  # the first card is exchanged for the last wherever it is an ace
        if order[0] % 13 == 0:
            order[[0, -1]] = order[[-1, 0]]
    starved = judged(SEATS, ONE, CardRows(Shuffle, rows.first, poor)).bounds[0]
    left = 100 / 13 * (1 - 3 / 51)  # the last card is an ace too where two are
    assert left - 0.5 < starved.estimate < left + 0.5
    assert left < starved.upper < left + 2


def test_a_seat_whose_bound_lies_above_the_limit_is_inconclusive_with_the_sample_that_settles_it():
    result = judged(SEATS, ONE, shuffled(ONE, 260, 461))
    limited = DeclaredCheck("seats", limits=(Limit(Gainer.SEAT, GainUnit.POINTS, 12.0),))
    (decision,) = decide([limited], {"seats": result}, DecisionLevels()).decisions
    bound = next(bound for bound in result.bounds if bound.upper >= 12)
    assert decision.outcome is Outcome.INCONCLUSIVE
    assert decision.reason.is_a(Held.BOUND_ABOVE)
    assert decision.reason["needed"] == bound.units_needed(260, 12.0) > 260
    wide = DeclaredCheck("seats", limits=(Limit(Gainer.SEAT, GainUnit.POINTS, 25.0),))
    assert decide([wide], {"seats": result}, DecisionLevels()).outcome is Outcome.PASS


def test_few_units_and_a_declared_buffer_bound_nothing():
    assert judged(OutcomeLaw("baccarat-result", hands=5), EIGHT, shuffled(EIGHT, 40, 461)).bounds is None
    dealt = FairOrders(Generator(PCG64(461))).of(ROUNDS.cards.new_deck_order(), 40)[:, :20]
    ready = replace(ROUNDS, buffer=4)
    assert judged(SEATS, ready, CardRows(Round, dealt, dealt)).bounds is None


def test_guesses_of_a_fair_deck_and_after_rounds_are_bounded():
    (bound,) = judged(FeedbackGuessing(), ONE, shuffled(ONE, 260, 461)).bounds
    assert abs(bound.estimate) < 1
    assert 0 < bound.upper - bound.estimate < 0.5
    assert judged(FeedbackGuessing(), ONE, shuffled(ONE, LEAST_BOUNDED - 1, 461)).bounds is None
    dealt = FairOrders(Generator(PCG64(461))).of(ROUNDS.cards.new_deck_order(), 100)[:, :20]
    result = judged(GuessingAdvantage(), ROUNDS, CardRows(Round, dealt, dealt))
    (bound,) = result.bounds
    assert result.not_applicable is not None
    assert bound.upper > bound.estimate == pytest.approx(100 * result.effect.value)


def test_a_predictor_of_a_known_sequence_gains_and_one_that_guesses_worse_than_chance_nothing():
    codes = Generator(PCG64(461)).integers(1, 8, 20_000).astype(np.uint16)
    points, cents = judged(Betting(), DIGITS, (Draws(codes),)).bounds
    assert (points.gainer, cents.unit) == (Gainer.PREDICTOR, GainUnit.CENTS)
    assert 0 < points.upper < 1
    assert cents.upper == pytest.approx(700 * points.upper)
    known = judged(Betting(), DIGITS, (Draws((np.arange(20_000) % 7 + 1).astype(np.uint16)),)).bounds[0]
    assert known.upper > known.estimate > 75
    # A deck that is named worse than by chance: the guesser stops, and gains nothing.
    deck = ONE.cards.new_deck_order()
    poor = np.tile(deck[::-1], (60, 1))  # the next card is never that which follows
    (bound,) = judged(
        FeedbackGuessing("next"), ONE, CardRows(Shuffle, np.broadcast_to(deck, poor.shape), poor)
    ).bounds
    assert bound.estimate < 0
    assert bound.upper == 0
    assert bound.covers == Gains.BY_NEXT()
