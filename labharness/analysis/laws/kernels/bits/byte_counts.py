"""Counts, sums, neighbors and points in the plane of bytes."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.bits.words import word
from labharness.analysis.laws.kernels.compiled import kernel, read

Bytes = NDArray[np.uint8]
_BYTES = read(types.uint8)

TOGETHER = np.uint64(1 << 15)
"""Products of bytes that surely add up within 32 bits."""

RADIUS = np.uint64((1 << 24) - 1)


@kernel(types.int64[::1], _BYTES)
def histogram(data: Bytes) -> NDArray[np.int64]:
    """Count the values of bytes, shape (256,)."""
    # Four tables, so that equal bytes in a row do not wait for each other.
    tables = np.zeros((4, 256), dtype=np.int64)
    size = np.uint64(data.size)
    whole = size // np.uint64(4) * np.uint64(4)
    for place in range(np.uint64(0), whole, np.uint64(4)):
        tables[0, data[place]] += 1
        tables[1, data[place + np.uint64(1)]] += 1
        tables[2, data[place + np.uint64(2)]] += 1
        tables[3, data[place + np.uint64(3)]] += 1
    for place in range(whole, size):
        tables[0, data[place]] += 1
    return np.asarray(tables.sum(axis=0))


@kernel(types.int64, _BYTES)
def total(data: Bytes) -> int:
    """Add up the values of bytes."""
    result = np.uint64(0)
    for start in range(np.uint64(0), np.uint64(data.size), TOGETHER):
        part = np.uint32(0)
        for place in range(start, min(start + TOGETHER, np.uint64(data.size))):
            part = np.uint32(part + np.uint32(data[place]))
        result += np.uint64(part)
    return int(result)


@kernel(types.int64, _BYTES)
def neighbor_products(data: Bytes) -> int:
    """Add up (2x - 255)(2y - 255) over neighboring bytes x and y."""
    result = np.int64(0)
    pairs = np.uint64(max(data.size, 1) - 1)
    for start in range(np.uint64(0), pairs, TOGETHER):
        part = np.int32(0)
        for place in range(start, min(start + TOGETHER, pairs)):
            each = np.int32(2) * np.int32(data[place]) - np.int32(255)
            next_one = np.int32(2) * np.int32(data[place + np.uint64(1)]) - np.int32(255)
            part = np.int32(part + np.int32(each) * np.int32(next_one))
        result += np.int64(part)
    return int(result)


@kernel(types.int64, read(types.uint8, 2))
def inside_circle(points: Bytes) -> int:
    """Count the points (x, y) of 24 bits each, six bytes a row, with x² + y² ≤ (2^24 - 1)²."""
    data, number = points.reshape(points.size), 0
    for point in range(np.uint64(points.shape[0])):
        if point:
            # Two bytes of the point before fill the word.
            six = word(data, point * np.uint64(6) - np.uint64(2))
        else:
            six = np.uint64(0)
            for place in range(np.uint64(6)):
                six = (six << np.uint64(8)) | np.uint64(data[place])
        x, y = (six >> np.uint64(24)) & RADIUS, six & RADIUS
        number += int(x * x + y * y <= RADIUS * RADIUS)
    return number
