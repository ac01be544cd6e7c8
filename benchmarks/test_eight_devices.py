"""Eight devices on a bench: how soon their runs begin together, and what the worker itself takes of a core."""

import json
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

import pytest

from benchmarks.figures import SHORT
from labharness.app.benches import queueing
from labharness.app.benches.queue_access import open_queue
from labharness.app.devices.preflight import RunOrder
from labharness.app.workspace.workspace import MARKER
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.nights.items import Closing
from labharness.plans.suite import small_plan

DEVICES, RUNS = 8, 2
STAGES = {"draws": {"units": 100_000, "batch": 100}, "raw": {"units": 65_536, "batch": 512}}


@contextmanager
def device(seed):
    command = [sys.executable, "-P", "-m", "labharness", "simulate", "rng", "--seed", str(seed)]
    with subprocess.Popen(
        [*command, "--listen", "tcp://127.0.0.1:0"], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield json.loads(process.stdout.readline())["url"]
        finally:
            process.kill()


def used(pid):
    """Seconds of the processor that a process took, without those that it started."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


@pytest.mark.skipif(sys.platform != "linux", reason="times are read from /proc")
@pytest.mark.skipif(
    SHORT, reason="runs that are shorter than the start of eight of them are never all at work"
)
def test_a_night_of_eight_devices(figure, workspace):
    marker = workspace.path / MARKER
    marker.write_text("clock_by_hand = true\n" + marker.read_text(encoding="utf-8"), encoding="utf-8")
    plan = workspace.path / "plans" / "small.toml"
    plan.write_bytes(small_plan("pai-gow-poker-645a-starting-position", STAGES, interruptions_allowed=2))
    command = [sys.executable, "-P", "-m", "labharness", "worker", "--bench", "a", "--until-empty"]

    def night():
        taken = wall = 0.0
        with subprocess.Popen([*command, "--workspace", workspace.path]) as worker:
            begun = time.monotonic()
            while worker.poll() is None:
                taken, wall = used(worker.pid), time.monotonic() - begun
                time.sleep(0.1)
        assert worker.returncode == 0
        return taken, wall

    with ExitStack() as stack:
        urls = [stack.enter_context(device(seed)) for seed in range(DEVICES)]
        for number in range(RUNS):
            for place, url in enumerate(urls):
                queueing.add(
                    workspace, RunOrder(str(plan), url, name=f"d{place}-{number}"), queueing.Wish("a")
                )
        taken, wall = night()

    spans = {}
    with open_queue(workspace) as queue:
        for place in range(DEVICES):
            for number in range(RUNS):
                name = f"d{place}-{number}"
                assert queue.item(name).closing is Closing.RAN
                summary = RunHistory.of(RunFolder(workspace.path / "runs" / name)).summary
                spans[name] = [datetime.fromisoformat(utc) for utc in (summary.started, summary.updated)]
    first = [spans[f"d{place}-0"] for place in range(DEVICES)]
    spread = (max(begun for begun, _ in first) - min(begun for begun, _ in first)).total_seconds()
    figure(
        f"the worker of {DEVICES * RUNS} runs on eight devices, processor time of a minute",
        60 * taken / wall,
        "s",
        target=6,
    )
    figure("from the first run's beginning to the eighth's", spread, "s", ("the night", wall))
    assert max(begun for begun, _ in first) < min(ended for _, ended in first), (
        "all eight were at work at once"
    )
