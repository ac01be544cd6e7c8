"""A pass needs a bound below every limit that the plan declares."""

from dataclasses import replace

import pytest

from labharness.analysis.decision.rule import DecisionLevels, DeclaredCheck, awaits_retest, decide
from labharness.model.reasons.decision import Held
from labharness.model.reasons.game import Gains
from labharness.model.results import CheckResult, GainBound, Gainer, GainUnit, Limit, Outcome
from labharness.reason import Titled

WHAT = Gains.FIXED_OUTCOME()
BOUND = GainBound(Gainer.GUESSER, WHAT, GainUnit.POINTS, 0.5, 2.0, 0.95, 7)
RESULT = CheckResult(1000, p={"two_sided": 0.4}, bounds=(BOUND,))
PLANNED = DeclaredCheck("frequency", limits=(Limit(Gainer.GUESSER, GainUnit.POINTS, 2.5),))


def decided(result, planned=PLANNED):
    return decide([planned], {"frequency": result}, DecisionLevels()).decisions[0]


def test_a_bound_above_the_limit_is_inconclusive_and_names_the_sample_that_would_settle_it():
    planned = replace(PLANNED, limits=(Limit(Gainer.GUESSER, GainUnit.POINTS, 1.25),))
    result = decided(RESULT, planned)
    expected = Held.BOUND_ABOVE(
        check=Titled("frequency"), gainer=Gainer.GUESSER, what=WHAT, upper=2.0, unit=GainUnit.POINTS, below=1.25,
        recorded=1000, needed=4000,
    )  # fmt: skip
    assert (result.outcome, result.reason) == (Outcome.INCONCLUSIVE, expected)
    assert not awaits_retest(result)


@pytest.mark.parametrize(
    "bounds", [None, (), (replace(BOUND, unit=GainUnit.CENTS),), (replace(BOUND, gainer=Gainer.SEAT),)]
)
def test_a_limit_without_a_bound_of_its_kind_is_no_pass(bounds):
    result = decided(replace(RESULT, bounds=bounds))
    assert (result.outcome, result.reason) == (
        Outcome.INCONCLUSIVE,
        Held.BOUND_MISSING(check=Titled("frequency"), gainer=Gainer.GUESSER, unit=GainUnit.POINTS, below=2.5),
    )


@pytest.mark.parametrize("upper", [2.5, 3.0, float("nan")])
def test_every_bound_must_lie_below_the_limit(upper):
    other = replace(BOUND, upper=upper)
    for bounds in ((other,), (BOUND, other)):
        assert decided(replace(RESULT, bounds=bounds)).outcome is Outcome.INCONCLUSIVE


def test_a_bound_below_the_limit_passes_and_cures_no_failure():
    assert decided(RESULT).outcome is Outcome.PASS
    assert decide([PLANNED], {"frequency": RESULT}, DecisionLevels()).outcome is Outcome.PASS
    assert decided(replace(RESULT, p={"two_sided": 1e-9})).outcome is Outcome.FAIL
    informational = replace(PLANNED, required=False, limits=(Limit(Gainer.GUESSER, GainUnit.POINTS, 1.0),))
    assert decided(RESULT, informational).outcome is Outcome.INCONCLUSIVE
    planned = replace(PLANNED, limits=(Limit(Gainer.GUESSER, GainUnit.POINTS, 0.4),))
    assert decided(RESULT, planned).reason.is_a(Held.GAIN_ABOVE)
