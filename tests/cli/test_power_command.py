"""labharness plans power: the same answer for people and programs."""

import json

import pytest

from labharness.analysis.power.power_table import load_table
from labharness.app.devices.preflight import RunOrder
from labharness.app.reports.run_reports import render
from labharness.app.runs.services import start_run
from labharness.cli import console
from labharness.evidence.verify import verify
from labharness.model.results import Ending
from labharness.plans.suite import small_plan
from tests.support.shown import shown

HAND = "blackjack-633a-batch-shuffler-by-hand"
RNG = "pai-gow-poker-645a-starting-position"


@pytest.mark.long
def test_power_for_programs_names_seed_and_replicates(cli):
    arguments = ("plans", "power", HAND, "--defect", "shelves:5", "--defect", "fair", "--replicates", "5")
    code, out, err = cli(*arguments, "--seed", "3", "--json")
    assert (code, err) == (0, "")
    text = json.loads(out)
    assert text["plan"] == HAND
    assert 0.03 < text["false_alarms"]["fail"] < 0.04
    assert [each["defect"] for each in text["power"]] == ["shelves:5", "fair"]
    first = text["power"][0]
    assert (first["replicates"], first["seed"], first["units"]) == (5, 3, {"shuffles": 260})
    assert first["failed"]["share"] == 1
    assert first["failed"]["low"] < 0.6
    assert first["found_by"]["position-card"] == 5
    assert json.loads(cli(*arguments, "--seed", "3", "--workers", "1", "--json")[1]) == text


def test_power_for_people_is_a_table_with_its_simulation(cli, monkeypatch):
    monkeypatch.setattr(console.screen, "width", 200)  # so that no cell of the table is folded
    code, out, _ = cli("plans", "power", HAND, "--defect", "shelves:5", "--replicates", "5", "--workers", "1")
    assert code == 0
    shown = ("one pass through 5 shelves", "100.0% (47.8% to 100.0%)", "5 submissions simulated", "seed 461")
    assert [words for words in shown if words not in out] == []


def test_unknown_defects_and_plans_are_one_sentence(cli):
    code, out, err = cli("plans", "power", HAND, "--defect", "gremlins")
    assert (code, out) == (3, "")
    assert 'Unknown defect "gremlins". Choose from: fair, shelves, ' in err
    assert cli("plans", "power", "no-such-plan", "--json")[0] == 3


def test_a_kept_table_is_frozen_with_the_next_run_and_printed_in_its_report(cli, workspace, simulated):
    plan = workspace.path / "plans" / "small.toml"
    plan.write_bytes(small_plan(RNG, {"draws": {"units": 5000}, "raw": {"units": 5000}}))
    arguments = ["--defect", "stuck:0.5", "--replicates", "3", "--workers", "1", "--write", "--workspace"]
    code, out, _ = cli("plans", "power", plan, *arguments, workspace.path)
    assert code == 0
    kept = workspace.path / "plans" / "power" / f"{RNG}-cut-v3.json"
    assert f"Stored in {kept}. Future runs of this plan report it." in out
    folder, outcome = start_run(workspace, RunOrder(str(plan), simulated("rng", seed=4614), name="small"))
    assert outcome.ending is Ending.COMPLETE
    assert (folder.path / "power.json").read_bytes() == kept.read_bytes()
    assert verify(folder.path).clean
    text = shown(render, folder).text
    assert "3 submissions of 5,000 draws, 5,000 bytes simulated for each defect, seed 461" in text
    assert "(stuck:0.5) 100.0% (29.2 to 100.0%)" in text
    assert f"power.json {kept.stat().st_size:,}" in text


def test_a_table_goes_where_packaged_ones_lie(cli, tmp_path):
    arguments = ["--defect", "shelves:5", "--replicates", "2", "--workers", "1", "--json", "--into"]
    code, out, _ = cli("plans", "power", HAND, *arguments, tmp_path / "power")
    assert code == 0
    assert json.loads(out)["file"] == str(tmp_path / "power" / f"{HAND}-v4.json")
    assert load_table((tmp_path / "power" / f"{HAND}-v4.json").read_bytes()).rows[0].failed.share == 1
