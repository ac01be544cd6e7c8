"""A queue of 10,000 items, an idle worker, and the list of 2,000 runs: seconds of the processor."""

import subprocess
import sys
import time
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from benchmarks.test_command_start import FLOOR, USUAL_FLOOR, processor_seconds
from labharness.evidence.folder import RunFolder
from labharness.nights.items import Item
from labharness.nights.store.audit import Actor
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Queue
from tests.support.runs import copied_as, tiny_run

ITEMS = 10_000
MOST_S = 0.05
RUNS = 2_000
RUNS_S = 1.0
IDLE_S, IDLE_SHARE = 60, 0.01
ACTOR = Actor("engineer", "account")


def item(name, **fields):
    return Item(id=name, bench="a", device="d", order={"plan": "p", "device": "tcp://127.0.0.1:1"}, **fields)


@pytest.fixture(scope="module")
def queue(tmp_path_factory):
    with Queue.open(tmp_path_factory.mktemp("queue") / "queue.db") as opened:
        opened.add([item(f"i{number}") for number in range(ITEMS)], ACTOR)
        yield opened


@pytest.mark.parametrize("what", ["add", "list", "move", "cancel", "take"])
def test_an_act_on_ten_thousand_items(benchmark, queue, what):
    numbers, benches = count(), Benches(queue.database)
    fence = benches.hold("a", "desk", 1, ACTOR)
    acts = {
        "add": lambda: queue.add([item(f"new{next(numbers)}")], ACTOR),
        "list": lambda: queue.items("a", limit=200),
        "move": lambda: queue.move(f"i{5000 + next(numbers)}", ACTOR, before=f"i{4000 + next(numbers)}"),
        "cancel": lambda: queue.cancel(f"i{7000 + next(numbers)}", ACTOR),
        "take": lambda: benches.take("a", fence, ACTOR, "2026-11-23T00:00:00+00:00"),
    }
    seconds = []

    def act():
        before = time.process_time()
        acts[what]()
        seconds.append(time.process_time() - before)

    benchmark.pedantic(act, rounds=20)
    benchmark.extra_info["milliseconds of the processor, median"] = round(sorted(seconds)[10] * 1e3, 1)
    assert sorted(seconds)[10] <= MOST_S


def test_an_idle_worker(benchmark, workspace):
    command = [sys.executable, "-m", "labharness", "worker", "--bench", "a", "--workspace", workspace.path]

    @contextmanager
    def worker():
        with subprocess.Popen(command) as process:
            try:
                yield process.pid
            finally:
                process.terminate()

    def used(pid):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def idle():
        with worker() as pid:
            time.sleep(15)  # its start
            before = used(pid)
            time.sleep(IDLE_S)
            return (used(pid) - before) / IDLE_S

    share = benchmark.pedantic(idle, rounds=1)
    benchmark.extra_info["share of a core"] = round(share, 4)
    assert share <= IDLE_SHARE


def test_the_list_of_two_thousand_runs(benchmark, workspace, monkeypatch):
    runs = workspace.path / "runs"
    first = tiny_run(runs / "run-0")
    for number in range(1, RUNS):
        copied_as(RunFolder(first.path), runs / f"run-{number}")
    monkeypatch.setenv("LABHARNESS_WORKSPACE", str(workspace.path))
    command = (sys.executable, "-m", "labharness", "runs")
    cold = processor_seconds(*command)
    seconds = []
    benchmark.pedantic(lambda: seconds.append(processor_seconds(*command)), rounds=3)
    floor = min(processor_seconds(sys.executable, "-c", FLOOR) for _ in range(3))
    benchmark.extra_info["seconds of the processor"] = round(min(seconds), 2)
    benchmark.extra_info["without an index"] = round(cold, 2)
    assert min(seconds) <= RUNS_S * max(1, floor / USUAL_FLOOR)
