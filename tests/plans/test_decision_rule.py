"""How a plan splits the levels of its citations, and what it is refused for."""

import re

import pytest

from labharness.analysis.decision.rule import declared_checks, declared_rule, false_alarms
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.services import load_plan
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import Plans
from labharness.plans.coverage import packaged
from labharness.plans.frozen import freeze

HAND = packaged()["blackjack-633a-batch-shuffler-by-hand"].decode()
CATALOG = discover()


def decided(text):
    """Return the plan with a decision table."""
    return HAND.replace("[game]", f"[decision]\n{text}\n[game]", 1)


def split(cites="shuffler-95", fail_below=0.02, retest_below=0.04):
    return (
        f'[[decision.retests]]\ncites = "{cites}"\nfail_below = {fail_below}\nretest_below = {retest_below}\n'
    )


def cited(text):
    frozen = freeze(text.encode(), "mine.toml")
    (result,) = [check.citation for check in declared_checks(frozen.plan, CATALOG) if check.citation]
    return result


def test_levels_are_split_as_declared_or_those_that_no_citation_states():
    for text, failing, retest in (
        (HAND, 0.025, 0.05),
        (decided("fail_fraction = 0.1\nretest_fraction = 0.5"), 0.005, 0.025),
        (decided("fail_fraction = 0.1\n" + split()), 0.02, 0.04),
        (decided(split(fail_below=0.05, retest_below=0.05)), 0.05, 0.05),
    ):
        result = cited(text)
        assert (result.alpha, result.failing, result.retest) == (0.05, failing, retest), (text, failing)
    frozen = freeze(decided("laboratory_level = 0.02\ninformational_level = 0.1").encode(), "mine.toml")
    rule = declared_rule(frozen.plan)
    assert (rule.family_alpha, rule.informational_level) == (0.02, 0.1)


def test_impossible_rules_are_refused(mistakes):
    for text, key, code in (
        (split("nobody"), "", Plans.RETEST_WITHOUT_LEVEL),
        (split("pa-633a-5-a"), "", Plans.RETEST_WITHOUT_LEVEL),
        (split(fail_below=0.06), "", Plans.RETEST_BEYOND_LEVEL),
        (split(retest_below=0.06), "", Plans.RETEST_BEYOND_LEVEL),
        (split(fail_below=0), "decision.retests 1.fail_below", Inputs.NOT_ABOVE),
        (split() + split(), "", Inputs.TWICE),
        ("retest_fraction = 1.1", "decision.retest_fraction", Inputs.NOT_AT_MOST),
        ("retest_fraction = 0.0", "decision.retest_fraction", Inputs.NOT_ABOVE),
        ("informational_level = 0.6", "decision.informational_level", Inputs.NOT_AT_MOST),
        ("laboratory_level = 0.6", "decision.laboratory_level", Inputs.NOT_AT_MOST),
        ("[monitoring]\nshare = 0.11", "monitoring.share", Inputs.NOT_AT_MOST),
        ("[monitoring]\nshare = 0.0", "monitoring.share", Inputs.NOT_ABOVE),
    ):
        result = mistakes(load_plan, "mine", CATALOG, decided(text).encode())
        place = f"mine.toml: {key}" if key else "mine.toml"
        assert any(where == place and reason.is_a(code) for where, reason in result), result


def test_the_share_of_monitoring_is_taken_from_the_level_of_a_plan_that_can_monitor(mistakes):
    frozen = freeze(decided("laboratory_level = 0.02\n[monitoring]\nshare = 0.1").encode(), "mine.toml")
    rule = declared_rule(frozen.plan)
    assert (rule.family_alpha, frozen.plan.monitored_level) == (0.018, 0.002)
    alone = declared_rule(freeze(decided("laboratory_level = 0.02").encode(), "mine.toml").plan)
    checks = declared_checks(frozen.plan, CATALOG)
    both, before = false_alarms(checks, rule, 0.002), false_alarms(checks, alone)
    assert before.fail < both.fail <= before.fail + 0.002 * 0.1 + 1e-9
    assert before.not_passed_at_most == pytest.approx(both.not_passed_at_most)
    # Rounds of a machine that keeps cards ready depend on those before.
    rounds = packaged()["blackjack-633a-continuous-shuffler-rounds"].decode()
    watched = rounds.replace("[game]", "[monitoring]\nshare = 0.1\n[game]", 1)
    assert load_plan("mine", CATALOG, watched.replace('-rounds"', '-mine"', 1).encode())
    buffered = re.sub(
        r"(?m)^(round_cards = .*)$", r"\1\nbuffer = 16\nbuffer_source = 'Manual, p. 3'", watched
    )
    assert buffered != watched
    result = mistakes(load_plan, "mine", CATALOG, buffered.encode())
    assert ("mine.toml", Plans.NOTHING_TO_MONITOR()) in result
