"""The validation file tells samples in what the stages of a plan observe."""

from labharness.model.validation import RuleRates
from labharness.reporting.documents.validation import _sample

PLAN = RuleRates("plan", "p", 1, "0" * 64, "A plan", {"draws": 150000, "raw": 1250000}, 10, 1, (), {})


def test_a_sample_is_told_in_what_its_stages_observe():
    measured = RuleRates(
        "plan",
        "p",
        1,
        "0" * 64,
        "A plan",
        PLAN.units,
        10,
        1,
        (),
        {},
        observed={"draws": "draw", "raw": "bytes"},
    )
    assert _sample(measured) == ["150,000 draws", "1,250,000 bytes"]


def test_a_record_of_a_former_version_reads_as_it_was():
    assert _sample(PLAN) == ["150,000 draws", "1,250,000 raw"]
