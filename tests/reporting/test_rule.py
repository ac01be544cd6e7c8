"""The decision rule on paper is the one on record."""

import pytest

from labharness.app.plug_ins.discovery import discover
from labharness.assessment.runs.judging import rule_record
from labharness.evidence.records.body import RecordType, dump
from labharness.plans.frozen import freeze
from tests.support.run_factory import PASSED, write_run


def with_rule(path, rule):
    record = (RecordType.VERDICT, {"verdict": dump(PASSED), "rule": rule})
    return write_run(path, verdict=None, extra=(record,))


@pytest.fixture(scope="module")
def rule(tmp_path_factory):
    folder = write_run(tmp_path_factory.mktemp("runs") / "plan")
    files = [(folder.path / name).read_bytes() for name in ("plan.toml", "game.toml")]
    return rule_record(freeze(files[0], "plan.toml", files[1]), discover()).model_dump(mode="json")


def test_false_alarms_stand_on_the_first_page(tmp_path, text_of, rule):
    first, *others = text_of(with_rule(tmp_path / "run", rule))
    # One test at 5%, failing below 2.5%, and one laboratory check at 1%, in both attempts.
    assert (
        "False alarms of the rule A fair device would fail, the retest included, in at most 3.65% "
        "(3.622% if the checks were independent) of tests by this plan, and would not pass at the first attempt in "
        "at most 6% (5.95% if the checks were independent)." in first
    )
    text = " ".join(others)
    assert "below 0.025 it fails outright" in text
    assert "one retest of the same unit, software and plan, which fails below 0.05." in text
    assert "A p-value below 0.000001 fails a required check without a retest" in text


def test_levels_are_those_on_record_and_not_this_program_s(tmp_path, text_of, rule):
    families = [{**each, "fail_below": 0.0123, "retest_below": 0.0345} for each in rule["families"]]
    text = " ".join(text_of(with_rule(tmp_path / "run", {**rule, "outright": 1e-5, "families": families})))
    assert "below 0.0123 it fails outright" in text
    assert "which fails below 0.0345." in text
    assert "A p-value below 0.00001 fails a required check" in text


def test_records_without_a_rule_are_printed_by_their_plan(tmp_path, text_of):
    first, *others = text_of(write_run(tmp_path / "run"))
    assert "False alarms" not in first
    text = " ".join(others)
    assert "below 0.025 it fails outright" in text
    assert "A p-value below 0.000001 fails a required check" in text


def test_the_record_says_what_a_check_is_held_to(rule):
    assert rule["families"] == [
        {
            "name": "randomness",
            "checks": ["position-card"],
            "level": 0.05,
            "fail_below": 0.025,
            "retest_below": 0.05,
        },
        {"name": "laboratory", "checks": ["rising"], "level": 0.01, "fail_below": 0.01, "retest_below": None},
    ]
    assert (rule["family_alpha"], rule["outright"]) == (0.01, 1e-6)
