"""Known generators: what the default effort takes where nothing is there, and its dearest parts, beside the seconds declared for them.

Seconds are those of the processor. A ratio above 1 would say that a part takes longer than the program declares.
"""

import time

import numpy as np
import pytest

from benchmarks.figures import scaled, timed
from labharness.analysis.identification.catalog import families
from labharness.analysis.identification.search import BUDGET, search
from labharness.analysis.identification.stream import Stream

OUTCOMES = scaled(150_000, 3_000)
SPENT = scaled(BUDGET, 4.0)
PARTS = {
    "MT19937-64": "an elimination of 21,600 equations of MT19937-64",
    "MMIX (Knuth)": "the lattices of MMIX at all its strides",
    "MT19937, init_genrand(seed)": "2²⁰ seeds of MT19937, all its calls",
}


def fair(n, count=OUTCOMES):
    return Stream.of(np.random.Generator(np.random.PCG64(1)).integers(0, n, count), n)


@pytest.fixture(scope="module", autouse=True)
def _loaded():
    """Load what is compiled before anything is measured."""
    search(fair(52, 300), budget=2)


@pytest.mark.parametrize("n", [7, 52])
def test_the_default_effort(figure, n):
    begun = time.process_time()
    result = search(fair(n), budget=SPENT)
    seconds = time.process_time() - begun
    what = f"the default effort on 150,000 fair outcomes, {n} possible"
    figure(what, seconds, "s", ("declared", result.seconds), BUDGET)
    figure.hold()


@pytest.mark.parametrize("name", PARTS)
def test_a_part(figure, name):
    known = [family for family in families() if family.name == name]
    sample = fair(52, 5_400 if name == "MT19937-64" else 2_000)
    seconds, result = timed(lambda: search(sample, known=known, budget=scaled(25, 6)), 2)
    figure(PARTS[name], seconds, "s", ("declared", result.seconds))
