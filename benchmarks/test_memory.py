"""Peak memory of ``labharness run`` and ``labharness analyze`` as the sample grows, for every kind of observation."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from benchmarks.figures import SHORT, scaled
from benchmarks.test_parse_rate import MAKERS

SIZES = scaled((10**5, 10**6, 10**7), (10**4, 10**5, 3 * 10**5))
BATCH = 5000
FLAT = 1.3

# A process of its own between us and the run: a child's peak begins with what its parent holds.
PEAK = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
"""

DRAW_BYTES = 2.0
RUNS = {
    "bytes": ("rng", 32 << 20, 1 << 20, 0.1),
    "shuffles": ("fair_shuffler", 20_000, 50, 400.0),
    "deals": ("dealing_shoe", 10_000, 50, 400.0),
}
"""Machine, smallest sample, units of a request, and most bytes of memory for each further unit."""

PIECES, HEADERS = 10, ("input: ", "decks: ", "low: ", "high: ")
FILES = {
    "bytes": (48 << 20, 0.1),
    "outcomes": (4_000_000, 4.0),
    "decks": (200_000, 160.0),
    "rounds": (150_000, 40.0),
}
"""Smallest sample and most bytes of memory for each further unit; equal decks are found by a hash of 48 bytes each."""


def peak_of(*command):
    """Run a command to its end; return what it printed and its peak memory in bytes."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", PEAK, *map(str, command)], capture_output=True, text=True, check=False
    )
    printed, _, peak = done.stdout.rstrip().rpartition("\n")
    return printed, int(peak) * (1 if sys.platform == "darwin" else 1024), done.stderr


def run(plan, url, workspace):
    """Run a plan to its end and report; return its peak memory in MiB."""
    command = [sys.executable, "-P", "-m", "labharness", "run", plan, "--device", url, "--json"]
    printed, peak, problem = peak_of(*command, "--workspace", workspace.path, "--run", plan.stem)
    assert json.loads(printed)["ending"] == "COMPLETE", (
        printed + problem
    )  # a verdict on this sample is chance
    return peak / (1 << 20)


def refuse_growth(peaks, more, most):
    """Fail unless the last step, of so many more units, adds at most so many bytes a unit: the first fills what has a bound."""
    grown = (peaks[2] - peaks[1]) * (1 << 20) / more
    assert grown <= most, f"{peaks} MiB: {grown:.2f} bytes a unit"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell the peak memory of a child.")
def test_memory_is_flat(figure, workspace, plan_of, simulated):
    plans = [plan_of("draws", units, BATCH) for units in SIZES]

    with simulated("rng") as url:
        peaks = [run(plan, url, workspace) for plan in plans]

    figure("peak memory of a run of 10⁷ draws, report included", peaks[-1], "MiB", ("of 10⁵ draws", peaks[0]))
    assert max(peaks) < FLAT * min(peaks)
    if not SHORT:
        refuse_growth(peaks, SIZES[2] - SIZES[1], DRAW_BYTES)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell the peak memory of a child.")
@pytest.mark.skipif(SHORT, reason="minutes; growth for each unit shows only in long runs")
@pytest.mark.parametrize("kind", RUNS)
def test_a_run_keeps_nothing_of_what_it_records(figure, workspace, plan_of, simulated, kind):
    machine, units, batch, most = RUNS[kind]
    plans = [plan_of(kind, units * times, batch) for times in (1, 2, 4)]
    with simulated(machine) as url:
        peaks = [run(plan, url, workspace) for plan in plans]
    figure(f"peak memory of a run of {4 * units:,} {kind}", peaks[2], "MiB", (f"of {units:,}", peaks[0]))
    refuse_growth(peaks, 2 * units, most)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell the peak memory of a child.")
@pytest.mark.skipif(
    SHORT, reason="minutes; what has a bound fills first, and no short file shows growth beyond that"
)
@pytest.mark.parametrize("kind", FILES)
def test_an_analysis_keeps_little_of_a_file(figure, tmp_path, kind):
    units, most = FILES[kind]

    def analyzed(times):
        file = tmp_path / f"{kind}-{times}"
        random = np.random.default_rng(461)
        if kind == "bytes":
            file.write_bytes(random.bytes(units * times))
        else:
            with file.open("w", encoding="ascii") as text:
                for piece in range(PIECES * times):  # the header once
                    lines = MAKERS[kind](units // PIECES, random).splitlines()
                    text.writelines(f"{line}\n" for line in lines if not (piece and line.startswith(HEADERS)))
        command = [sys.executable, "-P", "-m", "labharness", "analyze", file, "--observes", kind, "--json"]
        printed, peak, problem = peak_of(*command)
        assert json.loads(printed), problem
        return peak / (1 << 20)

    with ThreadPoolExecutor(2) as two:  # memory does not depend on what else a processor does
        peaks = list(two.map(analyzed, (1, 2, 4)))
    name = f"{4 * FILES[kind][0]:,} {kind}"
    figure(f"peak memory of an analysis of {name}", peaks[2], "MiB", ("of a quarter", peaks[0]))
    refuse_growth(peaks, 2 * units, most)
