"""The four tests of FIPS 140-2 on blocks of 20,000 bits."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, ones, read, several, word, written

_BOTH = several(types.int64, types.int64)

BLOCK = 2500
"""Bytes of a block."""

STEP = 5
"""Bytes that each step judges; with the 24 bits behind them they fill a word, and 500 steps a block."""

JUDGED = 0xFFFFFFFFFF000000
BEHIND = 64 - 8 * STEP

MONOBIT = (9_726, 10_274)
"""Fewest and most ones of a good block."""

POKER = (1_563_176, 1_576_928)
"""Least and largest sum of the squared counts of nibbles: 2.16 < 16/5000 Σ f² - 5000 < 46.17."""

RUNS = ((2315, 2685), (1114, 1386), (527, 723), (240, 384), (103, 209), (103, 209))
"""Fewest and most runs of 1, 2, 3, 4, 5 and of 6 or more bits, of ones and of zeros alike."""


@kernel(_BOTH, read(types.uint8), types.uint64, written(types.int64, 2))
def count_runs(data: NDArray[np.uint8], start: int, runs: NDArray[np.int64]) -> tuple[int, int]:
    """Count the runs of one block by bit and length, shape (2, 6); return its ones, and 1 if a run is long."""
    held = any1 = any2 = any3 = any4 = any5 = any6 = np.uint64(0)
    one1 = one2 = one3 = one4 = one5 = one6 = long = np.uint64(0)
    end = start + np.uint64(BLOCK)
    before = np.uint64(1) - (np.uint64(data[start]) >> np.uint64(7))
    for place in range(start, end, np.uint64(STEP)):
        if place + np.uint64(8) <= end:
            bits = word(data, place)
        else:
            # What follows the block begins with a change, which ends the last run.
            bits = word(data, end - np.uint64(8)) << np.uint64(BEHIND)
            bits |= (~bits & np.uint64(1 << BEHIND)) >> np.uint64(1)
        change = bits ^ ((bits >> np.uint64(1)) | (before << np.uint64(63)))
        before = (bits >> np.uint64(BEHIND)) & np.uint64(1)
        same = ~change
        held += ones(bits & np.uint64(JUDGED))
        # A one stays where a run begins that has at least so many bits.
        begun = change & np.uint64(JUDGED)
        any1 += ones(begun)
        one1 += ones(begun & bits)
        begun &= same << np.uint64(1)
        any2 += ones(begun)
        one2 += ones(begun & bits)
        begun &= same << np.uint64(2)
        any3 += ones(begun)
        one3 += ones(begun & bits)
        begun &= same << np.uint64(3)
        any4 += ones(begun)
        one4 += ones(begun & bits)
        begun &= same << np.uint64(4)
        any5 += ones(begun)
        one5 += ones(begun & bits)
        begun &= same << np.uint64(5)
        any6 += ones(begun)
        one6 += ones(begun & bits)
        # A run of 26: 25 bits in a row that equal the one before them, which some word holds all.
        twice = same & (same << np.uint64(1))
        twice &= twice << np.uint64(2)
        eight = twice & (twice << np.uint64(4))
        long |= eight & (eight << np.uint64(8)) & (eight << np.uint64(16)) & (same << np.uint64(24))
    runs[1, 0], runs[1, 1], runs[1, 2] = one1 - one2, one2 - one3, one3 - one4
    runs[1, 3], runs[1, 4], runs[1, 5] = one4 - one5, one5 - one6, one6
    runs[0, 0], runs[0, 1], runs[0, 2] = any1 - any2, any2 - any3, any3 - any4
    runs[0, 3], runs[0, 4], runs[0, 5] = any4 - any5, any5 - any6, any6
    for length in range(6):
        runs[0, length] -= runs[1, length]
    return int(held), int(long != 0)


@kernel(types.int64, types.int64[:, ::1])
def beyond(runs: NDArray[np.int64]) -> int:
    """Return how many of the twelve numbers of runs are beyond their limits."""
    number = 0
    for bit in range(2):
        for length in range(6):
            low, high = RUNS[length]
            number += not low <= runs[bit, length] <= high
    return number


@kernel(types.int64, read(types.uint8), types.uint64, written(types.uint16, 2))
def nibble_squares(data: NDArray[np.uint8], start: int, values: NDArray[np.uint16]) -> int:
    """Return Σ f² over the counts of the 16 nibbles of one block; ``values`` is room for (4, 256) counts."""
    values[:] = 0
    # Four tables, so that equal bytes in a row do not wait for each other.
    for place in range(start, start + np.uint64(BLOCK), np.uint64(4)):
        values[0, data[place]] += np.uint16(1)
        values[1, data[place + np.uint64(1)]] += np.uint16(1)
        values[2, data[place + np.uint64(2)]] += np.uint16(1)
        values[3, data[place + np.uint64(3)]] += np.uint16(1)
    nibbles = np.zeros(16, dtype=np.int64)
    for value in range(256):
        held = np.int64(0)
        for table in range(4):
            held += np.int64(values[table, value])
        nibbles[value >> 4] += held
        nibbles[value & 15] += held
    return int((nibbles * nibbles).sum())


@kernel(types.int64[::1], read(types.uint8, 2))
def failures(blocks: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Count blocks by the tests that they fail, shape (16,).

    The place is the sum of 1 for monobit, 2 for poker, 4 for runs and 8 for the long run.
    """
    data = blocks.reshape(blocks.size)
    array = np.zeros(16, dtype=np.int64)
    runs = np.zeros((2, 6), dtype=np.int64)
    values = np.zeros((4, 256), dtype=np.uint16)
    for block in range(np.uint64(blocks.shape[0])):
        start = int(block * np.uint64(BLOCK))
        held, long = count_runs(data, start, runs)
        squares = nibble_squares(data, start, values)
        array[
            (not MONOBIT[0] <= held <= MONOBIT[1])
            + 2 * (not POKER[0] <= squares <= POKER[1])
            + 4 * (beyond(runs) > 0)
            + 8 * long
        ] += 1
    return array
