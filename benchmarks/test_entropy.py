"""Entropy: how fast a megabyte is assessed after SP 800-90B, and one permutation made, on one core.

Seconds are those of the processor, so that what else the machine does counts little.
"""

import numpy as np
import pytest

from benchmarks.figures import best, scaled, timed
from labharness.analysis.laws.entropy.estimates import assess
from labharness.analysis.laws.entropy.permutation import statistics

SAMPLES = scaled(1_000_000, 30_000)


def samples_of(name):
    fair = np.random.Generator(np.random.Philox(1)).integers(0, 256, SAMPLES).astype(np.uint8)
    return {"fair bytes": (fair, 8), "fair bits": (fair & np.uint8(1), 1)}[name]


def compared(figure, what, seconds, samples, target=None):
    peer = best(lambda: np.bincount(samples, minlength=256))
    rates = [len(samples) / each / 1e6 for each in seconds]
    figure(what, rates, "million samples/s", ("bincount of them", len(samples) / peer / 1e6), target)


@pytest.mark.parametrize("name", ["fair bytes", "fair bits"])
def test_samples_are_assessed(figure, name):
    samples, bits = samples_of(name)
    seconds, assessment = timed(lambda: assess(samples, bits), 3, warmup=True)
    assert 0 <= assessment.entropy <= bits
    compared(figure, f"the estimates of SP 800-90B of {name}", seconds, samples, 0.1 if bits == 8 else None)


def test_a_permutation(figure):
    samples, bits = samples_of("fair bytes")
    order = samples.copy()
    random = np.random.Generator(np.random.PCG64(1))

    def another():
        random.shuffle(order)
        return statistics(order, float(np.median(samples)), binary=bits == 1)

    seconds, _ = timed(another, 3, warmup=True)
    compared(figure, "a permutation of its tests of order, fair bytes", seconds, samples)
