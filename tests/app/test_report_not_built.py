"""A run whose report cannot be built: its verdict is told all the same, and how to build the report."""

import json

import pytest

from labharness.app.workspace.file_change import FileChange
from labharness.errors import RegisterError
from labharness.model.reasons.database import Databases
from labharness.plans.suite import small_plan

RNG = "pai-gow-poker-645a-starting-position"


@pytest.fixture
def run(cli, workspace, simulated, monkeypatch):
    plan = workspace.path / "plans" / "small.toml"
    plan.write_bytes(
        small_plan(RNG, {"draws": {"units": 3000, "batch": 1000}, "raw": {"units": 8000, "batch": 4000}})
    )

    def full(*_):
        raise RegisterError(Databases.DISK_FULL(database="sqlite:///register.db"))

    monkeypatch.setattr(FileChange, "commit", full)
    place = ("--device", simulated("rng", seed=4614), "--workspace", workspace.path, "--run", "night")
    return lambda *options: cli("run", plan, *place, *options)


def test_the_verdict_is_told_where_the_disk_is_full(run, workspace, monkeypatch, cli):
    code, out, _ = run()
    assert code == 3
    assert "PASS" in out
    assert "Report not built: The disk is full" in out
    assert "labharness report build night" in out
    assert "copy" not in out
    monkeypatch.undo()
    code, out, _ = cli("show", "night", "--workspace", workspace.path)
    assert (code, "PASS" in out) == (0, True)


def test_programs_are_told_too(run):
    code, out, _ = run("--json")
    text = json.loads(out)
    assert code == 3
    assert (text["verdict"], text["ending"], text["report"]) == ("PASS", "COMPLETE", None)
    assert text["problems"][0]["sentence"].startswith("The disk is full")
