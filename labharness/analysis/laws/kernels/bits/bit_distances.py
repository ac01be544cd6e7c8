"""Distances back to the last equal block of bits."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.bits.words import BYTES, word
from labharness.analysis.laws.kernels.compiled import kernel, read

_ONE = np.uint64(1)


@kernel(types.int64[::1], read(types.uint8, 2), types.int64, types.int64)
def distances(rows: NDArray[np.uint8], width: int, first: int) -> NDArray[np.int64]:
    """Count blocks of bits by how many blocks back the last equal one lies.

    Parameters
    ----------
    rows
        Sequences, most significant bit first, shape (sequences, bytes).
    width
        Bits of a block, at most 8, so that eight blocks fill no more than 64 bits.
    first
        Blocks at the start of each sequence that are remembered and not counted, a multiple of 8.

    Returns
    -------
    counts
        Shape (blocks of a sequence + 1,); the i-th block of a sequence, counted from 1, has distance i if
        it never came before.
    """
    bits, size, start = np.uint64(width), np.uint64(rows.shape[1]), np.uint64(first)
    blocks, mask = np.uint64(rows.shape[1] * 8 // width), np.uint64((1 << width) - 1)
    counts = np.zeros(blocks + _ONE, dtype=np.int64)
    early = np.zeros(first + 1, dtype=np.int64)
    seen = np.zeros(1 << width, dtype=np.uint64)
    for row in range(rows.shape[0]):
        data, block, at = rows[row], np.uint64(0), np.uint64(0)
        seen[:] = 0
        while at + BYTES <= size:
            into = counts if block >= start else early
            window = word(data, at)
            # Eight blocks fill as many bytes as a block has bits.
            at += bits
            shift = np.uint64(64)
            for _ in range(8):
                block += _ONE
                shift -= bits
                code = (window >> shift) & mask
                into[block - seen[code]] += 1
                seen[code] = block
        window, held = np.uint64(0), np.uint64(0)
        while block < blocks:
            while held < bits:
                window = (window << BYTES) | np.uint64(data[at])
                at += _ONE
                held += BYTES
            held -= bits
            block += _ONE
            code = (window >> held) & mask
            counts[block - seen[code]] += 1
            seen[code] = block
    return counts
