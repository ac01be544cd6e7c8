"""Counts of the patterns of nine bits in blocks."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read

_WIDTH = 9
_WINDOW = 12
"""Bits of a window; it holds four patterns, and the next window begins four bits later."""


@kernel(types.int64[:, ::1], read(types.uint8, 2))
def patterns_of_nine(rows: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Count the overlapping patterns of nine bits of each row of bytes, shape (rows, 512).

    Windows are counted, one for each half byte, and patterns added up from their counts: a quarter of the
    steps that counting each pattern takes.  Even and odd half bytes have tables of their own, so that equal
    neighbors do not wait for each other.
    """
    counts = np.zeros((rows.shape[0], 1 << _WIDTH), dtype=np.int64)
    even = np.empty(1 << _WINDOW, dtype=np.uint32)
    odd = np.empty(1 << _WINDOW, dtype=np.uint32)
    mask = np.uint64((1 << _WINDOW) - 1)
    for row in range(rows.shape[0]):
        even[:] = 0
        odd[:] = 0
        window = np.uint64(rows[row, 0]) if rows.shape[1] else np.uint64(0)
        for place in range(1, rows.shape[1]):
            window = (window << np.uint64(8)) | np.uint64(rows[row, place])
            even[(window >> np.uint64(4)) & mask] += np.uint32(1)
            odd[window & mask] += np.uint32(1)
        for code in range(1 << _WINDOW):
            result = np.int64(even[code]) + np.int64(odd[code])
            for later in range(_WINDOW - _WIDTH + 1):
                counts[row, (code >> later) & ((1 << _WIDTH) - 1)] += result
    return counts
