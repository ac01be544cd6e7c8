from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.analysis.decision.families import adjusted, benjamini_hochberg, holm
from labharness.analysis.decision.rule import (
    CitedRule,
    DecisionLevels,
    DeclaredCheck,
    combine,
    decide,
    ended_early,
)
from labharness.model.reasons.decision import Details, Held, Sample
from labharness.model.reasons.run import Course
from labharness.model.results import CheckResult, Counted, Ending, Outcome, Tail, Verdict
from labharness.reason import ReasonKind, Titled

PASS, INCONCLUSIVE, FAIL = Outcome.PASS, Outcome.INCONCLUSIVE, Outcome.FAIL
RULE = DecisionLevels(0.05)
PA = CitedRule("58 Pa. Code § 810a.5(c)", 0.95)
WV = CitedRule("W.Va. 29-22B-909", 0.99, several=True)
MISSING = Details.OUTCOME_OUTSIDE(place=7, outcome=9)
FEW = Sample.TOO_FEW(needed=5, recorded=3, what=Counted.ROUNDS)
SEVERITY = {PASS: 0, INCONCLUSIVE: 1, FAIL: 2}

COUNT = DeclaredCheck("composition", counting=True)
OWN = DeclaredCheck("kept")
CITED = DeclaredCheck("position", citation=PA)
NOTE = DeclaredCheck("pairs", required=False)


def tails(right, **changes):
    two_sided = min(1.0, 2 * min(right, 1 - right))
    return CheckResult(100, p={"right": right, "left": 1 - right, "two_sided": two_sided}, **changes)


def counted(violations, **changes):
    return CheckResult(100, violations=violations, **changes)


GOOD = {"composition": counted(0), "kept": tails(0.4), "position": tails(0.3), "pairs": tails(0.6)}
PLAN = (COUNT, OWN, CITED, NOTE)


def test_a_counting_check_counts_what_it_judged():
    for violations, code in ((0, Held.NOT_VIOLATED), (1, Held.VIOLATIONS)):
        (decision,) = decide([COUNT], {"composition": counted(violations, judged=60)}, RULE).decisions
        reason = decision.reason if not violations else decision.reason["seen"]
        assert (reason.is_a(code), reason["units"]) == (True, 60)


def test_everything_in_order_is_a_pass_without_reasons():
    verdict = decide(PLAN, GOOD, RULE)
    assert (verdict.outcome, verdict.reasons) == (PASS, ())
    assert [d.check_id for d in verdict.decisions] == ["composition", "kept", "position", "pairs"]
    assert [d.family for d in verdict.decisions] == ["counting", "laboratory", PA.id, "informational"]


DECIDED = [
    ({"composition": counted(1, details=(MISSING,))}, FAIL),
    ({"composition": counted(None)}, INCONCLUSIVE),
    ({"composition": counted(None, not_applicable=Sample.UNREAD_CARDS(units=3))}, INCONCLUSIVE),
    ({"kept": tails(0.02)}, FAIL),
    ({"kept": tails(0.98)}, FAIL),
    ({"kept": tails(0.03)}, PASS),
    ({"kept": CheckResult(3, not_applicable=FEW)}, INCONCLUSIVE),
    ({"kept": CheckResult(3)}, INCONCLUSIVE),
    ({"kept": CheckResult(3, p={"two_sided": float("nan")})}, INCONCLUSIVE),
    ({"position": tails(0.06)}, PASS),
    ({"position": tails(0.04)}, INCONCLUSIVE),
    ({"position": tails(0.004)}, FAIL),
    ({"position": tails(0.99)}, PASS),
    ({"position": tails(1 - 1e-8)}, INCONCLUSIVE),
    ({"position": CheckResult(3, p={"two_sided": 0.5})}, INCONCLUSIVE),
    ({"position": tails(0.3, violations=2)}, FAIL),
    ({"pairs": tails(1e-5)}, PASS),
    ({"pairs": tails(1e-7)}, INCONCLUSIVE),
    ({"pairs": tails(0.5, violations=1)}, INCONCLUSIVE),
    ({"pairs": CheckResult(3, not_applicable=FEW)}, PASS),
]


def test_rule():
    for results, expected in DECIDED:
        verdict = decide(PLAN, GOOD | results, RULE)
        assert verdict.outcome is expected, results
        assert bool(verdict.reasons) == (expected is not PASS), results


