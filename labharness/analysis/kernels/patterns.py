"""Overlapping patterns of bits."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.compiled import kernel, read


@kernel(types.int64[::1], read(types.uint8), types.int64, types.int64)
def overlapping(data: NDArray[np.uint8], known: int, width: int) -> NDArray[np.int64]:
    """Count the patterns of ``width`` bits that end after the first ``known`` bytes, shape (2^width,).

    At most 16 bits, so that each lies within three bytes; a pattern that begins before the first byte is not
    counted.
    """
    counts = np.zeros(1 << width, dtype=np.int64)
    mask = np.uint64((1 << width) - 1)
    window = np.uint64(0)
    for place in range(max(0, known - 2), known):
        window = (window << np.uint64(8)) | np.uint64(data[place])
    whole = min(data.size, max(known, (width + 6) // 8))
    for place in range(known, whole):
        window = (window << np.uint64(8)) | np.uint64(data[place])
        for last in range(8):
            if 8 * place + last + 1 >= width:
                counts[(window >> np.uint64(7 - last)) & mask] += 1
    for place in range(whole, data.size):
        window = (window << np.uint64(8)) | np.uint64(data[place])
        counts[(window >> np.uint64(7)) & mask] += 1
        counts[(window >> np.uint64(6)) & mask] += 1
        counts[(window >> np.uint64(5)) & mask] += 1
        counts[(window >> np.uint64(4)) & mask] += 1
        counts[(window >> np.uint64(3)) & mask] += 1
        counts[(window >> np.uint64(2)) & mask] += 1
        counts[(window >> np.uint64(1)) & mask] += 1
        counts[window & mask] += 1
    return counts
