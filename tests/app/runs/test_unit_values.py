"""What a check counts in each unit: the same numbers that its chart draws, and the units that break a rule."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from labharness.app.runs import run_comparison as unit_values_module
from labharness.app.runs.run_comparison import unit_values
from labharness.app.workspace.workspace import Workspace
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


@pytest.mark.parametrize(
    ("run", "check", "units"),
    [
        ("batch-by-hand", "kept-neighbours", 8),
        ("batch-by-hand", "position-card", 0),
        ("rng", "frequency", 0),
        ("rng", "x", 0),
    ],
)
def test_only_checks_that_give_a_unit_a_number_are_counted(run, check, units):
    assert len(unit_values(RunFolder(RELEASED / run), check)) == units


def test_the_unit_that_breaks_a_rule_is_found(tmp_path):
    deck = CARDS.new_deck_order()
    folder = write_run(tmp_path / "run", shuffles=[deck, deck[1:], deck[::-1]])
    assert unit_values(folder, "composition") == {0: 0, 1: 1, 2: 0}
    assert unit_values(folder, "kept") == {0: 51, 2: 51}
    assert unit_values(folder, "rising") == {0: 1, 2: 52}


def test_the_command_lists_units_by_what_is_counted_in_them(cli, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    shutil.copytree(RELEASED / "batch-by-hand", space.path / "runs" / "batch-by-hand")
    show = ("show", "batch-by-hand", "--workspace", space.path, "--counted")
    code, out, _ = cli(*show, "rising-sequences", "--json")
    units = json.loads(out)["units"]
    assert code == 0
    assert [each["counted"] for each in units] == sorted((each["counted"] for each in units), reverse=True)
    assert {each["unit"] for each in units} == set(range(1, 9))
    assert "Counted" in cli(*show, "rising-sequences")[1]
    assert "The check position-card has no count for each unit" in cli(*show, "position-card")[1]
    code, _, refused = cli(*show, "no-such")
    assert code == 3
    assert 'Unknown check "no-such". Choose from: ' in refused


def test_nothing_is_counted_in_evidence_that_does_not_verify(cli, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    run = space.path / "runs" / "batch-by-hand"
    shutil.copytree(RELEASED / "batch-by-hand", run)
    ledger = run / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes().replace(b"observed", b"Observed", 1))
    show = ("show", "batch-by-hand", "--workspace", space.path, "--counted", "rising-sequences")
    code, out, _ = cli(*show)
    assert code == 3
    assert "INTEGRITY NOT VERIFIED" in out
    assert "Counted" not in out
    assert "units" not in json.loads(cli(*show, "--json")[1])


def test_a_sample_of_too_many_units_is_not_counted_and_the_limit_is_named(cli, tmp_path, monkeypatch):
    space = Workspace.init(tmp_path / "workspace")
    shutil.copytree(RELEASED / "batch-by-hand", space.path / "runs" / "batch-by-hand")
    monkeypatch.setattr(unit_values_module, "MOST_UNITS", 7)
    out = cli("show", "batch-by-hand", "--workspace", space.path, "--counted", "rising-sequences")[1]
    assert "its sample has more than 7 units" in " ".join(out.split())
