"""Attempts that the authorizer invalidated: which are set aside, and that nothing is gained by beginning anew."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.analysis.decision.retest import EXCUSABLE, Attempt, set_aside, settle
from labharness.analysis.decision.rule import CitedRule, DecisionLevels, DeclaredCheck, interim
from labharness.model.reasons.decision import Sample
from labharness.model.reasons.run import Attempts, Course
from labharness.model.results import CheckResult, Counted, Ending, Outcome
from labharness.reason import quoted

PASS, INCONCLUSIVE, FAIL = Outcome.PASS, Outcome.INCONCLUSIVE, Outcome.FAIL
RULE = DecisionLevels(0.01)
PLAN = (
    DeclaredCheck("x2", citation=CitedRule("rule", 0.95, fail_below=0.02, retest_below=0.04)),
    DeclaredCheck("own"),
    DeclaredCheck("cards", counting=True),
    DeclaredCheck("note", required=False),
)
GAP = Course.INTERRUPTIONS(interruptions=1, allowed=0)
UNFINISHED = Course.STAGE_UNFINISHED(stage="draws")
MISSING = CheckResult(60, not_applicable=Sample.INCOMPLETE(recorded=60, planned=100, what=Counted.OUTCOMES))
GOOD, AWAITING, BAD = 0.5, 0.03, 0.001


def tails(p):
    return CheckResult(100, p={"right": p, "left": 1 - p, "two_sided": min(1, 2 * p, 2 - 2 * p)})


def attempt(run, p=GOOD, **changes):
    results = {"x2": tails(p), "own": tails(0.4), "cards": CheckResult(100, violations=0), "note": tails(0.5)}
    return replace(Attempt(run, "SN 1", ("app:ab12",), "plan-hash", results), **changes)


def cut(run, ending=Ending.INTERRUPTED, **changes):
    """A run that was cut short before any of its samples was complete."""
    results = dict.fromkeys(("x2", "own", "cards", "note"), MISSING) | changes.pop("results", {})
    fields = {"results": results, "caveats": (UNFINISHED,), "ending": ending}
    return attempt(run, **(fields | changes))


def resumed(run, p=GOOD, **changes):
    """A complete run that was interrupted on its way."""
    return attempt(run, p, **({"caveats": (GAP,), "whole": False} | changes))


def begun(p):
    """What a check found in the part of a sample that was recorded."""
    return replace(MISSING, interim=tails(p).p)


def settled(*attempts, aside=("x",)):
    """Settle, and say why each run that was invalidated counts all the same."""
    reasons = set_aside(PLAN, RULE, attempts, aside)
    verdict = settle(PLAN, RULE, attempts, aside)
    return verdict.outcome, [reasons[place] for place, attempt in enumerate(attempts) if attempt.run in aside]


def test_a_run_cut_short_is_set_aside_before_and_after_the_one_that_decides():
    for runs in ((cut("x"), attempt("a")), (attempt("a"), cut("x"))):
        assert settle(PLAN, RULE, runs).outcome is INCONCLUSIVE
        assert settled(*runs) == (PASS, [None])
    assert settled(cut("x"), cut("y"), attempt("a"), cut("z"), aside=("x", "y", "z")) == (PASS, [None] * 3)
    outcome, _ = settled(cut("x"), cut("y"), attempt("a"))
    assert outcome is INCONCLUSIVE, "the one that nobody invalidated counts"


def test_only_an_ending_that_shows_nothing_of_the_device_is_excused():
    for ending, first in product([each for each in Ending if each is not Ending.COMPLETE], [False, True]):
        runs = [cut("x", ending), attempt("a")]
        outcome, [why] = settled(*(runs if first else reversed(runs)))
        excused = ending in (Ending.STOPPED_BY_OPERATOR, Ending.INTERRUPTED)
        assert (outcome is PASS, why is None) == (excused, excused), (ending, first)
        assert set(EXCUSABLE) == {Ending.COMPLETE, Ending.STOPPED_BY_OPERATOR, Ending.INTERRUPTED}, (
            ending,
            first,
        )


AGAINST = {
    "violation": {"results": {"cards": replace(MISSING, violations=1)}},
    "failure": {
        "failures": (Course.STAGE_FAILED(stage="faults", result=(quoted("One miss was confirmed."),)),)
    },
    "check on a whole sample that fails": {"results": {"x2": tails(BAD)}},
    "check on a whole sample that awaits a retest": {"results": {"x2": tails(AWAITING)}},
    "check for information that chance cannot explain": {"results": {"note": tails(1e-8)}},
    "part of a sample that would fail at once": {"results": {"x2": begun(BAD)}},
    "part of a sample that would fail in its family": {"results": {"own": begun(BAD)}},
    "part of a sample too regular for chance": {"results": {"x2": begun(1 - 1e-9)}},
    "part of a sample for information that chance cannot explain": {"results": {"note": begun(1e-8)}},
    "doubt": {
        "caveats": (UNFINISHED, Course.READ_UNSETTLED(stage="draws", unit=7, why=(quoted("no card"),)))
    },
    "jam": {"signs": (Course.JAMMED(stage="draws"),)},
}


def test_what_a_run_that_was_cut_short_shows_against_the_device_counts():
    for name, first in product(AGAINST, [False, True]):
        runs = [cut("x", **AGAINST[name]), attempt("a")]
        runs = runs if first else runs[::-1]
        outcome, [why] = settled(*runs)
        assert outcome is settle(PLAN, RULE, runs).outcome, (name, first)
        assert outcome is not PASS, (name, first)
        assert why.is_a(Attempts.COUNTS_AGAINST), (name, first)
        failed = name in ("violation", "failure", "check on a whole sample that fails")
        assert (outcome is FAIL) == failed, (name, first)


def test_a_sample_that_was_whole_and_good_before_the_cut_stands_against_nothing():
    runs = (cut("x", results={"x2": tails(GOOD)}), attempt("a"))
    assert settled(*runs) == (PASS, [None])


@pytest.mark.parametrize("p", [GOOD, AWAITING])
def test_a_part_of_a_sample_that_would_not_fail_at_once_stands_against_nothing(p):
    """At the level of the citation one in twenty fair parts would."""
    assert settled(cut("x", results={"x2": begun(p)}), attempt("a")) == (PASS, [None])


def test_a_part_of_a_sample_decides_nothing_by_itself():
    runs = [cut("x", results={"x2": begun(BAD)}), attempt("a")]
    assert settle(PLAN, RULE, runs).outcome is INCONCLUSIVE
    decisions = interim(PLAN, runs[0].results, RULE)
    assert [(each.check_id, each.outcome) for each in decisions] == [("x2", FAIL)]
    assert interim(PLAN, runs[1].results, RULE) == ()


def test_without_another_complete_run_nothing_is_set_aside():
    for runs in ([cut("x")], [resumed("x")], [cut("x"), cut("y")]):
        outcome, [why] = settled(*runs)
        assert (outcome, why) == (INCONCLUSIVE, Attempts.COUNTS_ALONE())
    outcome, text = settled(resumed("x"), resumed("y"), aside=("x", "y"))
    assert (outcome, text) == (INCONCLUSIVE, [Attempts.COUNTS_ALONE()] * 2)


def test_a_run_that_was_repeated_unasked_is_set_aside_where_it_passed():
    assert settled(attempt("a"), attempt("x")) == (PASS, [None])
    assert settled(attempt("a", AWAITING), attempt("b"), attempt("x")) == (PASS, [None])
    for p, comes in ((AWAITING, INCONCLUSIVE), (BAD, FAIL)):
        outcome, [why] = settled(attempt("a"), attempt("x", p))
        assert (outcome, why.is_a(Attempts.COUNTS_AGAINST), why["why"]["check"]) == (comes, True, "x2")


def test_the_run_that_decides_and_the_retest_are_never_set_aside():
    for runs in (
        (attempt("x"), attempt("a")),
        (attempt("a", AWAITING), attempt("x"), attempt("b")),
        (attempt("x", AWAITING), attempt("a")),
        (attempt("x", BAD), attempt("a")),
    ):
        outcome, [why] = settled(*runs)
        assert why
        assert outcome is settle(PLAN, RULE, runs).outcome


def test_a_resumed_run_gives_way_to_a_whole_one_where_it_passed_also_where_the_plan_allows_the_gap():
    assert settle(PLAN, RULE, (resumed("x"), attempt("a"))).outcome is INCONCLUSIVE
    assert settled(resumed("x"), attempt("a")) == (PASS, [None])
    assert settled(attempt("a"), resumed("x")) == (PASS, [None])
    assert settled(resumed("x"), attempt("a", AWAITING), attempt("b")) == (PASS, [None])
    assert settled(attempt("a", AWAITING), resumed("x"), attempt("b")) == (PASS, [None])
    for p, comes in ((AWAITING, INCONCLUSIVE), (BAD, FAIL)):
        outcome, [why] = settled(resumed("x", p), attempt("a"))
        assert (outcome, why.is_a(Attempts.COUNTS_AGAINST), why["why"]["check"]) == (comes, True, "x2")
    outcome, text = settled(resumed("x"), resumed("a"))
    assert (outcome, text) == (INCONCLUSIVE, [None]), "the one that decides has a gap of its own"
    # Its verdict is a pass, and still no approval may rest on it.
    allowed = resumed("x", caveats=())
    assert settled(allowed, attempt("a")) == (PASS, [None])


def test_whoever_is_not_there_changes_nothing_and_one_name_for_two_runs_excuses_only_what_may_be():
    runs = (cut("a"), attempt("b"))
    assert settled(*runs) == (INCONCLUSIVE, [])
    outcome, text = settled(attempt("x", BAD), attempt("a"), cut("x"))
    assert (outcome, [bool(why) for why in text]) == (FAIL, [True, False])


P = st.sampled_from([GOOD, 0.06, AWAITING, 0.045, BAD, 1e-7])
RUNS = st.lists(
    st.one_of(
        P.map(lambda p: attempt("-", p)),
        P.map(lambda p: resumed("-", p)),
        P.map(lambda p: resumed("-", p, caveats=())),
        st.builds(
            lambda ending, extra: cut("-", ending, **extra),
            st.sampled_from([each for each in Ending if each is not Ending.COMPLETE]),
            st.sampled_from([{}, *AGAINST.values()]),
        ),
    ),
    max_size=5,
).map(lambda result: [replace(each, run=f"r{place}") for place, each in enumerate(result)])


@given(RUNS, st.frozensets(st.sampled_from([f"r{place}" for place in range(5)])), st.data())
def test_an_invalidation_takes_no_failure_away_and_makes_no_pass_of_its_own(runs, aside, data):
    strict, result = settle(PLAN, RULE, runs), settle(PLAN, RULE, runs, aside)
    reasons = set_aside(PLAN, RULE, runs, aside)
    left = [run for place, run in enumerate(runs) if reasons.get(place, run) is not None]

    if strict.outcome is FAIL:
        assert result.outcome is FAIL
    if result.outcome is PASS:
        whole = [each for each in left if each.ending is Ending.COMPLETE]
        assert left == whole
        assert settle(PLAN, RULE, whole).outcome is PASS
        assert len(whole) <= 2
    for place, run in enumerate(runs):
        if reasons.get(place, run) is None:
            good = replace(run, ending=Ending.COMPLETE, caveats=())
            judged = settle(PLAN, RULE, [good])
            assert judged.outcome is (PASS if run.ending is Ending.COMPLETE else INCONCLUSIVE)
    if runs:
        more = aside | {data.draw(st.sampled_from([run.run for run in runs]))}
        if result.outcome is FAIL:
            assert settle(PLAN, RULE, runs, more).outcome is FAIL
