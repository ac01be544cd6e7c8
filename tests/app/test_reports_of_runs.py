"""Reports of runs from end to end: from one pass over the folder, or not built while the verdict is told all the same."""

import cProfile
import json
import pstats
import shutil
from datetime import UTC, datetime

import pytest

from labharness.acts import report
from labharness.acts.declaring import Seat
from labharness.app.workspace import workspace as workspace_module
from labharness.app.workspace.file_change import FileChange
from labharness.app.workspace.register import BUILT, open_register
from labharness.app.workspace.workspace import Workspace, run_name
from labharness.errors import RegisterError
from labharness.evidence.folder import RunFolder
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.line import decode
from labharness.evidence.verify import verify
from labharness.model.reasons.database import Databases
from labharness.model.results import ExitCode
from labharness.plans.suite import small_plan

RNG = "pai-gow-poker-645a-starting-position"


@pytest.fixture
def run(cli, workspace, simulated, monkeypatch):
    plan = workspace.path / "plans" / "small.toml"
    stages = {"draws": {"units": 3000, "batch": 1000}, "raw": {"units": 8000, "batch": 4000}}
    plan.write_bytes(small_plan(RNG, stages))

    def full(*_):
        raise RegisterError(Databases.DISK_FULL(database="sqlite:///register.db"))

    monkeypatch.setattr(FileChange, "commit", full)
    place = ("--device", simulated("rng", seed=4614), "--workspace", workspace.path, "--run", "night")
    return lambda *options: cli("run", plan, *place, *options)


def test_the_verdict_is_told_where_the_disk_is_full(run, workspace, monkeypatch, cli):
    code, out, _ = run("--json")
    text = json.loads(out)
    assert (code, text["verdict"], text["ending"], text["report"]) == (3, "PASS", "COMPLETE", None)
    assert text["problems"][0]["sentence"].startswith("The disk is full")
    shutil.rmtree(workspace.path / "runs" / "night")
    code, out, _ = run()
    assert code == 3
    for words in ("PASS", "Report not built: The disk is full", "labharness report build night"):
        assert words in out
    assert "copy" not in out
    monkeypatch.undo()
    code, out, _ = cli("show", "night", "--workspace", workspace.path)
    assert (code, "PASS" in out) == (0, True)


@pytest.fixture
def finished(rng_run, tmp_path):
    """A workspace of its own with one finished run."""
    space = Workspace.init(tmp_path / "copy")
    shutil.copytree(rng_run[1].path, space.path / "runs" / rng_run[1].run)
    return space, RunFolder.open(space.path / "runs" / rng_run[1].run)


@pytest.mark.parametrize("layout", ["run", "run-summary"])
def test_the_command_verifies_a_run_once_and_decodes_its_ledger_once(finished, layout):
    space, folder = finished
    lines = (folder.path / LEDGER).read_bytes().count(b"\n")
    profile = cProfile.Profile()
    profile.runcall(report.build, Seat(space), folder.run, layout=layout)
    seen = pstats.Stats(profile).stats
    codes = [each.__code__ for each in (verify, decode, RunFolder.start)]
    places = [(each.co_filename, each.co_firstlineno, each.co_name) for each in codes]
    verified, decoded, begun = (seen[place][1] if place in seen else 0 for place in places)
    assert verified == 1
    assert decoded - begun == lines  # a frozen file is held against the hash that the first line names


def test_a_report_of_a_run_with_a_damaged_record_is_built_up_to_it_and_named_for_it(finished):
    space, folder = finished
    lines = (folder.path / LEDGER).read_bytes().splitlines(keepends=True)
    good = json.loads(lines[-2])["hash"]
    (folder.path / LEDGER).write_bytes(b"".join(lines[:-1]) + lines[-1].replace(b"COMPLETE", b"CoMPLETE"))
    built = report.build(Seat(space), folder.run)
    assert (built.path.name, built.verifies) == (f"{folder.run}.does-not-verify.pdf", False)
    assert report.build.code(built) == ExitCode.ERROR
    with open_register(space) as register:
        (body,) = [change.after for change in register.changes() if change.what == BUILT]
    assert body["head"] == good


class Evening(datetime):
    """A clock at 10:05 p.m. in Pennsylvania, when the day of UTC is the next one."""

    @classmethod
    def now(cls, tz=None):
        assert tz is UTC
        return cls(2026, 11, 23, 3, 5, 7, tzinfo=UTC)


def test_the_evening_belongs_to_the_day_that_it_ends(workspace, monkeypatch):
    monkeypatch.setattr(workspace_module, "datetime", Evening)
    assert run_name("some-plan") == "20261122T220507-some-plan"
    assert workspace.new_run(None, "some-plan").name == run_name("some-plan")
