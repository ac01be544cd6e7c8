"""How many Fourier coefficients of sequences of bits are below a limit: single precision, yet exact.

Two sequences are the real and imaginary parts of one, of which the bits are set out in rows and columns:
transforms of the columns, twiddle factors, and transforms of the rows stay within the processor's cache and
work in place.  Single precision is enough for all coefficients but the few next to the limit, which are
computed again in double precision.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

import numpy as np
from numpy.typing import NDArray

MARGIN = 5e-6
"""Relative distance of |X|² from the limit within which single precision does not decide.

The error of |X|² next to NIST's limit, for a million fair bits, is 1.8e-7 (root mean square).
"""

LINE = 1000
"""Multiple of the mean of |X|² above which a spectrum has a line, beside which single precision is not trusted."""

NEAR = 64
"""Most coefficients of two sequences that are computed again one by one."""


def below(rows: NDArray[np.uint8], limit: float) -> NDArray[np.int64]:
    """Count the Fourier coefficients X(k), k < n/2, with |X(k)|² below a limit.

    Parameters
    ----------
    rows
        Packed sequences of n bits, which count as 1 and -1, shape (sequences, n/8).
    limit
        Limit of |X|².

    Returns
    -------
    NDArray
        One number for each sequence, which does not depend on the others.

    Examples
    --------
    Of 1,024 zeros only the mean is not 0:

    >>> below(np.zeros((1, 128), dtype=np.uint8), 1.0).tolist()
    [511]
    """
    from scipy.fft import fft

    from labharness.analysis.laws.kernels.bits.spectra import count_below, power, signs

    size = 8 * rows.shape[1]
    twiddles = _twiddles(size)
    pairs = np.empty(2 * size, dtype=np.float32)
    limits = 4 * np.array([limit * (1 - MARGIN), limit * (1 + MARGIN), LINE * size], dtype=np.float32)
    result = np.empty(4, dtype=np.int64)
    near = np.empty((NEAR, 2), dtype=np.int64)
    counts = np.empty(len(rows), dtype=np.int64)
    for first in range(0, len(rows), 2):
        two = rows[first : first + 2]
        signs(two[0], two[-1], pairs)
        columns = fft(pairs.view(np.complex64).reshape(twiddles.shape), axis=0, overwrite_x=True)
        np.multiply(columns, twiddles, out=columns)
        transform = fft(columns, axis=1, overwrite_x=True)
        count_below(transform.view(np.float32).reshape(*twiddles.shape, 2), limits, result, near)
        *small, unsure, lines = result.tolist()
        if lines or unsure > NEAR:
            counts[first : first + 2] = [_below_in_double(row, limit) for row in two]
            continue
        for sequence, k in near[:unsure].tolist():
            small[sequence] += power(two[min(sequence, len(two) - 1)], k) < limit
        mean = 2 * np.bitwise_count(two).sum(axis=1, dtype=np.int64) - size
        counts[first : first + 2] = small[: len(two)] + (mean**2 < limit)
    return counts


def _below_in_double(row: NDArray[np.uint8], limit: float) -> int:
    """Count the coefficients of one sequence in double precision throughout."""
    from scipy.fft import rfft

    transform = rfft(2.0 * np.unpackbits(row) - 1)[:-1]
    return int((transform.real**2 + transform.imag**2 < limit).sum())


@lru_cache(maxsize=2)
def _twiddles(size: int) -> NDArray[np.complex64]:
    """Return exp(-2πi rc/n) for row r and column c of as square a table of n numbers as there is."""
    rows = next(rows for rows in range(isqrt(size), 0, -1) if size % rows == 0)
    columns = np.arange(size // rows)
    table = np.empty((rows, size // rows), dtype=np.complex64)
    for row in range(rows):  # the whole table in double precision would take six times its memory
        table[row] = np.exp(-2j * np.pi / size * (row * columns % size))
    return table
