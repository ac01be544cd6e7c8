"""Known generators: what the default effort takes where nothing is there, beside the seconds declared for it.

Seconds are those of the processor. A ratio above 1 would say that it takes longer than the program declares.
"""

import time

import numpy as np
import pytest

from benchmarks.figures import scaled
from labharness.analysis.identification.search import BUDGET, search
from labharness.analysis.identification.stream import Stream

OUTCOMES = scaled(150_000, 3_000)
SPENT = scaled(BUDGET, 4.0)


def fair(n, count=OUTCOMES):
    return Stream.of(np.random.Generator(np.random.PCG64(1)).integers(0, n, count), n)


@pytest.fixture(scope="module", autouse=True)
def _loaded():
    """Load what is compiled before anything is measured."""
    search(fair(52, 300), budget=2)


@pytest.mark.parametrize("n", [7])
def test_the_default_effort(figure, n):
    begun = time.process_time()
    result = search(fair(n), budget=SPENT)
    seconds = time.process_time() - begun
    what = f"the default effort on 150,000 fair outcomes, {n} possible"
    figure(what, seconds, "s", ("declared", result.seconds), BUDGET)
    figure.hold()
