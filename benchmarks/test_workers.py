"""What a second process costs, and that it is worth its start: whole analyses of long files and evaluations of long runs, by one process and by two."""

import json
import os
import subprocess
import sys
import time

import numpy as np
import pytest

from benchmarks.figures import SHORT, scaled
from labharness.model.cards import format_card

UNITS = {
    "decks": scaled(600_000, 10_000),
    "outcomes": scaled(25_000_000, 1_000_000),
    "bytes": scaled(100_000_000, 4_000_000),
}
FREE, LEAST, LONG_S = 0.9, 1.3, 4
"""Share of a processor that a process must have had for the clock to say something, and how much faster two must be then with long work."""
WORDS = np.array([list(f"{format_card(kind)} ".rjust(4).encode()) for kind in range(52)], dtype=np.uint8)
NUMBERS = np.array([list(f"{number}\n".encode()) for number in range(10, 60)], dtype=np.uint8)
STEP = 100_000


def decks(random, units):
    text = WORDS[random.permuted(np.tile(np.arange(52), (units, 1)), axis=1)].reshape(units, -1)
    text[:, -1] = ord("\n")
    return text.tobytes()


def outcomes(random, units):
    return NUMBERS[random.integers(0, len(NUMBERS), units)].tobytes()


MAKERS = {
    "decks": (b"input: new-deck\n", decks),
    "outcomes": (b"low: 10\nhigh: 59\n", outcomes),
    "bytes": (b"", lambda random, units: random.bytes(units)),
}


def spent(*command):
    """Return what a command takes by the clock and of the processor, its children included, and what it prints."""
    before, begun = os.times(), time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)
    clock, after = time.perf_counter() - begun, os.times()
    assert done.returncode in (0, 1), done.stderr
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return clock, used, done.stdout


def compared(figure, what, *command):
    """Compare the processor time of two processes with that of one; where two processors are free, they must also be faster."""
    single, used, results = spent(*command, "1")
    double, both, same = spent(*command, "2")
    assert results == same != b""
    if not SHORT and used > LONG_S and used > FREE * single and both > 2 * FREE * FREE * double:
        assert single >= LEAST * double, f"{single:.1f} s with one process, {double:.1f} s with two"
    figure(f"{what} by two processes, processor time of both", both, "s", ("by one", used))


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor: a second process can be worth nothing")
@pytest.mark.parametrize("observes", scaled([*MAKERS], ["bytes"]))
def test_two_processes(figure, tmp_path, observes):
    header, make = MAKERS[observes]
    path, random, units = tmp_path / "file", np.random.default_rng(461), UNITS[observes]
    with path.open("wb") as file:
        file.write(header)
        for begin in range(0, units, STEP):
            file.write(make(random, min(STEP, units - begin)))
    named = {"decks": "600,000 decks", "outcomes": "25 million outcomes", "bytes": "100 MB of bytes"}
    command = [sys.executable, "-P", "-m", "labharness", "analyze", path, "--observes", observes, "--json"]
    compared(figure, f"`labharness analyze` of {named[observes]}", *command, "--workers")


RUNS = {
    "draws": ("rng", scaled(10_000_000, 500_000), 5000),
    "shuffles": ("fair_shuffler", scaled(75_000, 5_000), 50),
}
"""Device, units and batch of runs with a ledger of about 23 MB, in the short form about 1 MB."""
EVALUATED = """
import sys
from pathlib import Path
from labharness.app.runs.evaluating import evaluate_run
from labharness.evidence.folder import RunFolder
if __name__ == "__main__":
    evaluation = evaluate_run(RunFolder.open(Path(sys.argv[1])), int(sys.argv[2]))
    sys.exit("These are not the results on record." if evaluation.differing else print("the same"))
"""


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor: a second process can be worth nothing")
@pytest.mark.parametrize("name", scaled([*RUNS], ["shuffles"]))
def test_two_processes_of_a_run(figure, tmp_path, workspace, plan_of, simulated, name):
    device, units, batch = RUNS[name]
    script = tmp_path / "evaluated.py"
    script.write_text(EVALUATED, "utf-8")
    with simulated(device) as url:
        plan = plan_of(name, units, batch)
        command = [sys.executable, "-P", "-m", "labharness", "run", plan, "--device", url, "--json"]
        command += ["--workspace", workspace.path, "--run", name]
        printed = subprocess.run(command, capture_output=True, check=False).stdout
    assert json.loads(printed)["ending"] == "COMPLETE", printed
    folder = workspace.path / "runs" / name

    named = {"draws": "10 million draws", "shuffles": "75,000 shuffles"}
    compared(figure, f"a run of {named[name]} evaluated", sys.executable, "-P", script, folder)
