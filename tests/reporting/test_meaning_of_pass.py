"""A pass says what it excludes: limits that hold, or bounds reached and what they do not cover."""

from dataclasses import replace

import pytest

from labharness.analysis.decision.declared import declared_checks
from labharness.analysis.sampling.orders.card_groups import CardGroup
from labharness.assessment.runs.subject import Subject
from labharness.assessment.statements import meaning_of_pass
from labharness.checks.places.seat_contrasts import Seats
from labharness.errors import PlanError
from labharness.language.catalog import say
from labharness.model.gains import GainBound, Gainer, GainUnit, Limit
from labharness.model.reasons.gain import Gains
from labharness.model.reasons.plan import Plans
from labharness.model.reasons.statement import Statements
from labharness.model.results import Outcome
from labharness.plans.frozen import freeze
from tests.support.dossiers import with_summary
from tests.support.plans import catalog
from tests.support.run_factory import PLAN, RESULTS, failing, write_run

BOUND = GainBound(Gainer.GUESSER, Gains.GUESS_IN_DECK(), GainUnit.POINTS, 0.1, 0.75, 0.95)
LIMITED = PLAN.replace(
    'check = "rising_sequences"\nstage = "shuffles"\n',
    'check = "rising_sequences"\nstage = "shuffles"\n'
    '[[checks.limits]]\ngainer = "guesser"\nunit = "points"\nbelow = 1.0\nreason = "Half of the house edge."\n',
)


def run_of(path, plan=PLAN, bounds=(BOUND,), **options):
    results = {**RESULTS, "rising": replace(RESULTS["rising"], bounds=bounds)}
    return write_run(path, plan=plan, results=results, **options)


def test_without_a_limit_a_pass_means_not_shown_to_be_unfair(tmp_path, text_of):
    run = run_of(tmp_path / "run")
    meaning = meaning_of_pass(Subject.of(run))
    assert meaning.is_a(Statements.BOUNDS_REACHED)
    assert say(meaning) == (
        "Passed means: not shown to be unfair. Excluded: more than this. Naming each card of a shuffle from those "
        "already seen: a guesser gains at most 0.75 percentage points (95% confidence). Not bounded: a seat, the "
        "dealer or a side, and a predictor, other ways to gain."
    )
    first, *others = text_of(run)
    assert "Passed means: not shown to be unfair." in first
    assert (
        "Bound on a gain Naming each card of a shuffle from those already seen: a guesser gains"
        in " ".join(others)
    )


def test_without_a_bound_nothing_is_bounded(tmp_path):
    assert say(meaning_of_pass(Subject.of(run_of(tmp_path / "run", bounds=None)))) == (
        "Passed means: not shown to be unfair. Not bounded: a gain of a seat, the dealer or a side, a guesser, or a "
        "predictor."
    )


def test_page_one_states_the_largest_bound_of_several_groups_of_cards(tmp_path):
    bounds = tuple(
        GainBound(Gainer.SEAT, Seats.AT_PLACE(group=group, places=16), GainUnit.POINTS, 2.7, upper, 0.95, 64)
        for group, upper in ((CardGroup.ACE, 10.5), (CardGroup.TEN, 16.7))
    )
    meaning = say(meaning_of_pass(Subject.of(run_of(tmp_path / "run", bounds=bounds))))
    assert meaning == (
        "Passed means: not shown to be unfair. Excluded: more than this. Too many or too few at any of 16 places: "
        "ten-valued cards: a seat gains at most 16.7 percentage points (95% confidence). Not bounded: the dealer or a "
        "side, a guesser, and a predictor, other ways to gain."
    )


def test_a_limit_stands_beside_its_bound_with_its_reason(tmp_path, text_of):
    run = run_of(tmp_path / "run", LIMITED)
    limit = Gains.LIMIT(
        bound=Gains.BOUND(
            gainer=Gainer.GUESSER, what=BOUND.what, upper=0.75, unit=GainUnit.POINTS, level=0.95
        ),
        below=1.0,
        reason="Half of the house edge.",
    )
    left = (Gainer.SEAT, Gainer.SIDE, Gainer.PREDICTOR)
    assert meaning_of_pass(Subject.of(run)) == Statements.LIMITS_HOLD(limits=(limit,), unbounded=left)
    first, *others = text_of(run)
    assert "Every limit of the plan holds. Naming each card" in first
    assert "declared limit 1 (Half of the house edge.)" in " ".join(others)


def test_beside_a_limit_page_one_states_the_other_bounds_and_what_they_mean(tmp_path):
    seat = GainBound(
        Gainer.SEAT, Seats.AT_PLACE(group=CardGroup.ACE, places=16), GainUnit.POINTS, 1.0, 6.5, 0.95, 16
    )
    meaning = meaning_of_pass(Subject.of(run_of(tmp_path / "run", LIMITED, (BOUND, seat))))
    assert meaning.is_a(Statements.LIMITS_AND_BOUNDS)
    assert say(meaning) == (
        "Every limit of the plan holds. Naming each card of a shuffle from those already seen: a guesser gains at most "
        "0.75 percentage points (95% confidence); declared limit 1 (Half of the house edge.). Of other gains passed means: "
        "not shown to be unfair. Excluded: more than this. Too many or too few at any of 16 places: aces: a seat gains at "
        "most 6.5 percentage points (95% confidence). Not bounded: the dealer or a side and a predictor, other ways to "
        "gain."
    )


def test_what_did_not_pass_claims_nothing(tmp_path):
    results, verdict = failing()
    failed = Subject.of(write_run(tmp_path / "failed", results=results, verdict=verdict))
    assert meaning_of_pass(failed) is None
    counted = Subject.of(write_run(tmp_path / "counted"))
    only = {"composition": counted.summary.results["composition"]}
    assert meaning_of_pass(with_summary(counted, results=only)) is None


def test_a_plan_hands_its_limits_to_the_rule():
    plan = freeze(LIMITED.replace("APPLICATION", "0" * 64).encode(), "plan.toml").plan
    limits = {one.check_id: one.limits for one in declared_checks(plan, catalog())}
    assert limits["rising"] == (Limit(Gainer.GUESSER, GainUnit.POINTS, 1.0),)
    assert limits["position-card"] == ()


def test_a_gain_is_limited_once():
    (text,) = [each for each in LIMITED.partition("[[checks.limits]]")[2].splitlines() if "reason" in each]
    twice = LIMITED.replace(
        text, f'{text}\n[[checks.limits]]\ngainer = "guesser"\nunit = "points"\nbelow = 9\nreason = "x"'
    )
    with pytest.raises(PlanError) as caught:
        freeze(twice.replace("APPLICATION", "0" * 64).encode(), "plan.toml")
    wrong = Plans.LIMIT_TWICE(check="rising", gainer=Gainer.GUESSER, unit=GainUnit.POINTS)
    assert any(one["problem"] == wrong for one in caught.value.reasons)


def test_the_outcome_of_a_run_that_passed_is_a_pass(tmp_path):
    assert Subject.of(run_of(tmp_path / "run")).outcome is Outcome.PASS
