"""What a check counts in each unit: the same numbers that its chart draws, and the units that break a rule."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from labharness.app.runs import run_comparison
from labharness.app.runs.run_comparison import unit_values
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.plans.frozen import frozen_plan
from tests.support.run_factory import CARDS, write_run

RELEASED = Path(__file__).parents[2] / "released" / "0.1.0"


def checks():
    for folder in sorted(RELEASED.iterdir()):
        if (folder / "ledger.jsonl").is_file():
            for check in frozen_plan(RunFolder(folder)).plan.checks:
                yield folder.name, check.id


def test_the_units_add_up_to_what_is_on_record():
    """A bar of the chart of a check stands for the units that have its number; violations are counted unit by unit."""
    counted = [(run, check) for run, check in checks() if add_up(run, check)]
    assert len(counted) == 12


def add_up(run, check):
    """Hold what units have to the record; returns whether the check gives a unit a number."""
    folder = RunFolder(RELEASED / run)
    values = unit_values(folder, check)
    if not values:
        return False
    result = RunHistory.of(folder).summary.results[check]
    assert len(values) == result.units
    if result.violations is not None:
        assert sum(map(bool, values.values())) == result.violations
    else:
        (picture,) = result.pictures
        (observed,) = picture.values
        drawn = dict(zip(map(int, picture.x), map(int, observed), strict=True))
        assert Counter(values.values()) == +Counter(drawn)
    return True


def test_the_unit_that_breaks_a_rule_is_found(tmp_path):
    deck = CARDS.new_deck_order()
    for run, check, units in (
        ("batch-by-hand", "kept-neighbours", 8),
        ("batch-by-hand", "position-card", 0),
        ("rng", "x", 0),
    ):
        assert len(unit_values(RunFolder(RELEASED / run), check)) == units
    folder = write_run(tmp_path / "run", shuffles=[deck, deck[1:], deck[::-1]])
    assert unit_values(folder, "composition") == {0: 0, 1: 1, 2: 0}
    assert unit_values(folder, "kept") == {0: 51, 2: 51}
    assert unit_values(folder, "rising") == {0: 1, 2: 52}


@pytest.fixture
def by_hand(workspace):
    shutil.copytree(RELEASED / "batch-by-hand", workspace.path / "runs" / "batch-by-hand")
    return ("show", "batch-by-hand", "--workspace", workspace.path, "--counted")


def test_the_command_lists_units_by_what_is_counted_in_them(cli, by_hand, monkeypatch):
    code, out, _ = cli(*by_hand, "rising-sequences", "--json")
    units = json.loads(out)["units"]
    assert code == 0
    assert [each["counted"] for each in units] == sorted((each["counted"] for each in units), reverse=True)
    assert {each["unit"] for each in units} == set(range(1, 9))
    assert "Counted" in cli(*by_hand, "rising-sequences")[1]
    assert "The check position-card has no count for each unit" in cli(*by_hand, "position-card")[1]
    code, _, refused = cli(*by_hand, "no-such")
    assert (code, 'Unknown check "no-such". Choose from: ' in refused) == (3, True)
    monkeypatch.setattr(run_comparison, "MOST_UNITS", 7)
    assert "its sample has more than 7 units" in " ".join(cli(*by_hand, "rising-sequences")[1].split())


def test_nothing_is_counted_in_evidence_that_does_not_verify(cli, by_hand, workspace):
    ledger = workspace.path / "runs" / "batch-by-hand" / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes().replace(b"observed", b"Observed", 1))
    code, out, _ = cli(*by_hand, "rising-sequences")
    assert (code, "INTEGRITY NOT VERIFIED" in out, "Counted" in out) == (3, True, False)
    assert "units" not in cli.json(*by_hand, "rising-sequences")[1]
