"""Entropy: how fast a megabyte is assessed after SP 800-90B, and one permutation made, on one core.

Seconds are those of the processor, so that what else the machine does counts little.
"""

import time

import numpy as np
import pytest

from labharness.analysis.laws.entropy.estimates import assess
from labharness.analysis.laws.entropy.permutation_statistics import statistics

SAMPLES = 1_000_000


def made(name):
    random = np.random.Generator(np.random.Philox(1))
    fair = random.integers(0, 256, SAMPLES).astype(np.uint8)
    return {
        "fair bytes": (fair, 8),
        "fair bits": (fair & np.uint8(1), 1),
        "samples of four bits": (fair & np.uint8(15), 4),
        "normal, rounded": (np.clip(random.normal(128, 10, SAMPLES), 0, 255).astype(np.uint8), 8),
        "a counter": (np.resize(np.arange(256, dtype=np.uint8), SAMPLES), 8),
    }[name]


def floor(samples):
    """Return the seconds of counting the values with NumPy, the best of five."""

    def once():
        begun = time.process_time()
        np.bincount(samples, minlength=256)
        return time.process_time() - begun

    return min(once() for _ in range(5))


def told(benchmark, samples):
    seconds = benchmark.stats["min"]
    benchmark.extra_info["million samples/s"] = round(len(samples) / seconds / 1e6, 3)
    benchmark.extra_info["times NumPy's counts"] = round(seconds / floor(samples))


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize(
    "name", ["fair bytes", "fair bits", "samples of four bits", "normal, rounded", "a counter"]
)
def test_samples_are_assessed(benchmark, name):
    samples, bits = made(name)
    found = benchmark.pedantic(assess, args=(samples, bits), rounds=3, warmup_rounds=1)
    assert 0 <= found.entropy <= bits
    told(benchmark, samples)


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("name", ["fair bytes", "fair bits"])
def test_one_permutation(benchmark, name):
    samples, bits = made(name)
    order = samples.copy()
    random = np.random.Generator(np.random.PCG64(1))

    def another():
        random.shuffle(order)
        return statistics(order, float(np.median(samples)), binary=bits == 1)

    benchmark.pedantic(another, rounds=3, warmup_rounds=1)
    told(benchmark, samples)
