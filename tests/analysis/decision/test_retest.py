"""The retest rule and the counting of every attempt."""

from dataclasses import replace

import pytest

from labharness.analysis.decision.retest import Attempt, settle
from labharness.analysis.decision.rule import CitedRule, DecisionLevels, DeclaredCheck, awaits_retest, decide
from labharness.model.reasons.decision import Held
from labharness.model.reasons.run import Attempts, Course, members_of
from labharness.model.results import CheckResult, Ending, Outcome
from labharness.reason import Titled

PASS, INCONCLUSIVE, FAIL = Outcome.PASS, Outcome.INCONCLUSIVE, Outcome.FAIL
RULE = DecisionLevels(0.01)
CITED = DeclaredCheck("x2", citation=CitedRule("rule", 0.95, fail_below=0.02, retest_below=0.04))
OWN = DeclaredCheck("own")
COUNT = DeclaredCheck("cards", counting=True)
PLAN = (CITED, OWN, COUNT)


def tails(p, units=100):
    return CheckResult(units, p={"right": p, "left": 1 - p, "two_sided": min(1, 2 * p, 2 - 2 * p)})


def attempt(run, p, own=0.4, violations=0, **changes):
    results = {"x2": tails(p), "own": tails(own), "cards": CheckResult(100, violations=violations)}
    attempt = Attempt(run, "SN 1", ("app:ab12",), "plan-hash", results)
    return replace(attempt, **changes)


def outcome(*attempts):
    return settle(PLAN, RULE, attempts).outcome


def test_rule_as_declared():
    for first, second, expected in [
        (0.06, None, PASS),
        (0.05, None, PASS),
        (0.03, None, INCONCLUSIVE),
        (0.02, None, INCONCLUSIVE),
        (0.0199, None, FAIL),
        (0.03, 0.0399, FAIL),
        (0.03, 0.04, PASS),
        (0.03, 0.045, PASS),  # below the citation's level, above the declared one
        (0.03, 0.5, PASS),
        (0.0199, 0.5, FAIL),
    ]:
        runs = [attempt("r1", first)] + ([attempt("r2", second)] if second is not None else [])
        verdict = settle(PLAN, RULE, runs)
        assert verdict.outcome is expected, (first, second, expected)
        assert bool(verdict.reasons) == (expected is not PASS), (first, second, expected)


def test_only_what_awaits_the_retest_is_held_to_its_level():
    other = replace(CITED, check_id="other", citation=replace(CITED.citation, id="another rule"))
    plan = (*PLAN, other)
    runs = [attempt("r1", 0.03), attempt("r2", 0.5)]
    for run, p in zip(runs, (0.5, 0.03), strict=True):
        run.results["other"] = tails(p)
    verdict = settle(plan, RULE, runs)
    assert verdict.outcome is INCONCLUSIVE
    assert [decision.check_id for decision in verdict.decisions if awaits_retest(decision)] == ["other"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"unit": "SN 2"}, Attempts.OTHER_UNIT(first="r1")),
        ({"software": ("app:ff",)}, Attempts.OTHER_SOFTWARE(first="r1")),
        ({"plan": "other"}, Attempts.OTHER_PLAN(first="r1")),
        ({"run": "r1"}, Attempts.FIRST_RUN()),
    ],
)
def test_a_run_of_something_else_is_no_retest(change, why):
    verdict = settle(PLAN, RULE, [attempt("r1", 0.03), replace(attempt("r2", 0.5), **change)])
    assert verdict.outcome is INCONCLUSIVE
    assert Attempts.NOT_THE_RETEST(run=change.get("run", "r2"), why=why) in verdict.reasons
    assert any(members_of(reason)[1].is_a(Held.RETEST_DECIDES) for reason in verdict.reasons)


@pytest.mark.parametrize("violations", [{"own": 0.0001}, {"violations": 1}])
def test_every_failure_of_the_retest_counts(violations):
    assert outcome(attempt("r1", 0.03), attempt("r2", 0.5, **violations)) is FAIL


