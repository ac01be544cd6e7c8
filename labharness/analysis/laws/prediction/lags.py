"""Dependence at every lag at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MOST_TABLED = 16
"""Most outcomes whose pairs are counted; of more, only equal pairs are."""


def contrasts(outcomes: int) -> NDArray[np.float64]:
    """Return functions of an outcome with mean 0, variance 1 and covariance 0, shape (outcomes - 1, outcomes).

    Examples
    --------
    >>> contrasts(2).round(6).tolist()
    [[1.0, -1.0]]
    """
    rows = np.zeros((outcomes - 1, outcomes))
    for k in range(1, outcomes):  # Helmert's
        rows[k - 1, :k] = 1
        rows[k - 1, k] = -k
        rows[k - 1] *= np.sqrt(outcomes / (k * (k + 1)))
    return rows


def pair_statistics(codes: NDArray[np.int32], outcomes: int, lags: int) -> NDArray[np.float64]:
    """Return X² of the pairs of outcomes at lags 1 … ``lags``, each chi-square with (d-1)² degrees of freedom.

    X²(k) = Σ_ij (Σ_t f_i(o_t) f_j(o_(t-k)))² / (n - k) with the contrasts f: the interaction of the pairs, with
    known equal chances.  Correlations of all lags come from the Fourier transforms of pieces of the sample.
    """
    from scipy import fft

    functions, n = contrasts(outcomes), len(codes)
    size = fft.next_fast_len(4 * lags, real=True)
    step = size - lags
    room = np.zeros(lags + -(-n // step) * step + outcomes, dtype=np.int64)
    room[lags : lags + n] = codes
    known = np.zeros(len(room), dtype=bool)
    known[lags : lags + n] = True
    totals = np.zeros((outcomes - 1, outcomes - 1, size // 2 + 1), dtype=np.complex128)
    for begin in range(0, n, step):
        piece = functions[:, room[begin : begin + size]] * known[begin : begin + size]
        early = fft.rfft(piece)
        piece[:, :lags] = 0
        late = fft.rfft(piece)
        for i in range(outcomes - 1):
            totals[i] += late[i] * early.conj()
    sums = fft.irfft(totals, size)[:, :, 1 : lags + 1]
    return np.asarray((sums**2).sum(axis=(0, 1)) / (n - np.arange(1, lags + 1)))


def pair_statistic(table: NDArray[np.int64]) -> float:
    """Return the same statistic of one table of pairs.

    Examples
    --------
    >>> pair_statistic(np.array([[20, 30], [30, 20]]))
    4.0
    """
    functions = contrasts(len(table))
    return float(((functions @ table @ functions.T) ** 2).sum() / table.sum())
