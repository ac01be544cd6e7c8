"""Twisted generalized feedback registers (Matsumoto and Kurita 1992, Matsumoto and Nishimura 1998): words, and words as forms."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read

_BIT = np.uint64(1)
_READ, _PLACES = read(types.uint64), read(types.int64)
Words = NDArray[np.uint64]
Places = NDArray[np.int64]
COLUMNS = 32
"""Words of packed unknowns at a time."""


@kernel(types.uint64[::1], _READ, _READ, types.int64)
def twister_words(state: Words, shape: Words, count: int) -> Words:
    """Return the next tempered words of a register.

    Parameters
    ----------
    state
        The words x_0 … x_(N-1) from which the first word is made.
    shape
        Width w, middle M, bits r of the lower part, twist a, then the tempering u, d, s, b, t, c, l.
    """
    length, middle, twist = len(state), np.int64(shape[1]), shape[3]
    every = ~np.uint64(0) >> (np.uint64(64) - shape[0])
    lower = (_BIT << shape[2]) - _BIT
    x = state.copy()
    words = np.empty(count, dtype=np.uint64)
    for k in range(count):
        p = k % length
        y = (x[p] & (every ^ lower)) | (x[(p + 1) % length] & lower)
        y = x[(p + middle) % length] ^ (y >> _BIT) ^ (twist if y & _BIT else np.uint64(0))
        x[p] = y
        y ^= (y >> shape[4]) & shape[5]
        y ^= (y << shape[6]) & shape[7] & every
        y ^= (y << shape[8]) & shape[9] & every
        words[k] = y ^ (y >> shape[10])
    return words


@kernel(types.uint64[:, ::1], types.int64, _READ, _READ, _PLACES, _PLACES)
def twister_forms(  # noqa: C901  one loop in another
    length: int, shape: Words, masks: Words, places: Places, bits: Places
) -> Words:
    """Return bits of tempered words as packed sums of the unknown bits of the state; unknown w i + b is bit b of word i.

    Parameters
    ----------
    masks
        For each bit of a tempered word the bits before the tempering that sum to it, shape (w,).
    places, bits
        Which bits of which words, places ascending.
    """
    width, middle, split, twist = np.int64(shape[0]), np.int64(shape[1]), np.int64(shape[2]), shape[3]
    packed = (length * width + 63) // 64
    rows = np.zeros((len(places), packed), dtype=np.uint64)
    ring = np.empty((length, width, COLUMNS), dtype=np.uint64)
    fresh = np.empty((width, COLUMNS), dtype=np.uint64)
    for first in range(
        0, packed, COLUMNS
    ):  # unknowns do not mix, so that some of them at a time need little memory
        columns = COLUMNS if first + COLUMNS < packed else packed - first
        ring[:] = 0
        for i in range(64 * first, 64 * (first + columns)):
            if i >= length * width:
                break
            ring[i // width, i % width, (i >> 6) - first] = _BIT << np.uint64(i & 63)
        word, row = 0, 0
        while row < len(places):
            p = word % length
            q, r = (p + 1) % length, (p + middle) % length
            low = q if split > 0 else p
            for b in range(width):
                twisted = (twist >> np.uint64(b)) & _BIT
                # Bit b + 1 of the joined word is of x_q below the split and of x_p from it on.
                above = q if b + 1 < split else p
                for x in range(columns):
                    value = ring[r, b, x]
                    if b + 1 < width:
                        value ^= ring[above, b + 1, x]
                    if twisted:
                        value ^= ring[low, 0, x]
                    fresh[b, x] = value
            ring[p] = fresh
            while row < len(places) and places[row] == word:
                mask = masks[bits[row]]
                for b in range(width):
                    if (mask >> np.uint64(b)) & _BIT:
                        for x in range(columns):
                            rows[row, first + x] ^= fresh[b, x]
                row += 1
            word += 1
    return rows
