"""Overlapping patterns of bits.

Counts of the patterns of nine bits in blocks.

Distances back to the last equal block of bits.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import BYTES, kernel, read, word

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
