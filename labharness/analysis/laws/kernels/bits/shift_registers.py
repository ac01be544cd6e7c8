"""Shortest shift registers of many blocks of bits at once.

The shortest shift register of one long sequence of bits.

Ranks of binary matrices.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, word, written

_BATCH = 64
"""Blocks side by side, one in each bit of a word."""

_STRIDE = 16
"""Coefficients are updated in multiples of this many, so that no odd ones are left to a slow loop."""

_REFRESH = 8
"""Steps between two looks at how long the registers are."""


@kernel(types.void, written(types.uint64))
def transpose(square: NDArray[np.uint64]) -> None:
    """Turn 64 words of 64 bits about the diagonal; the first bit is the most significant one."""
    width = np.uint64(32)
    mask = np.uint64(0xFFFFFFFF)
    while width:
        half = np.int64(width)
        for first in range(0, 64, 2 * half):
            for row in range(first, first + half):
                crossed = (square[row] ^ (square[row + half] >> width)) & mask
                square[row] ^= crossed
                square[row + half] ^= crossed << width
        width >>= np.uint64(1)
        mask ^= mask << width


@kernel(
    types.void,
    read(types.uint64),
    types.int64,
    types.int64,
    types.int64,
    written(types.uint64),
    written(types.uint64),
)
def slice_bits(
    words: NDArray[np.uint64],
    first: int,
    count: int,
    bits: int,
    square: NDArray[np.uint64],
    reverse: NDArray[np.uint64],
) -> None:
    """Put bit n of up to 64 consecutive blocks into word ``bits - 1 - n`` of ``reverse``; ``square`` is room."""
    for column in range(0, bits, 64):
        for lane in range(_BATCH):
            word = np.uint64(0)
            if lane < count:
                place = (first + lane) * bits + column
                shift = np.uint64(place & 63)
                rest = (words[(place >> 6) + 1] >> np.uint64(1)) >> (np.uint64(63) - shift)
                word = (words[place >> 6] << shift) | rest
            square[lane] = word
        transpose(square)
        for row in range(min(64, bits - column)):
            reverse[bits - 1 - column - row] = square[row]


@kernel(types.void, read(types.uint64), written(types.int64))
def extremes(excess: NDArray[np.uint64], array: NDArray[np.int64]) -> None:
    """Find the least and the largest of 64 numbers in two's complement, a bit of each to a word."""
    sign = excess.size - 1
    lowest = highest = ~np.uint64(0)
    low = high = 0
    if excess[sign]:
        lowest = excess[sign]
        low = -(1 << sign)
    if ~excess[sign]:
        highest = ~excess[sign]
    else:
        high = -(1 << sign)
    for place in range(sign - 1, -1, -1):
        if lowest & ~excess[place]:
            lowest &= ~excess[place]
        else:
            low += 1 << place
        if highest & excess[place]:
            highest &= excess[place]
            high += 1 << place
    array[0] = low
    array[1] = high


@kernel(types.void, read(types.uint64), types.int64, written(types.int64))
def lengths(excess: NDArray[np.uint64], bits: int, array: NDArray[np.int64]) -> None:
    """Write the lengths of the registers of which ``excess`` holds n - 2L after all bits."""
    sign = excess.size - 1
    for lane in range(array.size):
        shift = np.uint64(_BATCH - 1 - lane)
        value = -(np.int64((excess[sign] >> shift) & np.uint64(1)) << sign)
        for place in range(sign):
            value += np.int64((excess[place] >> shift) & np.uint64(1)) << place
        array[lane] = (bits - value) // 2


@kernel(
    types.uint64,
    written(types.uint64),
    written(types.uint64),
    read(types.uint64),
    types.uint64,
    types.uint64,
    types.uint64,
    types.uint64,
)
def correct(
    connection: NDArray[np.uint64],
    put_aside: NDArray[np.uint64],
    reverse: NDArray[np.uint64],
    aside: np.uint64,
    coefficients: np.uint64,
    discrepancy: np.uint64,
    grows: np.uint64,
) -> np.uint64:
    """Correct the polynomials, put those of registers that grow aside, and return the next discrepancy."""
    following = np.uint64(0)
    earlier = aside - np.uint64(1)
    for i in range(coefficients):
        old = connection[i]
        other = put_aside[aside + i]
        new = old ^ (other & discrepancy)
        connection[i] = new
        put_aside[aside + i] = other ^ ((other ^ old) & grows)
        following ^= new & reverse[earlier + i]
    return following


