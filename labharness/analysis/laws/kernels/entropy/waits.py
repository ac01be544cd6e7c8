"""How long bits take to collide and blocks of bits to come again."""

from __future__ import annotations

from math import log2

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, several

PAIR = several(types.int64, types.int64)
SUMS = several(types.float64, types.float64)


@kernel(PAIR, read(types.uint8))
def collisions(bits: NDArray[np.uint8]) -> tuple[int, int]:
    """Count the collisions that two equal bits in a row make, and those that need a third bit."""
    two = three = place = 0
    while place + 1 < bits.size:
        if bits[place] == bits[place + 1]:
            two += 1
            place += 2
        elif place + 2 < bits.size:
            three += 1
            place += 3
        else:
            break
    return two, three


@kernel(SUMS, read(types.uint8), types.int64, types.int64)
def returns(bits: NDArray[np.uint8], width: int, known: int) -> tuple[float, float]:
    """Add up log2 of the distance, in blocks, to the same block before, and its squares.

    The first ``known`` blocks fill the dictionary; a block that never came is as far away as the start.
    """
    last = np.zeros(1 << width, dtype=np.int64)
    total = squares = lost = lost_square = 0.0
    for block in range(bits.size // width):
        code = 0
        for place in range(block * width, block * width + width):
            code = 2 * code + int(bits[place])
        if block >= known:
            value = log2(np.float64(block + 1 - last[code]))
            # Compensated sums: what a long sum cuts off a term goes into the next.
            term = value - lost
            now = total + term
            lost, total = (now - total) - term, now
            term = value * value - lost_square
            now = squares + term
            lost_square, squares = (now - squares) - term, now
        last[code] = block + 1
    return total, squares
