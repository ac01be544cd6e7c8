"""What a second process is worth: whole analyses of long files and evaluations of long runs, by one process and by two."""

import json
import os
import subprocess
import sys
import time

import numpy as np
import pytest

from benchmarks.figures import scaled
from labharness.model.cards import format_card

UNITS = {
    "decks": scaled(600_000, 10_000),
    "outcomes": scaled(50_000_000, 1_000_000),
    "bytes": scaled(100_000_000, 4_000_000),
}
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


def analysis(path, observes, workers):
    """Return what a whole analysis takes by the clock, and its results."""
    command = [sys.executable, "-P", "-m", "labharness", "analyze", str(path), "--observes", observes]
    begun = time.perf_counter()
    done = subprocess.run([*command, "--workers", str(workers), "--json"], capture_output=True, check=False)
    clock = time.perf_counter() - begun
    assert done.returncode in (0, 1), done.stdout
    return clock, done.stdout


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor: a second process can be worth nothing")
@pytest.mark.parametrize("observes", MAKERS)
def test_two_processes(figure, tmp_path, observes):
    header, make = MAKERS[observes]
    path, random, units = tmp_path / "file", np.random.default_rng(461), UNITS[observes]
    with path.open("wb") as file:
        file.write(header)
        for begin in range(0, units, STEP):
            file.write(make(random, min(STEP, units - begin)))
    single, results = analysis(path, observes, 1)
    double, same = analysis(path, observes, 2)
    assert results == same
    named = {"decks": "600,000 decks", "outcomes": "50 million outcomes", "bytes": "100 MB of bytes"}[
        observes
    ]
    figure(
        f"`labharness analyze` of {named} with two processes, by the clock", double, "s", ("with one", single)
    )


RUNS = {
    "draws": ("rng", scaled(20_000_000, 500_000), 5000),
    "shuffles": ("fair_shuffler", scaled(150_000, 5_000), 50),
}
"""Device, units and batch of runs with a ledger of about 45 MB, in the short form about 1 MB."""
EVALUATED = """
import json, sys, time
begun = time.perf_counter()
from pathlib import Path
from labharness.app.evaluating import evaluate_run
from labharness.evidence.folder import RunFolder
if __name__ == "__main__":
    evaluation = evaluate_run(RunFolder.open(Path(sys.argv[1])), int(sys.argv[2]))
    print(json.dumps([time.perf_counter() - begun, list(evaluation.differing)]))
"""
ROUNDS = scaled(3, 1)


def evaluated(script, folder, workers):
    """Return the seconds of a few evaluations by the clock."""
    seconds = []
    for _ in range(ROUNDS):
        done = subprocess.run(
            [sys.executable, "-P", script, folder, str(workers)], capture_output=True, check=True
        )
        clock, differing = json.loads(done.stdout)
        assert not differing, "the results are those on record, whoever counted"
        seconds.append(clock)
    return seconds


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor: a second process can be worth nothing")
@pytest.mark.parametrize("name", RUNS)
def test_two_processes_of_a_run(figure, tmp_path, workspace, plan_of, simulated, name):
    device, units, batch = RUNS[name]
    script = tmp_path / "evaluated.py"
    script.write_text(EVALUATED, "utf-8")
    with simulated(device) as url:
        command = [
            sys.executable,
            "-P",
            "-m",
            "labharness",
            "run",
            plan_of(name, units, batch),
            "--device",
            url,
        ]
        command += ["--workspace", workspace.path, "--run", name, "--json"]
        printed = subprocess.run(command, capture_output=True, check=False).stdout
    assert json.loads(printed)["ending"] == "COMPLETE", printed
    folder = workspace.path / "runs" / name

    single, double = (evaluated(script, folder, workers) for workers in (1, 2))
    what = {"draws": "20 million draws", "shuffles": "150,000 shuffles"}[name]
    figure(f"a run of {what} evaluated by two processes, by the clock", double, "s", ("by one", min(single)))
