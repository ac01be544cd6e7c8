"""Which plans declare what would harm, and what becomes of a sample that cannot exclude it."""

import numpy as np
import pytest

from labharness.analysis.decision.rule import decide, declared_checks, declared_rule
from labharness.analysis.power.defects.flawed_rounds import buffered
from labharness.analysis.sampling.sample import population_of
from labharness.analysis.sampling.tables import Block, CardRows, Population
from labharness.model.device import DeviceClass
from labharness.model.observations import Draws, Kind, Round
from labharness.model.reasons.decision import Held
from labharness.model.results import Gainer, Outcome
from labharness.plans.frozen import freeze
from labharness.plans.suite import small_plan
from labharness.testing.samples import WITNESSED
from tests.support.plans import catalog, every_plan, read_plan

ROUNDS = {DeviceClass.CONTINUOUS_SHUFFLER, DeviceClass.RESHUFFLING_SHOE}
GENERATORS = {DeviceClass.COMPUTERIZED_RNG, DeviceClass.TABLE_GAME_SYSTEM}
SMALL = {"pai-gow-poker-645a-starting-position"}
GENERATOR = "pai-gow-poker-645a-computerized-rng"
CONTINUOUS, SHOE = "blackjack-633a-continuous-shuffler", "criss-cross-poker-592-reshuffling-shoe"


def judged(frozen, check_id, population, rows):
    """Return the decision of one check of a plan about a sample."""
    (planned,) = (check for check in frozen.plan.checks if check.id == check_id)
    check = catalog().build(planned)
    result = check.judge(check.tally(Block(population, 0, rows, WITNESSED)), population)
    answer = decide(declared_checks(frozen.plan, catalog()), {check_id: result}, declared_rule(frozen.plan))
    return next(decision for decision in answer.decisions if decision.check_id == check_id)


def drawn(check_id, number):
    codes = np.random.default_rng(461).integers(1, 8, number).astype(np.uint16)
    return judged(read_plan(GENERATOR), check_id, Population(Kind.DRAW, low=1, high=7), (Draws(codes),))


def dealt(name, buffer, rounds=1000):
    frozen = read_plan(name)
    population = population_of(frozen, frozen.plan.acquisitions[0])
    cards = buffered(
        np.random.default_rng(461), population.held.marked(), rounds, population.round_cards, buffer
    )
    return judged(frozen, "guessing-advantage", population, CardRows(Round, cards, cards))


def test_plans_whose_sample_can_exclude_it_declare_what_harms():
    for name, frozen in every_plan().items():
        limits = [(check.check, limit) for check in frozen.plan.checks for limit in check.limits]
        wanted, device = set(), frozen.plan.device_class
        if device in GENERATORS and not name.endswith("-by-hand") and name not in SMALL:
            wanted = {("frequency", Gainer.GUESSER), ("betting", Gainer.PREDICTOR)}
        elif device in ROUNDS:
            wanted = {("guessing_advantage", Gainer.GUESSER)}
        assert {(check, limit.gainer) for check, limit in limits} == wanted, name
        assert all(limit.reason.endswith("harmful.") for _, limit in limits), name


def test_the_limits_of_a_check_that_is_left_out_go_with_it():
    name = "blackjack-633a-table-game-system"
    plan = freeze(small_plan(name, {}, without=("magic-card",)), "cut.toml").plan
    assert {check.stage for check in plan.checks} == {"lucky-player"}
    assert sum(len(check.limits) for check in plan.checks) == 2
    assert {check.check for check in plan.checks if check.limits} == {"frequency", "betting"}


@pytest.mark.parametrize("check_id", ["frequency-of-starting-position", "betting-of-starting-position"])
def test_a_short_sample_of_outcomes_is_inconclusive_and_names_the_sample_that_settles_it(check_id):
    short = drawn(check_id, 4_000)
    assert short.outcome is Outcome.INCONCLUSIVE
    assert short.reason.is_a(Held.BOUND_ABOVE)
    assert 4_000 < short.reason["needed"] < 1_000_000
    assert drawn(check_id, 170_000).outcome is Outcome.PASS


@pytest.mark.parametrize("name", [CONTINUOUS, SHOE], ids=["six decks", "one deck"])
def test_a_fair_device_of_rounds_stays_below_its_limit(name):
    assert dealt(name, 0).outcome is Outcome.PASS


def test_cards_that_lie_ready_unsaid_are_worth_too_much_to_who_remembers_a_round_of_one_deck():
    result = dealt(SHOE, 16)
    assert result.outcome is Outcome.INCONCLUSIVE
    assert result.reason.is_a(Held.GAIN_ABOVE)
    assert result.reason["estimate"] > 0.5
