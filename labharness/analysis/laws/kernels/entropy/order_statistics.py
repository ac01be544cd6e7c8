"""Statistics that depend on the order of samples, and the text that is compressed (SP 800-90B § 5.1)."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, several

PAIR = several(types.int64, types.int64)
TRIPLE = several(types.int64, types.int64, types.int64)


@kernel(types.int64, read(types.uint8))
def excursion(samples: NDArray[np.uint8]) -> int:
    """Return how far the running sum strays from the mean at most, times the number of samples."""
    whole = np.int64(0)
    for sample in samples:
        whole += np.int64(sample)
    total = farthest = np.int64(0)
    for place in range(samples.size):
        total += np.int64(samples[place])
        farthest = max(farthest, abs(total * samples.size - (place + 1) * whole))
    return int(farthest)


@kernel(TRIPLE, read(types.uint8))
def directional_runs(samples: NDArray[np.uint8]) -> tuple[int, int, int]:
    """Return the number of runs up or down, the longest, and the more numerous of steps up (or level) and down."""
    runs = longest = run = up = 0
    before = False
    for place in range(1, samples.size):
        rises = bool(samples[place - 1] <= samples[place])
        up += rises
        if place > 1 and rises == before:
            run += 1
        else:
            runs += 1
            run = 1
        before = rises
        longest = max(longest, run)
    return runs, longest, max(up, samples.size - 1 - up)


@kernel(PAIR, read(types.uint8), types.int64)
def median_runs(samples: NDArray[np.uint8], doubled: int) -> tuple[int, int]:
    """Return the number of runs below, or not below, the median, given doubled; and the longest."""
    runs = longest = run = 0
    before = False
    for place in range(samples.size):
        above = bool(2 * np.int64(samples[place]) >= doubled)
        if place > 0 and above == before:
            run += 1
        else:
            runs += 1
            run = 1
        before = above
        longest = max(longest, run)
    return runs, longest


@kernel(TRIPLE, read(types.uint8))
def collisions(samples: NDArray[np.uint8]) -> tuple[int, int, int]:
    """Return how many times a sample came again, the samples that took in all, and the most that one took."""
    number = total = most = start = 0
    seen = np.full(256, -1, dtype=np.int64)
    for place in range(samples.size):
        if seen[samples[place]] >= start:
            taken = place + 1 - start
            number += 1
            total += taken
            most = max(most, taken)
            start = place + 1
        else:
            seen[samples[place]] = place
    return number, total, most


@kernel(PAIR, read(types.uint8), types.int64)
def lagged(samples: NDArray[np.uint8], lag: int) -> tuple[int, int]:
    """Return how many samples equal the one ``lag`` later, and the sum of the products of both."""
    equal = products = np.int64(0)
    for place in range(samples.size - lag):
        equal += samples[place] == samples[place + lag]
        products += np.int64(samples[place]) * np.int64(samples[place + lag])
    return int(equal), int(products)


@kernel(types.uint8[::1], read(types.uint8))
def decimals(samples: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the samples as decimal numbers with a space between, in ASCII."""
    text = np.empty(4 * samples.size, dtype=np.uint8)
    end = 0
    for sample in samples:
        if sample >= 100:
            text[end] = 48 + sample // 100
            end += 1
        if sample >= 10:
            text[end] = 48 + sample // 10 % 10
            end += 1
        text[end] = 48 + sample % 10
        text[end + 1] = 32
        end += 2
    return text[: max(0, end - 1)].copy()
