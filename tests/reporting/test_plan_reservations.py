"""What a reader must know of the plan stands beside the verdict, on page one of a run's report and of its summary."""

import pytest

from labharness.assessment.runs.subject import Subject
from labharness.assessment.statements import plan_reservations
from labharness.model.reasons.decision import Statements
from labharness.model.results import Outcome
from labharness.plans.frozen import find_plan, freeze
from labharness.plans.origin import compared
from labharness.plans.suite import small_plan
from labharness.reporting.layout import read_layout
from tests.support.run_factory import PLAN, write_run

PACKAGED = "blackjack-633a-batch-shuffler-1-decks"


def test_a_plan_of_the_product_differs_in_nothing():
    result = compared(freeze(find_plan(PACKAGED)[0], "plan.toml"))
    assert (result.id, result.values, result.keys) == (PACKAGED, 0, ())


def test_a_cut_of_it_is_compared_with_the_whole():
    result = compared(freeze(small_plan(PACKAGED, {"shuffles": {"units": 65}}), "plan.toml"))
    cut = ("stages shuffles.units", "checks identified-shuffler.parameters.budget")
    assert (result.id, result.values, result.keys) == (PACKAGED, 2, cut)


@pytest.mark.parametrize("layout", ["run_report.toml", "run_summary.toml"])
def test_another_plan_and_missing_detection_rates_stand_on_page_one(tmp_path, text_of, layout):
    folder = write_run(tmp_path / "run")
    other, missing = plan_reservations(Subject.of(folder))
    assert other.is_a(Statements.PLAN_OTHER)
    assert missing == Statements.POWER_MISSING()
    first = text_of(folder, layout=read_layout(name=layout))[0]
    assert (
        f"NOT A PACKAGED PLAN: {other['values']} values differ from the plan {other['plan']}, "
        f"version {other['version']}" in first
    )
    assert "DETECTION RATES NOT COMPUTED before the run" in first


def test_a_lenient_plan_stands_on_page_one_whatever_the_record_says(tmp_path, text_of):
    lenient = PLAN.replace("[game]", "[decision]\nlaboratory_level = 1e-4\n[game]", 1)
    folder = write_run(tmp_path / "run", plan=lenient)
    assert Subject.of(folder).outcome is Outcome.INCONCLUSIVE
    first = text_of(folder)[0]
    text = "family-wise level of 0.0001. The laboratory's standard is 0.01, so the plan supports no pass."
    assert 0 < first.index(text) < first.index("Report number")


def test_the_reading_of_a_level_for_several_tests_is_printed(tmp_path, text_of):
    rule = 'clause = "58 Pa. Code § 810a.5(c), by analogy"'
    plan = PLAN.replace('clause = "58 Pa. Code § 461a.4(d)"', rule, 1)
    text = " ".join(text_of(write_run(tmp_path / "run", plan=plan)))
    assert "The laboratory reads it as the level of all tests together, by Holm's method" in text
    assert "reads it as the level" not in " ".join(text_of(write_run(tmp_path / "other")))
