"""A pass says what it excludes: limits that hold, or bounds reached and what they do not cover.

Page one claims nothing about who knows the generator: each bound names the strategies that were tried.
"""

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from labharness.analysis.decision.rule import declared_checks
from labharness.analysis.sampling.orders.card_groups import CardGroup
from labharness.analysis.sampling.tables import Block, Population
from labharness.assessment.runs.subject import Subject
from labharness.assessment.statements import bound_reached, is_bound, meaning_of_pass
from labharness.checks.outcomes.betting import Betting
from labharness.checks.outcomes.frequency import Frequency
from labharness.checks.places.seat_contrasts import Seats
from labharness.errors import PlanError
from labharness.language.catalog import say
from labharness.model.observations import Draws, Kind
from labharness.model.reasons.decision import Statements
from labharness.model.reasons.game import Gains
from labharness.model.reasons.plan import Plans
from labharness.model.results import GainBound, Gainer, GainUnit, Limit, Outcome
from labharness.plans.frozen import freeze
from labharness.reporting.build import build_report
from labharness.testing.samples import WITNESSED
from tests.support.dossiers import with_summary
from tests.support.plans import catalog
from tests.support.reasons import refused
from tests.support.run_factory import PLAN, RESULTS, failing, worded, write_run
from tests.support.shown import shown

BOUND = GainBound(
    Gainer.GUESSER, Gains.GUESS_IN_DECK(), GainUnit.POINTS, 0.1, 0.75, 0.95, covers=Gains.BY_DIRECTION()
)
LAST = (Statements.OTHER_STRATEGIES(), Statements.UNBOUNDED())
LIMITED = PLAN.replace(
    'check = "rising_sequences"\nstage = "shuffles"\n',
    'check = "rising_sequences"\nstage = "shuffles"\n'
    '[[checks.limits]]\ngainer = "guesser"\nunit = "points"\nbelow = 1.0\nreason = "Half of the house edge."\n',
)


def bounding(subject, *bounds):
    """Return a run of which a check gave these bounds."""
    rising = replace(RESULTS["rising"], bounds=bounds or None)
    return with_summary(subject, results={**subject.summary.results, "rising": rising})


def bounds_of(meaning):
    return list(filter(is_bound, meaning))


@pytest.fixture(scope="module")
def passed(tmp_path_factory):
    return Subject.of(write_run(tmp_path_factory.mktemp("passed") / "run"))


@pytest.fixture(scope="module")
def limited(tmp_path_factory):
    """A run that passed under a plan with a limit."""
    return Subject.of(write_run(tmp_path_factory.mktemp("limited") / "run", plan=LIMITED))


@pytest.fixture(scope="module")
def shown_parts(sections):
    """Return a function that returns what a run's report shows: its cover, and the rest."""

    def read(subject):
        first, *others = shown(build_report, subject, sections).parts
        return first, " ".join(others)

    return read


def test_without_a_limit_a_pass_means_not_shown_to_be_unfair(passed, shown_parts):
    subject = bounding(passed, BOUND)
    meaning = meaning_of_pass(subject)
    bare = Statements.NOT_BOUNDED(unbounded=(Gainer.SEAT, Gainer.SIDE, Gainer.PREDICTOR))
    assert subject.outcome is Outcome.PASS
    assert meaning == (Statements.BOUNDS_REACHED(), bound_reached(BOUND), bare, *LAST)
    (bound,) = bounds_of(meaning)
    assert (bound["covers"], bound["limit"]) == (Gains.BY_DIRECTION(), Gains.NO_LIMIT())
    first, others = shown_parts(subject)
    covered = say(Gains.BY_DIRECTION())
    assert all(part in first for part in (*map(say, meaning), covered))
    assert covered in others


def test_what_bounds_reach_and_what_they_leave(passed):
    bare = (Statements.NOT_SHOWN_UNFAIR(), Statements.NOT_BOUNDED(unbounded=tuple(Gainer)))
    assert meaning_of_pass(bounding(passed)) == bare, "without a bound nothing is bounded"

    everybody = [replace(BOUND, gainer=each, what=worded(each)) for each in Gainer]
    left = [each for each in meaning_of_pass(bounding(passed, *everybody)) if not is_bound(each)]
    assert left == [Statements.BOUNDS_REACHED(), *LAST], "only strategies are left"

    (unnamed,) = bounds_of(meaning_of_pass(bounding(passed, replace(BOUND, covers=None))))
    assert unnamed["covers"] == Gains.BY_UNKNOWN(), "a record that names no strategies claims none"

    under = meaning_of_pass(bounding(passed, replace(BOUND, estimate=-3.0, upper=-2.5)))
    assert [each.is_a(Gains.NO_GAIN) for each in bounds_of(under)] == [True]
    assert "-" not in "".join(map(say, under)).replace("-valued", "")


def seat(group, estimate, upper):
    return GainBound(
        Gainer.SEAT, Seats.AT_PLACE(group=group, places=16), GainUnit.POINTS, estimate, upper, 0.95, 16
    )


def test_page_one_states_the_largest_bound_of_several_groups_of_cards(passed):
    bounds = seat(CardGroup.ACE, 2.7, 10.5), seat(CardGroup.TEN, 2.7, 16.7)
    assert [each["upper"] for each in bounds_of(meaning_of_pass(bounding(passed, *bounds)))] == [16.7]


