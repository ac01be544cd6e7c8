"""A pass says what it excludes: limits that hold, or bounds reached and what they do not cover."""

from dataclasses import replace

import pytest

from labharness.analysis.decision.rule import declared_checks
from labharness.analysis.sampling.orders.card_groups import CardGroup
from labharness.assessment.runs.subject import Subject
from labharness.assessment.statements import bound_reached, is_bound, meaning_of_pass
from labharness.checks.places.seat_contrasts import Seats
from labharness.errors import PlanError
from labharness.language.catalog import say
from labharness.model.reasons.decision import Statements
from labharness.model.reasons.game import Gains
from labharness.model.reasons.plan import Plans
from labharness.model.results import GainBound, Gainer, GainUnit, Limit, Outcome
from labharness.plans.frozen import freeze
from tests.support.dossiers import with_summary
from tests.support.plans import catalog
from tests.support.run_factory import PLAN, RESULTS, failing, worded, write_run

BOUND = GainBound(
    Gainer.GUESSER, Gains.GUESS_IN_DECK(), GainUnit.POINTS, 0.1, 0.75, 0.95, covers=Gains.BY_DIRECTION()
)
LAST = (Statements.OTHER_STRATEGIES(), Statements.UNBOUNDED())
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
    left = (Gainer.SEAT, Gainer.SIDE, Gainer.PREDICTOR)
    bare = Statements.NOT_BOUNDED(unbounded=left)
    assert meaning == (Statements.BOUNDS_REACHED(), bound_reached(BOUND), bare, *LAST)
    (bound,) = filter(is_bound, meaning)
    assert (bound["covers"], bound["limit"]) == (Gains.BY_DIRECTION(), Gains.NO_LIMIT())
    first, *others = text_of(run)
    covered = say(Gains.BY_DIRECTION())
    assert all(part in first for part in (*map(say, meaning), covered))
    assert covered in " ".join(others)


def test_without_a_bound_nothing_is_bounded(tmp_path):
    meaning = meaning_of_pass(Subject.of(run_of(tmp_path / "run", bounds=None)))
    assert meaning == (Statements.NOT_SHOWN_UNFAIR(), Statements.NOT_BOUNDED(unbounded=tuple(Gainer)))


def test_where_everybody_is_bounded_only_strategies_are_left(tmp_path):
    bounds = tuple(replace(BOUND, gainer=each, what=worded(each)) for each in Gainer)
    meaning = meaning_of_pass(Subject.of(run_of(tmp_path / "run", bounds=bounds)))
    assert [each for each in meaning if not is_bound(each)] == [Statements.BOUNDS_REACHED(), *LAST]


def test_a_record_that_names_no_strategies_claims_none(tmp_path):
    meaning = meaning_of_pass(Subject.of(run_of(tmp_path / "run", bounds=(replace(BOUND, covers=None),))))
    assert [each["covers"] for each in meaning if is_bound(each)] == [Gains.BY_UNKNOWN()]


def test_page_one_states_the_largest_bound_of_several_groups_of_cards(tmp_path):
    bounds = tuple(
        GainBound(Gainer.SEAT, Seats.AT_PLACE(group=group, places=16), GainUnit.POINTS, 2.7, upper, 0.95, 64)
        for group, upper in ((CardGroup.ACE, 10.5), (CardGroup.TEN, 16.7))
    )
    meaning = meaning_of_pass(Subject.of(run_of(tmp_path / "run", bounds=bounds)))
    assert [each["upper"] for each in meaning if is_bound(each)] == [16.7]


def test_a_limit_stands_beside_its_bound_with_its_reason(tmp_path, text_of):
    run = run_of(tmp_path / "run", LIMITED)
    meaning = meaning_of_pass(Subject.of(run))
    assert meaning[0] == Statements.LIMITS_HOLD()
    assert Statements.OTHER_BOUNDS() not in meaning
    (limit,) = filter(is_bound, meaning)
    assert limit["limit"] == Gains.BELOW_LIMIT(below=1.0, reason="Half of the house edge.")
    first, *others = text_of(run)
    assert "Every limit of the plan holds" in first
    assert "the plan's limit of 1 (Half of the house edge)" in " ".join(others)


@pytest.mark.parametrize(
    ("estimate", "said"),
    [
        (0.1, Gains.ABOVE_LIMIT(below=1.0, unit=GainUnit.POINTS, reason="Half of the house edge.")),
        (1.2, Gains.SHOWN(estimate=1.2, below=1.0, unit=GainUnit.POINTS, reason="Half of the house edge.")),
    ],
)
def test_a_bound_beside_a_pass_says_what_it_means_against_the_limit(tmp_path, estimate, said):
    """Such as that of a check for information, whose limit prevents no pass: the limit is not said to hold."""
    wide = replace(BOUND, estimate=estimate, upper=1.5)
    meaning = meaning_of_pass(Subject.of(run_of(tmp_path / "run", LIMITED, (wide,))))
    assert meaning[0] == Statements.BOUNDS_REACHED()
    assert [each["limit"] for each in meaning if is_bound(each)] == [said]


def test_beside_a_limit_page_one_states_the_other_bounds_each_by_itself(tmp_path):
    seat = GainBound(
        Gainer.SEAT, Seats.AT_PLACE(group=CardGroup.ACE, places=16), GainUnit.POINTS, 1.0, 6.5, 0.95, 16
    )
    meaning = meaning_of_pass(Subject.of(run_of(tmp_path / "run", LIMITED, (BOUND, seat))))
    limit, other = filter(is_bound, meaning)
    assert meaning[:4] == (Statements.LIMITS_HOLD(), limit, Statements.OTHER_BOUNDS(), other)
    assert (limit["upper"], other["upper"]) == (0.75, 6.5)


def test_a_bound_below_zero_is_said_as_no_gain(tmp_path):
    under = replace(BOUND, estimate=-3.0, upper=-2.5)
    meaning = meaning_of_pass(Subject.of(run_of(tmp_path / "run", bounds=(under,))))
    assert [each.is_a(Gains.NO_GAIN) for each in meaning if is_bound(each)] == [True]
    assert "-" not in "".join(map(say, meaning)).replace("-valued", "")


def test_what_did_not_pass_claims_nothing(tmp_path):
    results, verdict = failing()
    failed = Subject.of(write_run(tmp_path / "failed", results=results, verdict=verdict))
    assert meaning_of_pass(failed) == ()
    counted = Subject.of(write_run(tmp_path / "counted"))
    only = {"composition": counted.summary.results["composition"]}
    assert meaning_of_pass(with_summary(counted, results=only)) == ()


def test_a_plan_hands_its_limits_to_the_rule():
    plan = freeze(LIMITED.replace("APPLICATION", "0" * 64).encode(), "plan.toml").plan
    limits = {check.check_id: check.limits for check in declared_checks(plan, catalog())}
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
    assert any(reason["problem"] == wrong for reason in caught.value.reasons)


def test_the_outcome_of_a_run_that_passed_is_a_pass(tmp_path):
    assert Subject.of(run_of(tmp_path / "run")).outcome is Outcome.PASS
