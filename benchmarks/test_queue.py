"""A queue of 10,000 items, an idle worker, and the list of 2,000 runs: seconds of the processor."""

import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import pytest

from benchmarks.figures import best, scaled, timed
from benchmarks.test_command_start import bare_start, processor_seconds
from labharness.evidence.folder import RunFolder
from labharness.nights.items import Item
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor, Queue
from tests.support.runs import copied_as, tiny_run

ITEMS = scaled(10_000, 2_000)
MOST_MS = 50
RUNS = scaled(2_000, 200)
RUNS_S = 1.0
IDLE_S = scaled(30, 6)
ACTOR = Actor("engineer", "account")


def item(name, **fields):
    return Item(id=name, bench="a", device="d", order={"plan": "p", "device": "tcp://127.0.0.1:1"}, **fields)


@pytest.fixture(scope="module")
def queue(tmp_path_factory):
    with Queue.open(tmp_path_factory.mktemp("queue") / "queue.db") as opened:
        opened.add([item(f"i{number}") for number in range(ITEMS)], ACTOR)
        yield opened


@pytest.mark.parametrize("what", ["add", "list", "move", "cancel", "take"])
def test_an_act_on_ten_thousand_items(figure, queue, tmp_path, what):
    numbers, benches = count(), Benches(queue.database)
    fence = benches.hold("a", "desk", 1, ACTOR)
    acts = {
        "add": lambda: queue.add([item(f"new{next(numbers)}")], ACTOR),
        "list": lambda: queue.items("a", limit=200),
        "move": lambda: queue.move(
            f"i{ITEMS // 2 + next(numbers)}", ACTOR, before=f"i{ITEMS // 3 + next(numbers)}"
        ),
        "cancel": lambda: queue.cancel(f"i{ITEMS * 2 // 3 + next(numbers)}", ACTOR),
        "take": lambda: benches.take("a", fence, ACTOR, "2026-11-23T00:00:00+00:00"),
    }
    seconds = sorted(timed(acts[what], 1)[0][0] for _ in range(scaled(20, 5)))
    with closing(sqlite3.connect(tmp_path / "bare.db")) as bare:
        bare.execute("CREATE TABLE items (body)")
        peer = 1000 * best(lambda: insert(bare), 20)
    what = f"{what} in a queue of 10,000 items, median, processor time"
    figure(what, 1000 * seconds[len(seconds) // 2], "ms", ("an insert into bare SQLite", peer), MOST_MS)


def insert(bare):
    with bare:
        bare.execute("INSERT INTO items VALUES (?)", ("x" * 1000,))


def test_an_idle_worker(figure, workspace):
    command = [
        sys.executable,
        "-P",
        "-m",
        "labharness",
        "worker",
        "--bench",
        "a",
        "--workspace",
        workspace.path,
    ]

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
            time.sleep(10)  # its start
            before = used(pid)
            time.sleep(IDLE_S)
            return (used(pid) - before) / IDLE_S

    figure("an idle worker of a bench, processor time of a minute", 60 * idle(), "s", target=0.6)


def test_the_list_of_two_thousand_runs(figure, workspace, monkeypatch):
    runs = workspace.path / "runs"
    first = tiny_run(runs / "run-0")
    for number in range(1, RUNS):
        copied_as(RunFolder(first.path), runs / f"run-{number}")
    monkeypatch.setenv("LABHARNESS_WORKSPACE", str(workspace.path))
    command = (sys.executable, "-P", "-m", "labharness", "runs")
    cold = processor_seconds(*command)
    seconds = [processor_seconds(*command) for _ in range(3)]
    figure("`labharness runs` with 2,000 runs, processor time", seconds, "s", bare_start(), 1)
    figure("the same without an index", cold, "s", bare_start())
