"""Systems of linear equations over two elements, rows packed in words of 64 bits."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, several, written

PART, PARTS = 5, 12
STRIP = PARTS * PART
"""Pivots whose sums are tabulated, 2^5 for each part, so that a later row is read once for all of them (Arlazarov et al. 1970, "M4RI")."""

_BIT = np.uint64(1)


@kernel(several(types.int64, types.int64, types.uint64[::1]), written(types.uint64, 2), written(types.uint8))
def solved(  # noqa: C901, PLR0912, PLR0915  one loop in another
    rows: NDArray[np.uint64], right: NDArray[np.uint8]
) -> tuple[int, int, NDArray[np.uint64]]:
    """Return the rank, the number of unknowns in any row, and a solution packed like a row; rank -1 if there is none.

    Unknown c is bit c % 64 of word c // 64. The rows are overwritten. Unknowns that no row determines are 0.
    """
    height, width = rows.shape
    count = 64 * width
    seen = np.zeros(width, dtype=np.uint64)
    for i in range(height):
        for x in range(width):
            seen[x] |= rows[i, x]
    visible = 0
    for c in range(count):
        if (seen[c >> 6] >> np.uint64(c & 63)) & _BIT:
            visible += 1
    solution = np.zeros(width, dtype=np.uint64)
    pivots = np.full(min(height, count), -1, dtype=np.int64)
    table = np.zeros((PARTS, 1 << PART, width), dtype=np.uint64)
    table_right = np.zeros((PARTS, 1 << PART), dtype=np.uint8)
    index = np.zeros(PARTS, dtype=np.int64)
    rank, column = 0, 0
    while column < count and rank < height:
        start, first = rank, column >> 6
        while rank - start < STRIP and column < count and rank < height:
            pivot = -1
            # From the last row on: the forms of later words are dense, those of the first are single unknowns.
            for i in range(
                height - 1,
                rank - 1 if (seen[column >> 6] >> np.uint64(column & 63)) & _BIT else height - 1,
                -1,
            ):
                # The row's bit after the strip's pivots so far, which are reduced among themselves.
                bit = (rows[i, column >> 6] >> np.uint64(column & 63)) & _BIT
                for g in range(start, rank):
                    if (rows[i, pivots[g] >> 6] >> np.uint64(pivots[g] & 63)) & _BIT:
                        bit ^= (rows[g, column >> 6] >> np.uint64(column & 63)) & _BIT
                if bit:
                    pivot = i
                    break
            if pivot >= 0:
                for x in range(first, width):
                    rows[pivot, x], rows[rank, x] = rows[rank, x], rows[pivot, x]
                right[pivot], right[rank] = right[rank], right[pivot]
                for g in range(start, rank):
                    if (rows[rank, pivots[g] >> 6] >> np.uint64(pivots[g] & 63)) & _BIT:
                        for x in range(first, width):
                            rows[rank, x] ^= rows[g, x]
                        right[rank] ^= right[g]
                for g in range(start, rank):
                    if (rows[g, column >> 6] >> np.uint64(column & 63)) & _BIT:
                        for x in range(first, width):
                            rows[g, x] ^= rows[rank, x]
                        right[g] ^= right[rank]
                pivots[rank] = column
                rank += 1
            column += 1
        for g in range(rank - start):
            part, half = g // PART, 1 << g % PART
            for y in range(half):
                for x in range(first, width):
                    table[part, half + y, x] = table[part, y, x] ^ rows[start + g, x]
                table_right[part, half + y] = table_right[part, y] ^ right[start + g]
        for g in range(rank - start, STRIP):  # fewer pivots than a strip: only at the end
            part, half = g // PART, 1 << g % PART
            table[part, half : 2 * half] = table[part, :half]
            table_right[part, half : 2 * half] = table_right[part, :half]
        for i in range(rank, height):
            index[:] = 0
            for g in range(rank - start):
                c = pivots[start + g]
                index[g // PART] |= np.int64((rows[i, c >> 6] >> np.uint64(c & 63)) & _BIT) << (g % PART)
            target = rows[i, first:]
            for p in range(0, PARTS, 4):
                sum_0, sum_1 = table[p, index[p], first:], table[p + 1, index[p + 1], first:]
                sum_2, sum_3 = table[p + 2, index[p + 2], first:], table[p + 3, index[p + 3], first:]
                for x in range(np.uint64(len(target))):
                    target[x] ^= sum_0[x] ^ sum_1[x] ^ sum_2[x] ^ sum_3[x]
            for p in range(PARTS):
                right[i] ^= table_right[p, index[p]]
    for i in range(rank, height):
        if right[i]:
            return -1, visible, solution
    for r in range(rank - 1, -1, -1):
        c = pivots[r]
        total = np.uint64(0)
        for x in range(c >> 6, width):
            total ^= rows[r, x] & solution[x]
        parity = np.uint64(right[r])
        while total:
            total &= total - _BIT
            parity ^= _BIT
        if parity:
            solution[c >> 6] |= _BIT << np.uint64(c & 63)
    return rank, visible, solution
