"""The default effort needs less than 300 MB, with everything that is loaded for it, and is declared for a minute at most."""

import subprocess
import sys

import pytest

MOST_MB = 300
PROGRAM = """
import resource, sys
import numpy as np
from labharness.analysis.identification.generator import families
from labharness.analysis.identification.search import BUDGET, search
from labharness.analysis.identification.stream import Stream
n, names = int(sys.argv[1]), sys.argv[2:]
fair = np.random.Generator(np.random.PCG64(1)).integers(0, n, 150_000)
result = search(Stream.of(fair, n), known=[f for f in families() if f.name in names] if names else None, budget=6 if names else BUDGET)
assert not result.proofs and result.tried and result.seconds <= BUDGET
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell the peak memory this way")
@pytest.mark.parametrize(
    ("n", "names"),
    [
        (52, ["MT19937-64"]),
        pytest.param(2, [".NET System.Random"], marks=pytest.mark.long),
        *(pytest.param(n, [], marks=pytest.mark.long) for n in (2, 7, 52)),
    ],
)
def test_peak_memory(n, names):
    between = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)"
    python = [sys.executable, "-P", "-c"]  # a child's peak begins with what its parent holds
    command = [*python, between, *python, PROGRAM, str(n), *names]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert 50 < float(done.stdout) < MOST_MB
