"""Lattice points near many targets, and the low bits of congruential states."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, written

_REAL = read(types.float64, 2)


@kernel(types.int64, _REAL, _REAL, read(types.float64), _REAL, read(types.float64), written(types.int64))
def near(
    basis: NDArray[np.float64],
    orthogonal: NDArray[np.float64],
    norms: NDArray[np.float64],
    targets: NDArray[np.float64],
    half: NDArray[np.float64],
    places: NDArray[np.int64],
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


@kernel(
    types.int64,
    types.uint64,
    types.uint64,
    types.int64,
    types.int64,
    read(types.int64),
    written(types.uint64),
)
def low_bits(
    multiplier: np.uint64,
    increment: np.uint64,
    hidden: int,
    shown: int,
    codes: NDArray[np.int64],
    kept: NDArray[np.uint64],
) -> int:
    """Write the low ``hidden + shown`` bits of states whose bits from ``hidden`` on follow the codes' ``shown`` bits.

    Returns how many there are, as far as they fit.
    """
    count = 0
    every = (np.uint64(1) << np.uint64(hidden + shown)) - np.uint64(1)
    few = (np.uint64(1) << np.uint64(shown)) - np.uint64(1)
    top = (np.uint64(codes[0]) & few) << np.uint64(hidden)
    for bottom in range(1 << hidden):
        start = top | np.uint64(bottom)
        state, fits = start, True
        for place in range(1, len(codes)):
            state = (state * multiplier + increment) & every
            if (state >> np.uint64(hidden)) & few != np.uint64(codes[place]) & few:
                fits = False
                break
        if fits and count < len(kept):
            kept[count] = start
            count += 1
    return count
