"""kill -9 of the runner at random moments: nothing acknowledged is lost, and no verdict becomes better."""

import json
import random
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from labharness.app.devices.preflight import RunOrder
from labharness.app.runs.services import resume_command, run_command
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.folder import LedgerReader, RunFolder
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.model.results import Ending, Outcome
from labharness.plans.frozen import freeze
from labharness.plans.suite import small_plan
from tests.support.lab import judged
from tests.support.runs import altered, forge

MANY = 1000
KILLS, AT_NIGHT = 3, 5
RNG = ("pai-gow-poker-645a-starting-position", "rng")
SHOE = ("pai-gow-poker-645a-dealing-shoe", "dealing_shoe")
STAGES = {
    "rng": {"draws": {"units": 40000, "batch": 100}, "raw": {"units": 65536, "batch": 512}},
    "dealing_shoe": {"deals": {"units": 300, "batch": 1, "independent_reads": 0}},
}
WITHOUT = {"rng": (), "dealing_shoe": ("reader-before", "reader-after")}
EXIT_CODES = {Outcome.PASS: 0, Outcome.FAIL: 1, Outcome.INCONCLUSIVE: 2}


def plan_for(device, allowed):
    plan, machine = device
    return small_plan(plan, STAGES[machine], without=WITHOUT[machine], interruptions_allowed=allowed)


@contextmanager
def device_process(machine):
    command = [sys.executable, "-m", "labharness", "simulate", machine, "--seed", "4614"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield json.loads(process.stdout.readline())["url"]
            assert process.poll() is None, "the device does not notice that runners die"
        finally:
            process.kill()


class Follower:
    """A view of a run: everything that it has been shown must stay."""

    def __init__(self, path):
        self.folder = RunFolder(path)
        self._reader = LedgerReader(path / "ledger.jsonl")
        self.seen = []

    @property
    def ended(self):
        return bool(self.seen) and self.seen[-1].type is RecordType.END

    def look(self):
        """Take in what is new."""
        self.seen += self._reader.poll()

    def watch(self, process, until, seconds=60.0):
        """Look on until something holds or the process ends; say whether it still runs."""
        deadline = time.monotonic() + seconds
        while process.poll() is None and time.monotonic() < deadline:
            self.look()
            if until():
                return True
            time.sleep(0.002)
        self.look()
        return process.poll() is None


def kill_at_random(command, follower, chance):
    """Start a runner, kill it at a random moment of its work, and check what it left; False if it was done first."""
    before = len(follower.seen)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        if before and chance.random() < 0.3:
            moment = time.monotonic() + chance.uniform(0.1, 0.8)  # while it starts and takes the run up
        else:
            follower.watch(process, lambda: len(follower.seen) > before)
            moment = time.monotonic() + chance.uniform(0.0, 0.6)
        alive = follower.watch(process, lambda: time.monotonic() >= moment)
        process.kill()
    follower.look()
    if not (follower.folder.path / LEDGER).exists():  # killed before its first record: there is no run yet
        shutil.rmtree(follower.folder.path, ignore_errors=True)
        return alive
    result = verify(follower.folder.path)
    assert result.problems == ()
    assert result.ending is (Ending.COMPLETE if follower.ended else Ending.INTERRUPTED)
    assert list(follower.folder.records()) == follower.seen, (
        "everything shown is there, unchanged, and shown once"
    )
    assert not follower.folder.alive
    return alive


def crash_often(device, allowed, seed, workspace, kills=KILLS):
    """Kill runners so many times, resuming what they left; yield every run, once it is finished, and its report."""
    chance = random.Random(seed)
    plan = workspace.path / "plans" / "small.toml"
    plan.write_bytes(plan_for(device, allowed))
    with device_process(device[1]) as url:
        for number in range(kills):
            follower = Follower(workspace.path / "runs" / f"crashed-{number}")
            command = run_command(workspace.path, RunOrder(str(plan), url, name=follower.folder.run))
            while kills and not follower.ended:
                kills -= kill_at_random(command, follower, chance)
                command = resume_command(follower.folder)
            if follower.ended:
                yield follower, None
                continue
            yield follower, finish(command, follower)
            return


def finish(command, follower):
    """Resume a run to its end and return what the command says of it."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        follower.watch(process, lambda: False)
        text = json.loads(process.stdout.read())
    follower.look()
    assert process.returncode == EXIT_CODES[Outcome(text["verdict"])]
    return text


def as_planned(record):
    """Return the record that stands where a gap was, as if the session had been closed there."""
    if record.type is not RecordType.RESUMED:
        return record
    return altered(record, planned=True)


def check(follower, text, device, allowed):
    """Check a run that was crashed and finished against the same records without their gaps."""
    folder, seen = follower.folder, follower.seen
    result = verify(folder.path)
    assert result.problems == ()
    assert result.ending is Ending.COMPLETE
    assert list(folder.records()) == seen
    gaps = sum(record.type is RecordType.RESUMED and not record.body.planned for record in seen)
    recorded = Outcome(
        [record for record in seen if record.type is RecordType.VERDICT][-1].body.verdict.outcome
    )
    if text is not None:
        assert (text["verdict"], text["head"]) == (recorded.value, result.head)
        assert verify(folder.path, text["head"]).clean

    assert judged(folder).outcome is recorded
    copy = RunFolder(shutil.copytree(folder.path, folder.path.parent / "without-gaps" / folder.run))
    forge(copy, map(as_planned, seen))
    without_gaps = judged(copy).outcome
    shutil.rmtree(copy.path)
    if gaps <= allowed:
        assert recorded is without_gaps, "a gap that the plan allows changes nothing"
    else:
        assert recorded is (Outcome.FAIL if without_gaps is Outcome.FAIL else Outcome.INCONCLUSIVE)
    if gaps:
        strict = freeze(plan_for(device, 0), "strict.toml")
        assert judged(folder, plan=strict).outcome is not Outcome.PASS
    return gaps


@pytest.mark.long
@pytest.mark.parametrize(
    ("device", "allowed", "seed"), [(RNG, MANY, 1), (SHOE, 0, 4)], ids=["rng", "shoe-strict"]
)
def test_killed_runners_lose_nothing_and_gain_nothing(device, allowed, seed, tmp_path):
    runs = crash_often(device, allowed, seed, Workspace.init(tmp_path / "workspace"))
    assert sum(check(*run, device, allowed) for run in runs)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_runners_killed_all_night_lose_nothing(seed, tmp_path):
    device, allowed = (RNG, SHOE)[seed % 2], (0, MANY)[seed // 2 % 2]
    for run in crash_often(device, allowed, seed, Workspace.init(tmp_path / "workspace"), AT_NIGHT):
        check(*run, device, allowed)
