"""A run of a submission neither begins nor goes on while the clock is wrong: its times are evidence."""

import json
import shutil

import pytest

from labharness.app.benches.queueing import BenchRunners, item_of
from labharness.app.devices import preflight as clock
from labharness.app.devices.preflight import RunOrder
from labharness.app.runs.services import resume_run
from labharness.app.settings.workspace_settings import change_setting
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.records.body import RecordType
from labharness.model.reasons.night import Nights
from labharness.model.results import Ending
from tests.support.runs import altered, broken_off, forge

WRONG = Nights.CLOCK_UNSYNCHRONIZED()


@pytest.fixture
def open_run(rng_run, tmp_path):
    """Make a run of a submission that waits for its verdict, or whose device is gone, in a workspace of its own."""

    def made(last=RecordType.CONDUCTED, **start):
        space = Workspace(tmp_path / "workspace")
        ignored = shutil.ignore_patterns("runs", "reports")
        shutil.copytree(rng_run[0].path, space.path, ignore=ignored, dirs_exist_ok=True)
        whole = list(rng_run[1].records())
        until = next(index for index, record in enumerate(whole) if record.type is last) + 1
        folder = broken_off(rng_run[1], until, space.path / "runs")
        first, *rest = folder.records()
        forge(folder, [altered(first, **{"submission": "s-461", **start}), *rest])
        return space, folder

    return made


@pytest.mark.parametrize("last", [RecordType.CONDUCTED, RecordType.OBSERVED])
def test_a_run_of_a_submission_is_not_resumed_with_a_wrong_clock(open_run, monkeypatch, refusal, last):
    space, folder = open_run(last)
    before = (folder.path / "ledger.jsonl").read_bytes()
    monkeypatch.setattr(clock, "is_synchronized", lambda: False)
    assert refusal(resume_run, folder) == WRONG
    assert (folder.path / "ledger.jsonl").read_bytes() == before
    change_setting(space, "clock_by_hand", "yes", "No time server.", "chief")
    if last is RecordType.CONDUCTED:
        assert resume_run(folder).ending is Ending.COMPLETE
    else:
        assert refusal(resume_run, folder) != WRONG, "the device is gone"


@pytest.mark.parametrize("start", [{"submission": ""}, {"submission": "s-461", "simulated": "Fair"}])
def test_practice_is_resumed_with_a_note(open_run, monkeypatch, cli, start):
    space, folder = open_run(**start)
    monkeypatch.setattr(clock, "is_synchronized", lambda: False)
    words = ("resume", folder.run, "--workspace", space.path)
    if start["submission"]:
        code, out, err = cli(*words)
        assert (code, "PASS" in out, "not synchronized" in err) == (0, True, True)
        return
    code, out, err = cli(*words, "--json")
    described = json.loads(out)
    assert (code, described["clock"], err) == (0, "not synchronized", "")
    assert [note["code"] for note in described["notes"]] == [WRONG.code]


def test_the_command_refuses_and_its_json_says_how_the_clock_stands(open_run, monkeypatch, cli):
    space, folder = open_run()
    words = ["resume", folder.run, "--workspace", space.path, "--json"]
    monkeypatch.setattr(clock, "is_synchronized", lambda: False)
    code, out, _ = cli(*words)
    assert (code, json.loads(out)["problems"][0]["code"]) == (3, WRONG.code)
    change_setting(space, "clock_by_hand", "yes", "No time server.", "chief")
    code, out, _ = cli(*words)
    assert (code, json.loads(out)["clock"], "notes" in json.loads(out)) == (0, "set by hand", False)


@pytest.mark.parametrize(
    ("synchronized", "state"), [(True, clock.ClockState.SYNCHRONIZED), (None, clock.ClockState.UNKNOWN)]
)
def test_a_clock_that_is_not_known_to_be_wrong_refuses_nothing(open_run, monkeypatch, synchronized, state):
    space, folder = open_run()
    monkeypatch.setattr(clock, "is_synchronized", lambda: synchronized)
    assert clock.clock_state(space) is state
    assert resume_run(folder).ending is Ending.COMPLETE


@pytest.mark.parametrize(
    ("submission", "simulated", "expected"), [("s-461", "", (WRONG,)), ("s-461", "Fair", ()), ("", "", ())]
)
def test_the_worker_of_a_bench_asks_before_it_resumes(
    workspace, monkeypatch, submission, simulated, expected
):
    monkeypatch.setattr(clock, "is_synchronized", lambda: False)
    order = RunOrder("plan", "usb://1:2", name="n", simulated=simulated, submission=submission)
    runners = BenchRunners(workspace, "1", workspace.path / "output")
    assert runners.resume_refusal(item_of(order, "1")) == expected