def test_a_limit_stands_beside_its_bound_with_its_reason_and_other_bounds_by_themselves(limited, shown_parts):
    meaning = meaning_of_pass(bounding(limited, BOUND))
    assert meaning[0] == Statements.LIMITS_HOLD()
    assert Statements.OTHER_BOUNDS() not in meaning
    (limit,) = bounds_of(meaning)
    assert limit["limit"] == Gains.BELOW_LIMIT(below=1.0, reason="Half of the house edge.")
    first, others = shown_parts(bounding(limited, BOUND))
    assert "Every limit of the plan holds" in first
    assert "the plan's limit of 1 (Half of the house edge)" in others

    meaning = meaning_of_pass(bounding(limited, BOUND, seat(CardGroup.ACE, 1.0, 6.5)))
    limit, other = bounds_of(meaning)
    assert meaning[:4] == (Statements.LIMITS_HOLD(), limit, Statements.OTHER_BOUNDS(), other)
    assert (limit["upper"], other["upper"]) == (0.75, 6.5)


def test_a_bound_beside_a_pass_says_what_it_means_against_the_limit(limited):
    """Such as that of a check for information, whose limit prevents no pass: the limit is not said to hold."""
    limit = {"below": 1.0, "unit": GainUnit.POINTS, "reason": "Half of the house edge."}
    for estimate, reason in ((0.1, Gains.ABOVE_LIMIT(**limit)), (1.2, Gains.SHOWN(estimate=1.2, **limit))):
        meaning = meaning_of_pass(bounding(limited, replace(BOUND, estimate=estimate, upper=1.5)))
        assert meaning[0] == Statements.BOUNDS_REACHED()
        assert [each["limit"] for each in bounds_of(meaning)] == [reason]


def test_what_did_not_pass_claims_nothing(passed):
    results, verdict = failing()
    assert meaning_of_pass(with_summary(passed, results=results, verdict=verdict)) == ()
    only = {"composition": passed.summary.results["composition"]}
    assert meaning_of_pass(with_summary(passed, results=only)) == ()


def test_a_plan_hands_its_limits_to_the_rule():
    plan = freeze(LIMITED.replace("APPLICATION", "0" * 64).encode(), "plan.toml").plan
    limits = {check.check_id: check.limits for check in declared_checks(plan, catalog())}
    assert limits["rising"] == (Limit(Gainer.GUESSER, GainUnit.POINTS, 1.0),)
    assert limits["position-card"] == ()


def test_a_gain_is_limited_once():
    again = '[[checks.limits]]\ngainer = "guesser"\nunit = "points"\nbelow = 9\nreason = "x"\n'
    twice = LIMITED.replace("[[checks.limits]]\n", f"{again}[[checks.limits]]\n").replace(
        "APPLICATION", "0" * 64
    )
    wrong = Plans.LIMIT_TWICE(check="rising", gainer=Gainer.GUESSER, unit=GainUnit.POINTS)
    assert wrong in [reason["problem"] for reason in refused(PlanError, freeze, twice.encode(), "plan.toml")]


NUMBER, FACES = 20_000, 7
MASK = (1 << 64) - 1


def java(seed: int) -> Iterator[int]:
    """java.util.Random.nextInt(7)."""
    state = (seed ^ 0x5DEECE66D) & ((1 << 48) - 1)
    while True:
        state = (state * 0x5DEECE66D + 11) & ((1 << 48) - 1)
        bits = state >> 17
        if bits - bits % FACES + FACES - 1 < 1 << 31:
            yield bits % FACES


def v8(seed: int) -> Iterator[int]:
    """Math.floor(7 * Math.random()) of V8: xorshift128+, 64 values at a time, the last one first."""
    first, second = seed, seed ^ MASK
    while True:
        batch = []
        for _ in range(64):
            each, two = first, second
            first = two
            each ^= each << 23 & MASK
            second = each ^ each >> 17 ^ two ^ two >> 26
            batch.append((first >> 12) / (1 << 52))
        yield from (int(FACES * value) for value in reversed(batch))


def mersenne(seed: int) -> Iterator[int]:
    """MT19937 as in Python."""
    source = random.Random(seed)
    while True:
        yield source.randrange(FACES)


def xorshift(seed: int) -> Iterator[int]:
    """xorshift32, modulo 7."""
    state = seed
    while True:
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        yield state % FACES


@pytest.mark.parametrize("generator", [java, v8, mersenne, xorshift])
def test_no_bound_is_said_of_who_knows_the_generator(generator, passed):
    """Whoever runs the generator names every outcome; the sample shows none of it."""
    source = generator(461)
    codes = np.array([next(source) + 1 for _ in range(NUMBER)], dtype=np.uint16)
    population = Population(Kind.DRAW, low=1, high=FACES)
    block = Block(population, 0, (Draws(codes),), WITNESSED)
    results = [check.judge(check.tally(block), population) for check in (Frequency(), Betting())]
    assert min(result.p["two_sided"] for result in results) > 0.001
    bounds = tuple(bound for result in results for bound in result.bounds)
    assert max(bound.upper for bound in bounds if bound.unit == "points") < 2

    meaning = meaning_of_pass(bounding(passed, *bounds))
    assert meaning[0] == Statements.BOUNDS_REACHED()
    covers = [each["covers"] for each in bounds_of(meaning)]
    assert all(each.is_a(Gains.BY_FIXED, Gains.BY_LEADER) for each in covers)
    leader = next(each for each in covers if each.is_a(Gains.BY_LEADER))
    assert (leader["contexts"], leader["sums"], leader["lags"]) == (18, 32_572, 1024)
    assert meaning[-1] == Statements.UNBOUNDED()
