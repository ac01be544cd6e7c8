"""States of generators from outcomes: additive recurrences, twisted registers, lattice points, seeds of loops that cannot be undone."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, written


@kernel(types.void, written(types.uint64), types.int64, types.int64, types.int64, types.uint64)
def continued(words: NDArray[np.uint64], longer: int, shorter: int, sign: int, modulus: np.uint64) -> None:
    """Fill in the words after the first ``longer``."""
    for place in range(longer, len(words)):
        word = words[place - longer]
        if sign > 0:
            word += words[place - shorter]
        else:
            word += modulus - words[place - shorter]
        words[place] = word % modulus


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


_ROW, _ROWS = read(types.float64), read(types.float64, 2)
Real = NDArray[np.float64]


@kernel(types.int64, _ROWS, _ROWS, _ROW, _ROWS, _ROW, written(types.int64))
def near(
    basis: Real, orthogonal: Real, norms: Real, targets: Real, half: Real, places: NDArray[np.int64]
) -> int:
    """Write the indices of targets whose nearest-plane remainder lies in the box; return how many (Babai 1986).

    ``norms`` are the squared lengths of the rows of ``orthogonal``, Gram-Schmidt of ``basis``. What is left along a row when it is done
    stays, so that a remainder longer than any of the box ends a target.
    """
    size, hits = targets.shape[1], 0
    rest, most = np.empty(size), np.zeros(size)
    for row in range(size):
        for column in range(size):
            most[row] += half[column] * abs(orthogonal[row, column]) * 1.000001
    for target in range(len(targets)):
        rest[:] = targets[target]
        row = size
        while row > 0:
            row -= 1
            product = 0.0
            for column in range(size):
                product += rest[column] * orthogonal[row, column]
            times = np.rint(product / norms[row])
            if abs(product - times * norms[row]) > most[row]:
                break
            if times != 0:
                for column in range(size):
                    rest[column] -= times * basis[row, column]
        else:
            if (np.abs(rest) <= half).all() and hits < len(places):
                places[hits] = target
                hits += 1
    return hits


KEYS, SWAPS, REMAINDERS = range(3)
"""Sorted by a word for each card; exchanges of each place with floor(w N / 2^width), or with w % N."""


@kernel(
    types.int64[::1],
    read(types.uint64, 2),
    read(types.uint64),
    types.int64,
    read(types.int64),
    types.int64,
    types.int64,
)
def arranged(  # noqa: C901  one loop in another
    steps: Words, taken: Words, how: int, order: Places, start: int, stop: int
) -> Places:
    """Return the states, from start to below stop, that make an order.

    Parameters
    ----------
    steps
        Multiplier and increment from a state to the word of each place of the order, or of each turn of the exchanges.
    taken
        Mask of a state; shift and width of the bits that a word takes.
    """
    cards, count = len(order), 0
    fits, there = np.empty(64, dtype=np.int64), np.empty(cards, dtype=np.int64)
    mask, shift, width, size = taken[0], taken[1], taken[2], np.uint64(cards)
    word_mask = (np.uint64(1) << width) - np.uint64(1)
    for seed in range(start, stop):
        last, agrees = np.uint64(0), True
        for place in range(cards):
            word = ((np.uint64(seed) * steps[place, 0] + steps[place, 1]) & mask) >> shift & word_mask
            if how == SWAPS:
                there[place] = np.int64((word * size) >> width)
            elif how == REMAINDERS:
                there[place] = np.int64(word % size)
            elif word < last:
                agrees = False
                break
            last = word
        if how != KEYS:  # cards are traced back, the last one first
            for card in range(cards - 1, -1, -1):
                place = card
                for turn in range(cards - 1, -1, -1):
                    if place == turn:
                        place = there[turn]
                    elif place == there[turn]:
                        place = turn
                if place != order[card]:
                    agrees = False
                    break
        if agrees and count < len(fits):
            fits[count] = seed
            count += 1
    return fits[:count].copy()
