"""A worker as the system runs it: real processes, a real device over TCP, and kills."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager

import pytest

from labharness.app.benches.lane import Stand, standing_of
from labharness.app.devices.preflight import RunOrder
from labharness.app.shared_store.copying import open_store, waiting
from labharness.app.shared_store.media import Folder
from labharness.app.shared_store.store import Store
from labharness.app.workspace.register import open_queue
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.line_index import was_begun
from labharness.evidence.lock import owner_of
from labharness.evidence.verify import verify
from labharness.model.results import Ending, Outcome
from labharness.nights.items import Closing
from labharness.plans.suite import small_plan
from tests.support.queued import queued

pytestmark = [pytest.mark.long, pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")]
STAGES = {"draws": {"units": 40000, "batch": 100}, "raw": {"units": 65536, "batch": 512}}


@pytest.fixture
def space(tmp_path):
    workspace = Workspace.init(tmp_path / "workspace")
    marker = workspace.path / MARKER
    place = tmp_path / "store"
    Store.make(Folder(place))
    settings = f'clock_by_hand = true\nstore = "{place}"\n'
    marker.write_text(settings + marker.read_text(encoding="utf-8"), encoding="utf-8")
    return workspace


@contextmanager
def device():
    words = "simulate rng --seed 5 --listen tcp://127.0.0.1:0"
    command = [sys.executable, "-m", "labharness", *words.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield json.loads(process.stdout.readline())["url"]
        finally:
            process.kill()


def order(space, url, name):
    plan = space.path / "plans" / "small.toml"
    content = small_plan("pai-gow-poker-645a-starting-position", STAGES, interruptions_allowed=2)
    plan.write_bytes(content)
    return RunOrder(str(plan), url, name=name)


def worker(space):
    command = [sys.executable, "-m", "labharness", "worker", "--bench", "a", "--until-empty"]
    return subprocess.Popen([*command, "--workspace", space.path])


def until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not (result := condition()):
        assert time.monotonic() < end, "it never happens"
        time.sleep(0.02)
    return result


def at_work(path, least=20):
    """Return the process number of a runner that has recorded something, None before."""
    ledger = path / "ledger.jsonl"
    if not ledger.is_file() or len(ledger.read_bytes().splitlines()) < least:
        return None
    owner = owner_of(path / "lock")
    return owner["pid"] if owner and RunFolder(path).alive else None


def test_a_night_survives_the_death_of_its_worker_and_of_its_runner(space):
    path = space.path / "runs" / "night"
    with ExitStack() as stack:
        url = stack.enter_context(device())
        queued(space, order(space, url, "night"))
        with worker(space) as each:
            runner = until(lambda: at_work(path))
            each.terminate()  # as the service manager stops it
            assert each.wait(timeout=30) == 0
        assert standing_of(path).stand is Stand.AT_WORK, "the runner lives on without its worker"
        os.kill(runner, signal.SIGKILL)
        with worker(space) as two:
            assert two.wait(timeout=120) == 0
    with open_queue(space) as queue:
        item = queue.item("night")
    summary = RunHistory.of(RunFolder(path)).summary
    assert (item.closing, summary.ending, len(summary.gaps)) == (Closing.RAN, Ending.COMPLETE, 1)
    assert item.found is summary.outcome is Outcome.PASS
    assert not verify(path).problems
    assert open_store(space).arrived() == (("night", summary.head),)
    assert not waiting(space)
    shutil.rmtree(path)
    assert was_begun(path), "its trace stays, whatever becomes of its folder"
