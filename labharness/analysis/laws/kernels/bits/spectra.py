"""What surrounds a discrete Fourier transform of bits: signs before it, counts of coefficients after it."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, written

_POWERS = 256
"""Powers of a root of unity that are kept; further ones are multiples of these."""


@kernel(types.void, read(types.uint8), read(types.uint8), written(types.float32))
def signs(first: NDArray[np.uint8], second: NDArray[np.uint8], pairs: NDArray[np.float32]) -> None:
    """Write the bits of two sequences as 1 and -1, alternating between the two."""
    for place in range(np.uint64(first.size)):
        for bit in range(np.uint64(8)):
            shift = np.uint8(7) - np.uint8(bit)
            here = (place * np.uint64(8) + bit) * np.uint64(2)
            pairs[here] = np.float32(2 * np.int32((first[place] >> shift) & 1) - 1)
            pairs[here + np.uint64(1)] = np.float32(2 * np.int32((second[place] >> shift) & 1) - 1)


@kernel(
    types.void, read(types.float32, 3), read(types.float32), written(types.int64), written(types.int64, 2)
)
def count_below(
    transform: NDArray[np.float32],
    limits: NDArray[np.float32],
    counts: NDArray[np.int64],
    near: NDArray[np.int64],
) -> None:
    """Count the coefficients X(k) and Y(k), 0 < k < n/2, of two real sequences by their power.

    With Z the transform of x + iy, 2X = Z(k) + conj Z(-k) and 2iY = Z(k) - conj Z(-k).

    Parameters
    ----------
    transform
        Z(k) at row r and column c with k = r + rows · c, real and imaginary parts, shape (rows, columns, 2).
    limits
        Limits of 4|X|²: below the first a coefficient is small, from there to the second near, and above
        the third it is a line.
    counts
        Takes the numbers of small coefficients of x and of y, of near ones, and of lines.
    near
        Takes the near ones, as many as it can: 0 for x or 1 for y, and k or n - k.
    """
    rows, columns = transform.shape[0], transform.shape[1]
    flat = transform.reshape(transform.size)
    low, high, line = limits[0], limits[1], limits[2]
    each, two = np.uint64(1), np.uint64(2)
    first = second = result = lines = 0
    for row in range(rows // 2 + 1):
        # Row r faces row -r, in which the columns run backwards; rows 0 and rows/2 face themselves.
        facing = (rows - row) % rows
        begin = 1 if row == 0 else 0
        end = columns if facing != row else begin + (columns - begin) // 2
        here = np.uint64(2 * row * columns)
        there = np.uint64(2 * (facing * columns + columns - 1 + begin))
        below = np.int32(0)
        below_too = np.int32(0)
        up_to = np.int32(0)
        above = np.int32(0)
        for k in range(np.uint64(begin), np.uint64(end)):
            a = flat[here + two * k]
            b = flat[here + two * k + each]
            c = flat[there - two * k]
            d = flat[there - two * k + each]
            x = (a + c) * (a + c) + (b - d) * (b - d)
            y = (b + d) * (b + d) + (a - c) * (a - c)
            below += np.int32(x < low)
            below_too += np.int32(y < low)
            up_to += np.int32(x < high) + np.int32(y < high)
            above += np.int32(x > line) + np.int32(y > line)
        first += int(below)
        second += int(below_too)
        lines += int(above)
        if up_to > below + below_too:
            for k in range(np.uint64(begin), np.uint64(end)):
                a = flat[here + two * k]
                b = flat[here + two * k + each]
                c = flat[there - two * k]
                d = flat[there - two * k + each]
                x = (a + c) * (a + c) + (b - d) * (b - d)
                y = (b + d) * (b + d) + (a - c) * (a - c)
                for sequence in range(2):
                    power = y if sequence else x
                    if low <= power < high:
                        if result < near.shape[0]:
                            near[result, 0] = sequence
                            near[result, 1] = row + rows * np.int64(k)
                        result += 1
    counts[0] = first
    counts[1] = second
    counts[2] = result
    counts[3] = lines


@kernel(types.float64, read(types.uint8), types.int64)
def power(data: NDArray[np.uint8], k: int) -> float:
    """Return |X(k)|² of the signs of packed bits, in double precision, byte by byte."""
    size = np.int64(8 * data.size)
    table = np.empty((256, 2))
    for code in range(256):
        real = imaginary = 0.0
        for bit in range(8):
            angle = 2 * pi * ((k * bit) % size) / size
            sign = 1.0 if (code >> (7 - bit)) & 1 else -1.0
            real += sign * cos(angle)
            imaginary -= sign * sin(angle)
        table[code, 0] = real
        table[code, 1] = imaginary
    roots = np.empty((_POWERS, 2))
    for place in range(_POWERS):
        angle = 2 * pi * ((8 * place * k) % size) / size
        roots[place, 0] = cos(angle)
        roots[place, 1] = -sin(angle)
    total_real = total_imaginary = 0.0
    for start in range(0, data.size, _POWERS):
        real = imaginary = 0.0
        for place in range(min(_POWERS, data.size - start)):
            code = data[start + place]
            real += table[code, 0] * roots[place, 0] - table[code, 1] * roots[place, 1]
            imaginary += table[code, 0] * roots[place, 1] + table[code, 1] * roots[place, 0]
        angle = 2 * pi * ((8 * start * k) % size) / size
        total_real += real * cos(angle) + imaginary * sin(angle)
        total_imaginary += imaginary * cos(angle) - real * sin(angle)
    return total_real * total_real + total_imaginary * total_imaginary
