"""Lattice points near many targets."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, written

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
