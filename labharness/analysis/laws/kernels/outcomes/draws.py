"""Outcomes as they come: counts, pairs some way apart, gaps, overlapping groups, windows.

Codes are outcomes less the lowest one; a code that is not below the number of outcomes is outside the range.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read

Codes = NDArray[np.int32]
_CODES = read(types.int32)
_COUNTS = types.int64[::1]


@kernel(_COUNTS, _CODES, types.int64)
def histogram(codes: Codes, outcomes: int) -> NDArray[np.int64]:
    """Count codes, those outside the range in the last cell, shape (outcomes + 1,)."""
    counts = np.zeros(outcomes + 1, dtype=np.int64)
    limit = np.uint64(outcomes)
    for place in range(codes.size):
        counts[min(np.uint64(np.uint32(codes[place])), limit)] += 1
    return counts


@kernel(types.int64[:, ::1], _CODES, types.int64, types.int64, types.int64)
def lagged_pairs(codes: Codes, begin: int, lag: int, outcomes: int) -> NDArray[np.int64]:
    """Count pairs of codes so far apart whose later one stands at ``begin`` or behind, both in the range."""
    counts = np.zeros(outcomes * outcomes, dtype=np.int64)
    limit = np.uint64(outcomes)
    late = codes[max(begin, lag) :]
    early = codes[max(begin, lag) - lag :]
    for place in range(late.size):
        first, second = np.uint64(np.uint32(early[place])), np.uint64(np.uint32(late[place]))
        if first < limit and second < limit:
            counts[first * limit + second] += 1
    return counts.reshape(outcomes, outcomes)


@kernel(types.int64, _CODES, types.int64, types.int64)
def lagged_product(values: Codes, begin: int, lag: int) -> int:
    """Add up products of values so far apart whose later one stands at ``begin`` or behind."""
    total = 0
    late = values[max(begin, lag) :]
    early = values[max(begin, lag) - lag :]
    for place in range(late.size):
        total += int(np.int64(early[place]) * np.int64(late[place]))
    return total


@kernel(_COUNTS, _CODES, types.int64, types.int64, types.int64, types.int64)
def gaps(codes: Codes, begin: int, low: int, high: int, longest: int) -> NDArray[np.int64]:
    """Count gaps before hits from ``low`` to below ``high`` that stand at ``begin`` or behind.

    A gap that is longer, or whose hit stands so near the start that it may be, counts as the longest.
    """
    # Whether there is a hit cannot be foretold: what is none is counted too, in eight cells that nobody reads.
    counts = np.zeros(longest + 9, dtype=np.int64)
    last = -1 - longest
    for place in range(codes.size):
        hit = (codes[place] >= low) & (codes[place] < high)
        gap = min(place - last - 1, longest)
        cell = gap if hit & (place >= begin) else longest + 1 + (place & 7)
        counts[np.uint64(cell)] += 1
        last = place if hit else last
    return counts[: longest + 1].copy()


@kernel(_COUNTS, _CODES, types.int64, types.int64)
def overlapping(codes: Codes, width: int, outcomes: int) -> NDArray[np.int64]:
    """Count groups of ``width`` consecutive codes, all in the range, the first weighing most."""
    cells = np.int64(1)
    for _ in range(width):
        cells *= outcomes
    top = cells // outcomes
    counts = np.zeros(cells, dtype=np.int64)
    packed, known = np.int64(0), np.int64(0)
    for place in range(codes.size):
        code = np.int64(codes[place])
        if 0 <= code < outcomes:
            oldest = np.int64(codes[place - width]) if known >= width else np.int64(0)
            packed = (packed - oldest * top) * outcomes + code
            known += 1
            if known >= width:
                counts[np.uint64(packed)] += 1
        else:
            packed, known = np.int64(0), np.int64(0)
    return counts


@kernel(types.uint64[::1], _CODES, types.int64, types.int64, read(types.uint64), types.uint64)
def window_hashes(
    codes: Codes, width: int, outcomes: int, numbers: NDArray[np.uint64], power: int
) -> NDArray[np.uint64]:
    """Return a hash of each window of so many codes in the range.

    A polynomial in the numbers of the codes modulo 2^64, of which each code adds one term and takes one
    away, is mixed.
    """
    result = np.empty(max(codes.size - width + 1, 0), dtype=np.uint64)
    factor, oldest = np.uint64(power), np.uint64(1)
    for _ in range(width):
        oldest *= factor
    limit, low = np.uint32(outcomes), np.uint64(0xFFFF)
    total, known, windows = np.uint64(0), np.int64(0), np.uint64(0)
    for place in range(codes.size):
        if np.uint32(codes[place]) >= limit:
            total, known = np.uint64(0), np.int64(0)
            continue
        total = total * factor + numbers[np.uint64(codes[place]) & low]
        known += 1
        if known > width:
            total -= oldest * numbers[np.uint64(codes[place - width]) & low]
        if known >= width:
            mixed = (total ^ (total >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
            result[windows] = mixed ^ (mixed >> np.uint64(32))
            windows += np.uint64(1)
    return result[: np.int64(windows)]
