"""Overlapping patterns of bits."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read

WIDTH = 16
"""Bits of a pattern; any 16 bits lie within three bytes."""

MASK = (1 << WIDTH) - 1
WINDOW = (1 << (WIDTH + 3)) - 1
ROUND = 256


@kernel(types.int64[::1], read(types.uint8), types.uint64)
def overlapping(data: NDArray[np.uint8], known: int) -> NDArray[np.int64]:
    """Count the patterns of 16 bits that end after the first ``known`` bytes, shape (65536,).

    A pattern that begins before the first byte is not counted.

    Notes
    -----
    The four patterns that end in half a byte lie within 19 bits.  Counting those, twice a byte, and adding
    up their patterns in the end takes a quarter of the steps.  The counters are of one byte each, so that
    half a million of them stay near the processor; one that comes round to 0 is entered at once.
    """
    counts = np.zeros(1 << WIDTH, dtype=np.int64)
    mask, size = np.uint64(MASK), np.uint64(data.size)
    if known < 2 <= size:
        # The second byte of a sample: its last bit ends the first pattern.
        counts[(np.uint64(data[0]) << np.uint64(8)) | np.uint64(data[1])] += 1
    begun = np.uint64(2) if known < 2 else np.uint64(known)
    if begun >= size:
        return counts
    windows = np.zeros(WINDOW + 1, dtype=np.uint8)
    bits = (np.uint64(data[begun - np.uint64(2)]) << np.uint64(8)) | np.uint64(data[begun - np.uint64(1)])
    for place in range(begun, size):
        bits = (bits << np.uint64(8)) | np.uint64(data[place])
        for end in (np.uint64(4), np.uint64(0)):
            window = (bits >> end) & np.uint64(WINDOW)
            count = np.uint8(windows[window] + np.uint8(1))
            windows[window] = count
            if count == 0:
                for back in range(4):
                    counts[(window >> np.uint64(back)) & mask] += ROUND
    for place in range(np.uint64(WINDOW + 1)):
        held = np.int64(windows[place])
        for back in range(4):
            counts[(np.uint64(place) >> np.uint64(back)) & mask] += held
    return counts
