"""What a second process is worth: whole analyses of long files and evaluations of long runs, by one process and by two."""

import json
import os
import subprocess
import sys
import time

import numpy as np
import pytest

from labharness.model.cards import format_card

resource = pytest.importorskip("resource", reason="seconds of the processor are read from the system here")
SHORT = {"decks": 200_000, "outcomes": 10_000_000, "bytes": 30_000_000}
"""Units of the file whose time is taken off, that of the start with it."""
TIMES = {"decks": 20, "outcomes": 10, "bytes": 10}
"""How many times as long the other file is."""
LONG = {"bytes": 1.75}
"""How many times as fast two free processors must be with the longer file: 1.8 as measured, less what measuring is off."""
FREE = 0.9
"""Share of a processor that one process must have had: else the clock says nothing about this program."""
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


def seconds(path, observes, workers):
    """Return what a whole analysis takes: by the clock, of the processor, and what it says."""
    command = [sys.executable, "-m", "labharness", "analyze", str(path), "--observes", observes]
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run([*command, "--workers", str(workers), "--json"], capture_output=True, check=False)
    clock, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode in (0, 1), done.stdout
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor: a second process can be worth nothing")
@pytest.mark.parametrize("observes", MAKERS)
def test_two_processes(benchmark, tmp_path, observes):
    header, make = MAKERS[observes]
    files = [tmp_path / "short", tmp_path / "long"]
    for path, times in zip(files, (1, TIMES[observes]), strict=True):
        random = np.random.default_rng(461)
        with path.open("wb") as file:
            file.write(header)
            for _ in range(SHORT[observes] * times // STEP):
                file.write(make(random, STEP))
    seconds(files[0], observes, 2)
    begun = [seconds(path, observes, 1) for path in files]
    again = benchmark.pedantic(lambda: [seconds(path, observes, 2) for path in files], rounds=1)

    assert [said for *_, said in begun] == [said for *_, said in again]
    one, two = ([long[n] - short[n] for n in (0, 1)] for short, long in (begun, again))
    benchmark.extra_info["seconds of the longer file, one process and two"] = [
        round(found[1][0], 1) for found in (begun, again)
    ]
    benchmark.extra_info["times as fast, all of it"] = round(begun[1][0] / again[1][0], 2)
    benchmark.extra_info["times as fast, less the short file"] = round(one[0] / two[0], 2)
    if begun[1][1] > FREE * begun[1][0] and again[1][1] > 2 * FREE * FREE * again[1][0]:
        assert begun[1][0] / again[1][0] >= LONG.get(observes, 1.0)
    benchmark.extra_info["seconds of the processor, two to one, less the short file"] = round(
        two[1] / one[1], 2
    )


RUNS = {"draws": ("rng", 20_000_000, 5000), "shuffles": ("fair_shuffler", 150_000, 50)}
"""Device, units and batch of runs with a ledger of about 45 MB."""
EVALUATED = """
import json, resource, sys, time
begun = time.perf_counter()
from pathlib import Path
from labharness.app.evaluating import evaluate_run
from labharness.evidence.folder import RunFolder
if __name__ == "__main__":
    found = evaluate_run(RunFolder.open(Path(sys.argv[1])), int(sys.argv[2]))
    clock = time.perf_counter() - begun
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(json.dumps([clock, *(one.ru_utime + one.ru_stime for one in used), list(found.differing)]))
"""
TIMES_OF_A_RUN = 3


def evaluated(script, folder, workers):
    """Return the best of a few evaluations: by the clock, of this process, of the others."""
    found = []
    for _ in range(TIMES_OF_A_RUN):
        command = [sys.executable, script, folder, str(workers)]
        done = subprocess.run(command, capture_output=True, check=True)
        *taken, differing = json.loads(done.stdout)
        assert not differing, "the results are those on record, whoever counted"
        found.append(taken)
    return [min(each) for each in zip(*found, strict=True)]


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor: a second process can be worth nothing")
@pytest.mark.parametrize("name", RUNS)
def test_two_processes_of_a_run(benchmark, tmp_path, workspace, plan_of, simulated, name):
    device, units, batch = RUNS[name]
    script = tmp_path / "evaluated.py"
    script.write_text(EVALUATED, "utf-8")
    with simulated(device) as url:
        command = [sys.executable, "-m", "labharness", "run", plan_of(name, units, batch), "--device", url]
        command += ["--workspace", workspace.path, "--run", name, "--json"]
        told = subprocess.run(command, capture_output=True, check=False).stdout
    assert json.loads(told)["ending"] == "COMPLETE", told
    folder = workspace.path / "runs" / name

    one, four = (evaluated(script, folder, workers) for workers in (1, 4))
    two = benchmark.pedantic(evaluated, args=(script, folder, 2), rounds=1)

    benchmark.extra_info["MB of ledger"] = round((folder / "ledger.jsonl").stat().st_size / 1e6)
    benchmark.extra_info["times as fast with two, by the clock"] = round(one[0] / two[0], 2)
    benchmark.extra_info["seconds of the processor: one; two; four, the first and the others"] = [
        [round(each, 2) for each in taken[1:]] for taken in (one, two, four)
    ]
    benchmark.extra_info["one to the busier of two, in seconds of the processor"] = round(
        one[1] / max(two[1:]), 2
    )
