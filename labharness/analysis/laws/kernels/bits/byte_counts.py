"""Counts, sums, neighbors and points in the plane of bytes.

Bytes that equal earlier ones, sums of them, or whole stretches that come again.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, several, word, written

Bytes = NDArray[np.uint8]
_BYTES = read(types.uint8)
_ANCHOR = 8
"""Bytes of an anchor and between two anchors."""


@kernel(types.int64[::1], _BYTES, types.int64)
def equal_at_lags(data: Bytes, lags: int) -> NDArray[np.int64]:
    """Count bytes equal to the one each lag before, among those behind the longest lag, shape (lags,)."""
    counts = np.zeros(lags, dtype=np.int64)
    late = data[lags:]
    for lag in range(1, lags + 1):
        early = data[lags - lag : data.size - lag]
        equal = 0
        for place in range(late.size):
            equal += late[place] == early[place]
        counts[lag - 1] = equal
    return counts


@kernel(types.int64[::1], _BYTES, types.int64)
def sums_at_lags(data: Bytes, reach: int) -> NDArray[np.int64]:
    """Count bytes equal to the exclusive or of two earlier ones, pairs of lags a < b ≤ reach in lexical order."""
    counts = np.zeros(reach * (reach - 1) // 2, dtype=np.int64)
    rest = np.empty(data.size - reach, dtype=np.uint8)
    row = 0
    for a in range(1, reach):
        for place in range(rest.size):
            rest[place] = data[place + reach] ^ data[place + reach - a]
        for b in range(a + 1, reach + 1):
            early = data[reach - b : data.size - b]
            equal = 0
            for place in range(rest.size):
                equal += rest[place] == early[place]
            counts[row] = equal
            row += 1
    return counts


@kernel(types.int64[::1], _BYTES, types.int64)
def ones_by_position(data: Bytes, period: int) -> NDArray[np.int64]:
    """Count ones at each bit of so many bytes, the last whole period included, shape (8 · period,)."""
    counts = np.zeros(8 * period, dtype=np.int64)
    for row in range(data.size // period):
        part = data[row * period : (row + 1) * period]
        for place in range(period):
            byte = np.int64(part[place])
            for bit in range(8):
                counts[8 * place + bit] += byte >> (7 - bit) & 1
    return counts


@kernel(several(types.int64, types.int64), _BYTES)
def repeated_anchor(data: Bytes) -> tuple[int, int]:
    """Return the place of the first 8 bytes that equal an earlier aligned anchor, and that anchor's; -1 if none.

    Every 8th place is an anchor, kept in an open-addressed table; every place is looked up.  A stretch of 15 bytes
    or more that comes again holds a whole anchor.
    """
    anchors = data.size // _ANCHOR
    size = 1024
    while size < 2 * anchors:
        size *= 2
    table = np.full(size, -1, dtype=np.int32)
    filled = np.zeros(max(size // 8, 1), dtype=np.uint8)  # a bit for each cell: it stays in the cache
    mask, golden = np.uint64(size - 1), np.uint64(0x9E3779B97F4A7C15)
    word = np.uint64(0)
    for place in range(min(_ANCHOR - 1, data.size)):
        word |= np.uint64(data[place]) << np.uint64(8 * (place + 1))
    for place in range(data.size - _ANCHOR + 1):
        word = (word >> np.uint64(8)) | (np.uint64(data[place + _ANCHOR - 1]) << np.uint64(56))
        cell = (word * golden >> np.uint64(24)) & mask
        while filled[cell >> np.uint64(3)] >> np.uint8(cell & np.uint64(7)) & 1:
            anchor = table[cell]
            same = 0
            while same < _ANCHOR and data[anchor * _ANCHOR + same] == data[place + same]:
                same += 1
            if same == _ANCHOR:
                return place, int(anchor) * _ANCHOR
            cell = (cell + np.uint64(1)) & mask
        if place % _ANCHOR == 0:
            table[cell] = place // _ANCHOR
            filled[cell >> np.uint64(3)] |= np.uint8(1) << np.uint8(cell & np.uint64(7))
    return -1, -1


@kernel(
    types.boolean,
    written(types.int64, 2),
    written(types.float64, 2),
    written(types.float64, 2),
    written(types.float64),
    types.int64,
)
def shorten(
    basis: NDArray[np.int64],
    star: NDArray[np.float64],
    mu: NDArray[np.float64],
    norm: NDArray[np.float64],
    k: int,
) -> bool:
    """Bring the orthogonal part of row k up to date, and take multiples of the rows before from it, if any."""
    width, changed = basis.shape[1], False
    star[k] = basis[k].astype(np.float64)
    for j in range(k):
        product = 0.0
        for place in range(width):
            product += float(basis[k, place]) * star[j, place]
        mu[k, j] = product / norm[j]
        for place in range(width):
            star[k, place] -= mu[k, j] * star[j, place]
    for j in range(k - 1, -1, -1):
        times = np.rint(mu[k, j])
        if times != 0:
            changed = True
            for place in range(width):
                basis[k, place] -= np.int64(times) * basis[j, place]
            for i in range(j):
                mu[k, i] -= times * mu[j, i]
            mu[k, j] -= times
    norm[k] = (star[k] ** 2).sum()
    return changed


@kernel(types.void, written(types.int64, 2), types.float64)
def reduce_basis(basis: NDArray[np.int64], delta: float) -> None:
    """Reduce the rows of a lattice in place (Lenstra, Lenstra and Lovász), Gram-Schmidt in floating point.

    Parameters
    ----------
    delta
        Between 1/4 and 1; nearer 1 gives shorter rows.
    """
    n, width = basis.shape
    star = np.zeros((n, width))
    mu = np.zeros((n, n))
    norm = np.zeros(n)
    k = 0
    while k < n:
        if shorten(basis, star, mu, norm, k):
            shorten(basis, star, mu, norm, k)  # mends what rounding left
        if k == 0 or norm[k] >= (delta - mu[k, k - 1] * mu[k, k - 1]) * norm[k - 1]:
            k += 1
        else:
            row = basis[k].copy()
            basis[k] = basis[k - 1]
            basis[k - 1] = row
            k -= 1


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