def test_kinds_of_reasons_are_outcomes_and_hold_what_was_compared():
    verdict = decide(PLAN, GOOD | {"composition": counted(2, details=(MISSING,))}, RULE)
    seen = Held.VIOLATIONS_FROM(violations=2, units=100, first=MISSING)
    assert verdict.reasons == (Held.VIOLATED(check=Titled("composition"), seen=seen),)
    (retest,) = decide(PLAN, GOOD | {"position": tails(0.04)}, RULE).reasons
    assert retest == Held.RETEST_DECIDES(
        check=Titled("position"), value=Held.P(p=0.04), level=0.05, citation=PA.id
    )
    (own,) = decide(PLAN, GOOD | {"kept": tails(0.01)}, RULE).reasons
    assert own == Held.BELOW_LEVEL(check=Titled("kept"), value=Held.P(p=0.02), level=0.05)
    (absent,) = decide(PLAN, GOOD | {"kept": CheckResult(3, not_applicable=FEW)}, RULE).reasons
    assert absent == Held.NOT_COMPUTED(check=Titled("kept"), why=FEW)
    results = {
        "composition": counted(1),
        "kept": CheckResult(3),
        "position": tails(0.04),
        "pairs": tails(0.6),
    }
    kinds = [decision.reason.kind for decision in decide(PLAN, results, RULE).decisions]
    assert kinds == [ReasonKind.FAILURE, ReasonKind.DOUBT, ReasonKind.DOUBT, ReasonKind.NOTE]


def test_informational_checks_are_told_with_their_q_values_and_decide_nothing():
    notes = [replace(NOTE, check_id=f"n{n}") for n in range(4)]
    results = GOOD | {f"n{n}": tails(p) for n, p in enumerate((0.0025, 0.3, 0.4, 0.45))}
    verdict = decide((*PLAN[:3], *notes), results, RULE)
    assert verdict.outcome is PASS
    shown = [decision.reason for decision in verdict.decisions[3:]]
    assert shown[0] == Held.SHOWN_NOTABLE(check=Titled("n0"), p=0.005, q=0.02, checks=4, level=0.05)
    q = adjusted((0.005, 0.6, 0.8, 0.9), benjamini_hochberg)[1]
    assert shown[1] == Held.SHOWN_P(check=Titled("n1"), p=0.6, q=q, checks=4)
    counting = DeclaredCheck("cards", counting=True, required=False)
    verdict = decide((*PLAN, counting), GOOD | {"cards": counted(0)}, RULE)
    assert verdict.decisions[-1].reason == Held.SHOWN(check=Titled("cards"))


@pytest.mark.parametrize("missing", list(GOOD))
def test_missing_result_is_never_a_pass(missing):
    results = {key: value for key, value in GOOD.items() if key != missing}
    assert decide(PLAN, results, RULE).outcome is INCONCLUSIVE


def test_one_test_is_judged_alone_and_several_of_one_rule_by_holm_whatever_their_tails():
    alone = [replace(CITED, check_id=f"c{n}") for n in range(4)]
    results = {f"c{n}": tails(0.2 if n else 0.03) for n in range(4)}
    assert decide(alone, results, RULE).outcome is INCONCLUSIVE
    several = CitedRule("one rule, four tests", 0.95, several=True)
    assert decide([replace(item, citation=several) for item in alone], results, RULE).outcome is PASS
    assert (
        decide(
            [replace(item, citation=several) for item in alone], results | {"c1": tails(1e-4)}, RULE
        ).outcome
        is FAIL
    )
    right, both = (
        CitedRule("four tests", several=True),
        CitedRule("four tests", several=True, tail=Tail.TWO_SIDED),
    )
    plan = (replace(CITED, citation=right), replace(OWN, citation=both))
    verdict = decide(plan, GOOD | {"kept": tails(0.98)}, RULE)
    assert verdict.outcome is PASS
    assert [d.p for d in verdict.decisions] == [pytest.approx(0.3), pytest.approx(0.08)]
    assert decide((OWN,), {"kept": tails(0.98)}, RULE).outcome is FAIL


def test_the_laboratory_family_is_corrected_for_all_its_checks_and_for_no_citation():
    own = [replace(OWN, check_id=f"o{n}") for n in range(5)]
    results = {f"o{n}": tails(0.4) for n in range(5)}
    assert decide(own, results | {"o0": tails(0.01)}, RULE).outcome is PASS
    assert decide(own, results | {"o0": tails(0.004)}, RULE).outcome is FAIL
    assert decide(own[:1], {"o0": tails(0.01)}, RULE).outcome is FAIL
    assert decide((OWN, CITED), {"kept": tails(0.024), "position": tails(0.06)}, RULE).outcome is FAIL


def test_a_large_family_hides_no_outright_failure_and_no_simulation_at_its_floor():
    own = [replace(OWN, check_id=f"o{n}") for n in range(100)]
    results = {f"o{n}": tails(0.4) for n in range(100)}
    assert decide(own, results | {"o7": tails(4e-7)}, DecisionLevels(1e-5)).outcome is FAIL
    plan = tuple(replace(OWN, check_id=f"o{n}") for n in range(60))
    results = {f"o{n}": tails(0.4) for n in range(60)}
    floor = tails(0.001, statistic={"p_floor": 0.001})
    assert decide(plan, results | {"o0": floor}, RULE).outcome is INCONCLUSIVE
    assert decide(plan, results | {"o0": tails(0.002, statistic={"p_floor": 0.001})}, RULE).outcome is PASS