@kernel(types.int64[::1], read(types.uint64), types.int64, types.int64)
def complexities(words: NDArray[np.uint64], blocks: int, bits: int) -> NDArray[np.int64]:
    """Return the linear complexity of each block of ``bits`` consecutive bits, shape (blocks,).

    Berlekamp and Massey's algorithm on 64 blocks at a time: bit b of a word belongs to block b, and word i
    of an array to the coefficient of x^i.  Where the textbook keeps B(x) and the step at which it was put
    aside, ``put_aside`` holds B(x) with its power of x, multiplied by x at every step for every block, which
    is to let it begin one word earlier.  Of the length L of each register, the excess n - 2L is kept, in
    two's complement, a bit to a word: a register that grows turns all bits of its excess, any other adds 1.
    The next discrepancy is added up while the polynomial is corrected.

    Parameters
    ----------
    words
        Bits, the first one most significant, and one word more than they fill.
    """
    array = np.empty(blocks, dtype=np.int64)
    square = np.zeros(_BATCH, dtype=np.uint64)
    reverse = np.zeros(bits + 2 * _STRIDE, dtype=np.uint64)
    connection = np.zeros(bits + 2 * _STRIDE, dtype=np.uint64)
    put_aside = np.zeros(bits + 2 * _STRIDE, dtype=np.uint64)
    places = 2
    while (1 << (places - 1)) <= bits:
        places += 1
    excess = np.zeros(places, dtype=np.uint64)
    reach = np.zeros(2, dtype=np.int64)
    for first in range(0, blocks, _BATCH):
        count = min(_BATCH, blocks - first)
        slice_bits(words, first, count, bits, square, reverse)
        connection[:] = 0
        put_aside[:] = 0
        excess[:] = 0
        connection[0] = ~np.uint64(0)
        put_aside[bits] = ~np.uint64(0)
        discrepancy = reverse[bits - 1]
        shortest = longest = 0
        for n in range(bits):
            if n % _REFRESH == 0:
                extremes(excess, reach)
                longest = (n - reach[0]) // 2
                shortest = (n - reach[1]) // 2
            grows = discrepancy & ~excess[places - 1]
            following = np.uint64(0)
            if n + 1 < bits:
                # No polynomial has a higher degree, however the registers grew since the last look.
                degree = max(longest, n + 1 - shortest)
                coefficients = degree // _STRIDE * _STRIDE + _STRIDE
                following = correct(
                    connection,
                    put_aside,
                    reverse,
                    np.uint64(bits - 1 - n),
                    np.uint64(coefficients),
                    discrepancy,
                    grows,
                )
            carry = ~grows
            for place in range(places):
                old = excess[place]
                excess[place] = old ^ grows ^ carry
                carry &= old
            discrepancy = following
        lengths(excess, bits, array[first : first + count])
    return array


@kernel(types.int64, read(types.uint8))
def complexity(bits: NDArray[np.uint8]) -> int:
    """Return the linear complexity of a sequence of zeros and ones.

    Berlekamp and Massey's algorithm on words of 64 bits: n² / 256 steps for the discrepancies, about half as
    many for the corrections.  Bit n - 1 - k of the reversed sequence is bit k, so that the bits that a
    polynomial meets lie in the order of its coefficients.
    """
    n, each = bits.size, np.uint64(1)
    size = n // 64 + 3
    reverse = np.zeros(size, dtype=np.uint64)
    for k in range(n):
        if bits[k]:
            reverse[(n - 1 - k) >> 6] |= each << np.uint64((n - 1 - k) & 63)
    connection = np.zeros(size, dtype=np.uint64)
    aside = np.zeros(size, dtype=np.uint64)
    kept = np.zeros(size, dtype=np.uint64)
    connection[0] = aside[0] = each
    length, shift, words = 0, 1, 1
    for i in range(n):
        at, low = (n - 1 - i) >> 6, np.uint64((n - 1 - i) & 63)
        high = np.uint64(63) - low  # two shifts, since a shift by 64 is undefined
        sums = np.uint64(0)
        early, late = reverse[at:], reverse[at + 1 :]
        for w in range(min(length // 64 + 1, size - at - 1)):
            sums ^= connection[w] & (early[w] >> low | late[w] << high << each)
        for fold in (32, 16, 8, 4, 2, 1):
            sums ^= sums >> np.uint64(fold)
        if not sums & each:
            shift += 1
            continue
        grows = 2 * length <= i
        if grows:
            kept[: length // 64 + 1] = connection[: length // 64 + 1]
        whole, left = shift >> 6, np.uint64(shift & 63)
        right = np.uint64(63) - left
        connection[whole] ^= aside[0] << left
        target = connection[whole:]
        for w in range(1, min(words + 1, size - whole)):
            target[w] ^= aside[w] << left | aside[w - 1] >> right >> each
        if grows:
            words = length // 64 + 1
            aside[:words] = kept[:words]
            aside[words] = 0
            length, shift = i + 1 - length, 1
        else:
            shift += 1
    return length


SIDE = 32
ABREAST = 32
"""Matrices reduced side by side, so that one instruction serves several of them."""

_NONE, _ONE = np.uint32(0), np.uint64(1)


@kernel(types.int64[::1], read(types.uint8, 2))
def ranks(matrices: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Count packed matrices of 32 × 32 bits, shape (matrices, 128), by their rank, shape (33,)."""
    array = np.zeros(SIDE + 1, dtype=np.int64)
    data, number = matrices.reshape(matrices.size), np.uint64(matrices.shape[0])
    rows = np.zeros((SIDE, ABREAST), dtype=np.uint32)
    pivots, lowest = np.zeros(ABREAST, dtype=np.uint32), np.zeros(ABREAST, dtype=np.uint32)
    rank = np.zeros(ABREAST, dtype=np.uint32)
    for first in range(np.uint64(0), number, np.uint64(ABREAST)):
        here = min(np.uint64(ABREAST), number - first)
        for lane in range(here):
            for pair in range(np.uint64(SIDE // 2)):
                two = word(data, (first + lane) * np.uint64(4 * SIDE) + np.uint64(8) * pair)
                rows[pair + pair, lane] = np.uint32(two >> np.uint64(32))
                rows[pair + pair + _ONE, lane] = np.uint32(two)
        rank[:] = 0
        for row in range(np.uint64(SIDE)):
            for lane in range(np.uint64(ABREAST)):
                pivot = rows[row, lane]
                pivots[lane] = pivot
                lowest[lane] = np.uint32(pivot & np.uint32(_NONE - pivot))
                rank[lane] += np.uint32(pivot != _NONE)
            # The pivot's lowest one is taken out of every later row: later pivots are independent of it.
            for later in range(row + _ONE, np.uint64(SIDE)):
                for lane in range(np.uint64(ABREAST)):
                    held = np.uint32((rows[later, lane] & lowest[lane]) != _NONE)
                    rows[later, lane] ^= pivots[lane] & np.uint32(_NONE - held)
        for lane in range(here):
            array[rank[lane]] += 1
    return array
