"""False alarms of whole plans: computed rates against the rule itself on uniform p-values; fixed seeds."""

from itertools import product

import numpy as np
import pytest

from labharness.analysis.decision.retest import Attempt, settle
from labharness.analysis.decision.rule import CitedRule, DecisionLevels, DeclaredCheck, false_alarms
from labharness.analysis.laws.intervals import clopper_pearson
from labharness.model.results import CheckResult, Outcome, Tail

RULE = DecisionLevels(0.02)
ALONE = [
    DeclaredCheck("a", citation=CitedRule("one", 0.9, fail_below=0.04)),
    DeclaredCheck("b", citation=CitedRule("two", 0.9, tail=Tail.TWO_SIDED, retest_below=0.05)),
]
SEVERAL = [
    DeclaredCheck(f"s{n}", citation=CitedRule("several", 0.9, True, fail_below=0.06)) for n in range(5)
]
OWN = [DeclaredCheck(f"o{n}") for n in range(4)]
NOTES = [DeclaredCheck(f"n{n}", required=False) for n in range(3)]
COUNT = [DeclaredCheck("cards", counting=True)]
FORTY = [DeclaredCheck(f"f{n}") for n in range(40)]


def attempt(name, plan, p):
    results = {
        item.check_id: CheckResult(
            9, p={"right": value, "left": 1 - value, "two_sided": min(2 * value, 2 - 2 * value)}
        )
        for item, value in zip(plan, p, strict=True)
    } | {"cards": CheckResult(9, violations=0)}
    return Attempt(name, "unit", (), "plan", results)


def simulate(plan, rule, draws, replicates):
    """Return how many submissions fail in the end, and how many do not pass at first."""
    failed = not_passed = 0
    for _ in range(replicates):
        runs = [attempt("r1", plan, draws(len(plan)))]
        verdict = settle(plan, rule, runs)
        not_passed += verdict.outcome is not Outcome.PASS
        if verdict.outcome is Outcome.INCONCLUSIVE:
            verdict = settle(plan, rule, [*runs, attempt("r2", plan, draws(len(plan)))])
        failed += verdict.outcome is Outcome.FAIL
    return failed, not_passed


@pytest.mark.long
@pytest.mark.parametrize(
    "plan",
    [ALONE, OWN, SEVERAL, [*ALONE, *OWN, *NOTES, *COUNT], [*ALONE, *SEVERAL, *OWN], FORTY],
    ids=["alone", "laboratory", "several", "with notes", "everything", "forty"],
)
def test_computed_rates_are_those_of_the_rule_on_independent_nulls(plan):
    random, replicates = np.random.default_rng(1), 3000
    failed, not_passed = simulate(plan, RULE, lambda n: random.random(n).tolist(), replicates)
    rates = false_alarms(plan, RULE)
    for hits, rate, most in (
        (failed, rates.fail, rates.fail_at_most),
        (not_passed, rates.not_passed, rates.not_passed_at_most),
    ):
        low, high = clopper_pearson(hits, replicates, 0.999)
        assert low <= rate <= high
        assert low <= most


@pytest.mark.parametrize("kind", ["equal", "opposed"])
def test_bounds_hold_for_dependent_nulls(kind):
    random, replicates = np.random.default_rng(2), 1200
    plan = [*ALONE, *SEVERAL, *OWN]

    def draws(number):
        p = random.random()
        return [p if kind == "equal" or place % 2 else 1 - p for place in range(number)]

    failed, not_passed = simulate(plan, RULE, draws, replicates)
    rates = false_alarms(plan, RULE)
    assert clopper_pearson(failed, replicates, 0.999)[0] <= rates.fail_at_most
    assert clopper_pearson(not_passed, replicates, 0.999)[0] <= rates.not_passed_at_most


@pytest.mark.parametrize("size", [1, 2, 7, 40])
def test_family_wise_false_alarms_are_at_most_nominal(size):
    assert false_alarms([DeclaredCheck(f"o{n}") for n in range(size)], RULE).fail <= 0.02 * (1 + 1e-12)


def test_one_test_alone_has_its_rate_and_counting_alone_none():
    rates = false_alarms([DeclaredCheck("x", citation=CitedRule("r", 0.95, fail_below=0.025))], RULE)
    assert rates.fail == pytest.approx(0.025 + 0.025 * 0.05)
    assert rates.fail_at_most == pytest.approx(0.025 + 0.025 * 0.05)
    assert rates.not_passed == pytest.approx(0.05 + 0.5e-6, rel=1e-6)
    rates = false_alarms(COUNT, RULE)
    assert (rates.fail, rates.not_passed, rates.fail_at_most, rates.not_passed_at_most) == (0, 0, 0, 0)


def test_rates_grow_with_every_level_and_never_beyond_their_bound():
    for low, high in (((0.01, 0.02), (0.02, 0.02)), ((0.01, 0.02), (0.01, 0.09))):
        result = [
            false_alarms(
                [*OWN, DeclaredCheck("x", citation=CitedRule("r", 0.9, fail_below=each, retest_below=two))],
                RULE,
            )
            for each, two in (low, high)
        ]
        assert result[0].fail < result[1].fail
        assert result[0].not_passed == result[1].not_passed
    for some, more in product([ALONE, OWN], [SEVERAL, NOTES]):
        fewer, every = false_alarms(some, RULE), false_alarms([*some, *more], RULE)
        assert fewer.fail <= every.fail <= every.fail_at_most
        assert fewer.not_passed <= every.not_passed <= every.not_passed_at_most
