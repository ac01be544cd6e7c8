"""Runs of nine ones that overlap."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.bits.words import BYTES, ones, word
from labharness.analysis.laws.kernels.compiled import kernel, read

_ONE, _NEW = np.uint64(1), np.uint64(7)
"""Of the eight bytes of a word, seven begin runs of nine bits that end within it."""


@kernel(types.int64[::1], read(types.uint8, 2), types.int64)
def nines(rows: NDArray[np.uint8], most: int) -> NDArray[np.int64]:
    """Count rows by how many of their places begin nine ones in a row: 0, 1, …, ``most`` or more."""
    counts = np.zeros(most + 1, dtype=np.int64)
    size = np.uint64(rows.shape[1])
    for row in range(rows.shape[0]):
        data, at, result = rows[row], np.uint64(0), np.uint64(0)
        while at + _ONE < size:
            bits = np.uint64(0)
            if at + BYTES <= size:
                bits = word(data, at)
            else:
                for place in range(at, size):
                    bits = (bits << BYTES) | np.uint64(data[place])
            begun = bits & (bits << _ONE)
            begun &= begun << np.uint64(2)
            begun &= begun << np.uint64(4)
            begun &= bits << np.uint64(8)
            result += ones(begun)
            at += _NEW
        counts[min(result, np.uint64(most))] += 1
    return counts
