"""Systems of linear equations over two elements, rows packed in words of 64 bits."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, several, written

PARTS, PART = 8, 8
"""A strip is a word of 64 unknowns; the sums of its pivots are tabulated, 2^8 for each byte, so that a later row is read once for all of
them (Arlazarov et al. 1970, "M4RI")."""
TILE = 52
"""Words of a row that are summed at a time, at most: the tables of so many stay in a processor's second cache."""

_BIT = np.uint64(1)
_BYTE = np.uint64(255)
_ROWS, _RIGHT = written(types.uint64, 2), written(types.uint8)
_PLACES = written(types.int64)
Rows = NDArray[np.uint64]
Right = NDArray[np.uint8]
Places = NDArray[np.int64]


@kernel(types.int64, _ROWS, _RIGHT, types.int64, types.int64, types.uint64, _PLACES)
def _pivots(  # noqa: C901  one loop in another
    rows: Rows, right: Right, word: int, rank: int, seen: np.uint64, owners: Places
) -> int:
    """Move the pivots of a word of unknowns up, reduced among themselves; write the row of each; return the rank."""
    height, width = rows.shape
    owners[:] = -1
    for b in range(64):
        bit = np.uint64(b)
        # From the last row on: the forms of later words are dense, those of the first are single unknowns.
        for i in range(height - 1, rank - 1 if (seen >> bit) & _BIT else height - 1, -1):
            # The row's bit after the strip's pivots so far.
            value = rows[i, word]
            left = value >> bit
            for g in range(b):
                if owners[g] >= 0:
                    left ^= (value >> np.uint64(g)) & (rows[owners[g], word] >> bit)
            if not left & _BIT:
                continue
            for x in range(word, width):
                rows[i, x], rows[rank, x] = rows[rank, x], rows[i, x]
            right[i], right[rank] = right[rank], right[i]
            for g in range(b):
                if owners[g] >= 0 and (value >> np.uint64(g)) & _BIT:
                    for x in range(word, width):
                        rows[rank, x] ^= rows[owners[g], x]
                    right[rank] ^= right[owners[g]]
            for g in range(b):
                if owners[g] >= 0 and (rows[owners[g], word] >> bit) & _BIT:
                    for x in range(word, width):
                        rows[owners[g], x] ^= rows[rank, x]
                    right[owners[g]] ^= right[rank]
            owners[b] = rank
            rank += 1
            break
    return rank


@kernel(types.void, _ROWS, _RIGHT, types.int64, types.int64, _PLACES)
def _cleared(  # noqa: C901  one loop in another
    rows: Rows, right: Right, word: int, rank: int, owners: Places
) -> None:
    """Clear a word of unknowns in the rows after the pivots."""
    height, width = rows.shape
    table = np.zeros((PARTS, 1 << PART, min(TILE, width - word)), dtype=np.uint64)
    sums = np.zeros((PARTS, 1 << PART), dtype=np.uint8)
    codes = np.empty((height, PARTS), dtype=np.uint8)
    for i in range(rank, height):
        for p in range(PARTS):
            codes[i, p] = (rows[i, word] >> np.uint64(p * PART)) & _BYTE
    for first in range(word, width, TILE):
        last = min(first + TILE, width)
        for b in range(64):
            part, half = b // PART, 1 << b % PART
            for y in range(half):
                table[part, half + y] = table[part, y]
                sums[part, half + y] = sums[part, y]
                if owners[b] >= 0:
                    for x in range(last - first):
                        table[part, half + y, x] ^= rows[owners[b], first + x]
                    sums[part, half + y] ^= right[owners[b]]
        for i in range(rank, height):
            target, code = rows[i, first:last], codes[i]
            a, b, c, d = table[0, code[0]], table[1, code[1]], table[2, code[2]], table[3, code[3]]
            e, f, g, h = table[4, code[4]], table[5, code[5]], table[6, code[6]], table[7, code[7]]
            for x in range(last - first):
                target[x] ^= a[x] ^ b[x] ^ c[x] ^ d[x] ^ e[x] ^ f[x] ^ g[x] ^ h[x]
    for i in range(rank, height):
        for p in range(PARTS):
            right[i] ^= sums[p, codes[i, p]]


@kernel(types.uint64[::1], _ROWS, _RIGHT, written(types.int64, 2))
def _back(rows: Rows, right: Right, owners: Places) -> Rows:
    """Return the solution of reduced rows, the last unknown first."""
    words = len(owners)
    solution = np.zeros(words, dtype=np.uint64)
    for word in range(words - 1, -1, -1):
        for b in range(63, -1, -1):
            row, total = owners[word, b], np.uint64(0)
            if row < 0:
                continue
            for x in range(word, words):
                total ^= rows[row, x] & solution[x]
            parity = np.uint64(right[row])
            while total:
                total &= total - _BIT
                parity ^= _BIT
            solution[word] |= parity << np.uint64(b)
    return solution


@kernel(several(types.int64, types.int64, types.uint64[::1]), _ROWS, _RIGHT)
def solved(rows: Rows, right: Right) -> tuple[int, int, Rows]:
    """Return the rank, the number of unknowns in any row, and a solution packed like a row; rank -1 if there is none.

    Unknown c is bit c % 64 of word c // 64. The rows are overwritten. Unknowns that no row determines are 0.
    """
    height, words = rows.shape
    seen, visible, rank = np.zeros(words, dtype=np.uint64), 0, 0
    for i in range(height):
        for x in range(words):
            seen[x] |= rows[i, x]
    owners = np.empty((words, 64), dtype=np.int64)
    for word in range(words):
        rank = _pivots(rows, right, word, rank, seen[word], owners[word])
        _cleared(rows, right, word, rank, owners[word])
        for b in range(64):
            visible += int((seen[word] >> np.uint64(b)) & _BIT)
    for i in range(rank, height):
        if right[i]:
            return -1, visible, np.zeros(words, dtype=np.uint64)
    return rank, visible, _back(rows, right, owners)