def test_without_a_required_check_or_a_p_value_nothing_passes():
    assert decide((NOTE,), GOOD, RULE).outcome is INCONCLUSIVE
    assert decide((), {}, RULE).outcome is INCONCLUSIVE
    unfinished = CheckResult(
        units=7, not_applicable=Sample.INCOMPLETE(recorded=7, planned=9, what=Counted.ROUNDS)
    )
    assert decide(PLAN, GOOD | {"kept": unfinished}, RULE).outcome is INCONCLUSIVE
    seen = replace(unfinished, violations=1)
    assert decide(PLAN, GOOD | {"composition": seen}, RULE).outcome is FAIL


def test_level_is_a_parameter_of_the_citation():
    item = replace(CITED, citation=CitedRule("a 99% rule", 0.99))
    assert decide((item,), {"position": tails(0.02)}, RULE).outcome is PASS
    strict = replace(CITED, citation=CitedRule("no retest", 0.95, fail_below=0.05))
    assert decide((strict,), {"position": tails(0.04)}, RULE).outcome is FAIL
    left = replace(CITED, citation=CitedRule("left", 0.95, tail=Tail.LEFT))
    assert decide((left,), {"position": tails(0.97)}, RULE).outcome is INCONCLUSIVE
    assert CitedRule("dust", 0.95, fail_below=1 - 0.95).alpha == 0.05


@pytest.mark.parametrize(
    "build",
    [
        lambda: CitedRule("x", 95),
        lambda: CitedRule("x", 0.95, fail_below=0.2),
        lambda: CitedRule("x", 0.95, retest_below=0.2),
        lambda: DecisionLevels(outright=0),
        lambda: DecisionLevels(0),
        lambda: DecisionLevels(0.7),
    ],
)
def test_levels_that_no_plan_can_state_are_refused(build):
    with pytest.raises(ValueError, match=r"above 0|at least 0\.5"):
        build()


P = st.one_of(st.floats(0, 1), st.sampled_from([0.0, 1e-7, 0.004, 0.02, 0.049, 0.05, 0.5, 1.0]))


@st.composite
def situations(draw):
    plan, results = [], {}
    for n in range(draw(st.integers(1, 6))):
        counting = draw(st.booleans())
        citation = draw(st.sampled_from([None, PA, WV]))
        item = DeclaredCheck(f"c{n}", counting, draw(st.booleans()), None if counting else citation)
        plan.append(item)
        results[item.check_id] = draw(st.integers(0, 2).map(counted) if counting else P.map(tails))
    return plan, results


@given(situations(), st.data())
def test_taking_a_result_away_never_leaves_or_makes_a_pass(situation, data):
    plan, results = situation
    before = decide(plan, results, RULE)
    gone = data.draw(st.sampled_from(sorted(results)))
    after = decide(plan, {key: value for key, value in results.items() if key != gone}, RULE)
    assert after.outcome is not PASS
    others = {d.check_id: d.outcome for d in before.decisions if d.check_id != gone}
    assert not any(d.outcome is FAIL and others.get(d.check_id, FAIL) is not FAIL for d in after.decisions)


@given(situations(), st.data())
def test_smaller_p_never_improves_the_verdict(situation, data):
    plan, results = situation
    draw = data.draw(st.sampled_from(plan))
    p, smaller = sorted((data.draw(P), data.draw(P)), reverse=True)
    both = [
        decide(
            plan,
            results | {draw.check_id: CheckResult(9, p=dict.fromkeys(("right", "left", "two_sided"), value))},
            RULE,
        )
        for value in (p, smaller)
    ]
    assert SEVERITY[both[0].outcome] <= SEVERITY[both[1].outcome]


@given(situations())
def test_pass_has_no_reason_and_everything_else_has_one(situation):
    verdict = decide(*situation, RULE)
    assert (verdict.outcome is PASS) == (not verdict.reasons)
    assert decide(*situation, RULE) == verdict


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_is_ordered_and_at_most_bonferroni(p):
    result = holm(p)
    assert all(a <= b <= min(1, len(p) * a) + 1e-15 for a, b in zip(p, result, strict=True))
    assert [b for _, b in sorted(zip(p, result, strict=True))] == sorted(result)


def test_run_passes_only_when_complete_and_without_caveat():
    for ending, before, caveats in product(
        list(Ending), list(Outcome), [(), (Course.READS_UNDECLARED(stage="deals"),)]
    ):
        reasons = () if before is PASS else (Held.NO_RESULT(check=Titled("kept")),)
        after = combine(Verdict(before, reasons), ending, caveats)
        clean = ending is Ending.COMPLETE and not caveats
        assert after.outcome is (before if before is not PASS or clean else INCONCLUSIVE), (
            ending,
            before,
            caveats,
        )
        assert after.reasons == (*reasons, *ended_early(ending), *caveats), (ending, before, caveats)


def test_only_a_stop_by_a_person_or_an_interruption_says_nothing_of_the_device():
    for ending in list(Ending):
        kinds = [why.kind for why in ended_early(ending)]
        harmless = ending in (Ending.STOPPED_BY_OPERATOR, Ending.INTERRUPTED)
        if ending is Ending.COMPLETE:
            assert kinds == []
        else:
            assert kinds == [ReasonKind.CUT_SHORT if harmless else ReasonKind.DOUBT]
