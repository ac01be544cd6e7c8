"""The record of a verdict holds the rule that it was reached by."""

from labharness.app.plug_ins.discovery import discover
from labharness.assessment.runs.judging import rule_record
from labharness.evidence.history.run import RunHistory
from labharness.plans.frozen import frozen_plan


def test_every_verdict_is_recorded_with_its_rule(lab):
    folder, _ = lab.run(lab.shoe_plan(60), lab.device("dealing_shoe"))

    rule = RunHistory.of(folder).summary.rule
    assert rule == rule_record(frozen_plan(folder), discover())
    assert [family.name for family in rule.families] == ["shuffler-95", "laboratory"]
    assert 0.025 < rule.false_alarms.fail < rule.false_alarms.not_passed < 0.0601
