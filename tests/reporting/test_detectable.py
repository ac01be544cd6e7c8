"""What the sample could have detected: printed from what was frozen with the run, or missed loudly."""

import pytest

from labharness.analysis.decision.rule import FalseAlarms
from labharness.analysis.power.detection import DetectionRate, Power
from labharness.analysis.power.power_table import PowerTable, dump_table
from tests.support.run_factory import APPLICATION, PLAN, write_run

UNITS = {"shuffles": 2000}
ROWS = (
    Power(
        "fair",
        "no flaw",
        UNITS,
        400,
        461,
        DetectionRate(0.06, 0.04, 0.09),
        DetectionRate(0.03, 0.01, 0.05),
        {},
    ),
    Power(
        "shelves:20",
        "one pass through 20 shelves",
        UNITS,
        400,
        461,
        DetectionRate(0.9875, 0.971, 0.996),
        DetectionRate(0.98, 0.961, 0.991),
        {"position-card": 390, "rising": 0},
    ),
)
TABLE = PowerTable(
    "batch-blackjack", 3, "0" * 64, "0" * 64, {"position_card": 1}, 400, 461,
    FalseAlarms(0.03, 0.05, 0.0365, 0.06), ROWS, {"labharness": "0.1.0", "numpy": "2.4.6"},
)  # fmt: skip


@pytest.fixture
def section(tmp_path, text_of):
    def read(content, **options):
        files = {} if content is None else {"power.json": content}
        folder = write_run(tmp_path / "run", files=files, **options)
        text = " ".join(text_of(folder))
        return text[text.rindex("8 What this sample could have detected") :]

    assert APPLICATION
    assert "batch-blackjack" in PLAN
    return read


def test_the_frozen_table_is_printed_with_limits_replicates_and_seed(section):
    text = section(dump_table(TABLE), shuffles=20)
    for words in (
        "400 submissions of 2,000 shuffles simulated for each defect, seed 461",
        "Computed with labharness 0.1.0, numpy 2.4.6.",
        "one pass through 20 shelves (shelves:20)",
        "98.8% (97.1 to 99.6%)",
        "Position × card chi-square 98%",
        "fails a fair device in at most 3.65% of tests by this plan",
        "The sample is not complete. The figures are for the planned sample. Recorded in run: 20 of 2,000 shuffles.",
    ):
        assert words in text
    assert "NOT COMPUTED" not in text


def test_without_a_table_the_report_says_so_with_the_command(section):
    text = section(None)
    assert "NOT COMPUTED BEFORE THE RUN" in text
    assert "labharness plans power batch-blackjack --write" in text


def test_a_table_that_was_changed_since_is_not_printed(tmp_path, text_of):
    folder = write_run(tmp_path / "run", files={"power.json": dump_table(TABLE)})
    file = folder.path / "power.json"
    file.write_bytes(file.read_bytes().replace(b"0.9875", b"0.1111"))
    text = " ".join(text_of(folder))
    assert "INTEGRITY NOT VERIFIED" in text
    assert "11.1%" not in text
    assert "THE TABLE CHANGED AFTER THE RUN BEGAN" in text
