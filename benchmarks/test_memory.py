"""Peak memory of ``labharness run``, judging and report included, for samples a hundred times as long."""

import json
import subprocess
import sys

import pytest

SIZES = (10**5, 10**6, 10**7)
BATCH = 5000
FLAT = 1.3

# A process of its own between us and the run: a child's peak begins with what its parent holds.
PEAK = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
"""


def run(plan, url, workspace):
    """Run a plan to its end and report; return its peak memory in MiB."""
    command = [sys.executable, "-m", "labharness", "run", str(plan), "--device", url, "--json"]
    command += ["--workspace", str(workspace.path), "--run", plan.stem]
    done = subprocess.run([sys.executable, "-c", PEAK, *command], capture_output=True, text=True, check=False)
    told, _, peak = done.stdout.rstrip().rpartition("\n")
    assert json.loads(told)["ending"] == "COMPLETE", told + done.stderr  # a verdict on this sample is chance
    return int(peak) / (1 << 20 if sys.platform == "darwin" else 1 << 10)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell the peak memory of a child.")
def test_memory_is_flat(benchmark, workspace, plan_of, simulated):
    *smaller, largest = [plan_of("draws", units, BATCH) for units in SIZES]

    with simulated("rng") as url:
        peaks = [run(plan, url, workspace) for plan in smaller]
        peaks.append(benchmark.pedantic(run, args=(largest, url, workspace), rounds=1))

    benchmark.extra_info |= {
        f"MiB for {units:,} draws": round(peak) for units, peak in zip(SIZES, peaks, strict=True)
    }
    benchmark.extra_info["draws/s of the longest"] = round(SIZES[-1] / benchmark.stats["min"])
    benchmark.extra_info["largest to smallest"] = round(max(peaks) / min(peaks), 2)
    assert max(peaks) < FLAT * min(peaks)