def test_a_smaller_sample_is_no_retest_and_one_settles_nothing_but_what_awaited_it():
    second = attempt("r2", 0.5)
    second.results["x2"] = tails(0.5, units=99)
    assert outcome(attempt("r1", 0.03), second) is INCONCLUSIVE
    weak = attempt("r1", 0.03, caveats=(Course.INPUT_UNPROVEN(stage="deals", units=3),))
    verdict = settle(PLAN, RULE, [weak, attempt("r2", 0.5)])
    caveat = Attempts.OF_RUNS(runs=(weak.run,), why=weak.caveats[0])
    assert (verdict.outcome, verdict.reasons) == (INCONCLUSIVE, (caveat,))


def test_every_attempt_and_every_abandoned_run_counts():
    good = attempt("r9", 0.5)
    abandoned = attempt("r1", 0.5, ending=Ending.STOPPED_BY_OPERATOR)
    assert outcome(good) is PASS
    assert outcome(abandoned, good) is INCONCLUSIVE
    assert outcome(good, abandoned) is INCONCLUSIVE
    caught = attempt("r1", 0.5, violations=1, ending=Ending.STOPPED_BY_OPERATOR)
    assert outcome(caught, good) is FAIL
    assert outcome(attempt("r1", 0.5), good) is INCONCLUSIVE  # nobody asked for a second run
    assert outcome(attempt("r1", 0.01), good) is FAIL
    assert outcome(attempt("r1", 0.03), attempt("r2", 0.5), good) is INCONCLUSIVE
    assert outcome() is INCONCLUSIVE


def test_tests_of_one_rule_are_corrected_in_the_retest_as_in_the_first_sample():
    rule = CitedRule("four tests", 0.95, several=True, fail_below=0.02)
    plan = [DeclaredCheck(f"t{n}", citation=rule) for n in range(4)]

    def run(name, p):
        results = {f"t{n}": tails(p if n == 0 else 0.6) for n in range(4)}
        return replace(attempt(name, 0.5), results=results)

    assert settle(plan, RULE, [run("r1", 0.01), run("r2", 0.02)]).outcome is PASS
    assert settle(plan, RULE, [run("r1", 0.01), run("r2", 0.0124)]).outcome is FAIL


def test_levels_of_the_retest_are_those_declared_and_a_failure_outright_forbids_it():
    plan = (replace(CITED, citation=CitedRule("rule", 0.95, fail_below=0.025)),)
    runs = [attempt("r1", 0.03), attempt("r2", 0.0499)]
    assert settle(plan, RULE, runs).outcome is FAIL
    assert settle(plan, RULE, [runs[0], attempt("r2", 0.05)]).outcome is PASS
    plan = (replace(CITED, citation=CitedRule("rule", 0.95, fail_below=1e-9)),)
    assert settle(plan, RULE, [attempt("r1", 1e-5), attempt("r2", 0.5)]).outcome is PASS
    assert settle(plan, RULE, [attempt("r1", 9e-7), attempt("r2", 0.5)]).outcome is FAIL
    verdict = decide(PLAN, attempt("r2", 0.03).results, RULE, frozenset({"x2"}))
    failed = Held.BELOW_RETEST(check=Titled("x2"), value=Held.P(p=0.03), level=0.04, citation="rule")
    assert verdict.reasons == (failed,)


def test_a_reason_of_several_attempts_names_those_whose_figures_it_holds():
    """The first one failed; the figure of its p-value is never that of both."""
    verdict = settle(PLAN, RULE, [attempt("r1", 1e-9), attempt("r2", 0.5)])
    pairs = [members_of(reason) for reason in verdict.reasons]
    assert [runs for runs, why in pairs if why.is_a(Held.OUTRIGHT)] == [("r1",)]
    assert [why for runs, why in pairs if not runs] == [
        Attempts.NOT_THE_RETEST(run="r2", why=Attempts.NOTHING_TO_REPEAT(first="r1"))
    ]
