"""Ranks of binary matrices."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.bits.words import word
from labharness.analysis.laws.kernels.compiled import kernel, read

SIDE = 32
ABREAST = 32
"""Matrices reduced side by side, so that one instruction serves several of them."""

_NONE, _ONE = np.uint32(0), np.uint64(1)


@kernel(types.int64[::1], read(types.uint8, 2))
def ranks(matrices: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Count packed matrices of 32 × 32 bits, shape (matrices, 128), by their rank, shape (33,)."""
    array = np.zeros(SIDE + 1, dtype=np.int64)
    data, number = matrices.reshape(matrices.size), np.uint64(matrices.shape[0])
    rows = np.zeros((SIDE, ABREAST), dtype=np.uint32)
    pivots, lowest = np.zeros(ABREAST, dtype=np.uint32), np.zeros(ABREAST, dtype=np.uint32)
    rank = np.zeros(ABREAST, dtype=np.uint32)
    for first in range(np.uint64(0), number, np.uint64(ABREAST)):
        here = min(np.uint64(ABREAST), number - first)
        for lane in range(here):
            for pair in range(np.uint64(SIDE // 2)):
                two = word(data, (first + lane) * np.uint64(4 * SIDE) + np.uint64(8) * pair)
                rows[pair + pair, lane] = np.uint32(two >> np.uint64(32))
                rows[pair + pair + _ONE, lane] = np.uint32(two)
        rank[:] = 0
        for row in range(np.uint64(SIDE)):
            for lane in range(np.uint64(ABREAST)):
                pivot = rows[row, lane]
                pivots[lane] = pivot
                lowest[lane] = np.uint32(pivot & np.uint32(_NONE - pivot))
                rank[lane] += np.uint32(pivot != _NONE)
            # The pivot's lowest one is taken out of every later row: later pivots are independent of it.
            for later in range(row + _ONE, np.uint64(SIDE)):
                for lane in range(np.uint64(ABREAST)):
                    held = np.uint32((rows[later, lane] & lowest[lane]) != _NONE)
                    rows[later, lane] ^= pivots[lane] & np.uint32(_NONE - held)
        for lane in range(here):
            array[rank[lane]] += 1
    return array
