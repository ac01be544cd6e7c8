"""Law of the linear complexity of fair sequences.

Dependence at every lag at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, exp, expm1, floor, log, log1p

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.tails import SMALLEST_P, both_tails

_CLOSE = 1e-9
"""Powers of two primes are never equal; those of one differ by a factor of two at least."""


@dataclass(frozen=True, slots=True)
class Complexity:
    """Linear complexity of one sequence.

    Of q^m sequences of m symbols of a field of q, one has complexity 0 and (q - 1) q^min(2m-2L, 2L-1) have
    L > 0.  For even m no two values are equally likely.  In the order of their chances they are the middle m/2,
    then in turn the next larger and the next smaller one, and the k-th of them, counted from 0, or a less likely
    one has the chance q^-k exactly.

    Parameters
    ----------
    prime
        q.
    symbols
        m, even.
    length
        L.
    bit
        Which bit of the outcome was read, None for the outcome modulo the prime.

    References
    ----------
    Rueppel 1986, Analysis and Design of Stream Ciphers, Springer, ch. 4.

    Examples
    --------
    >>> [Complexity(2, 8, length).rank for length in (4, 5, 3, 6, 0)]
    [0, 1, 2, 3, 8]
    """

    prime: int
    symbols: int
    length: int
    bit: int | None = None

    @property
    def rank(self) -> int:
        """How many values are more likely; -log_q of the p-value."""
        middle = self.symbols // 2
        return 2 * (middle - self.length) if self.length <= middle else 2 * (self.length - middle) - 1

    @property
    def log_p(self) -> float:
        """Natural logarithm of the p-value."""
        return -self.rank * log(self.prime)


def least_likely(result: Iterable[Complexity]) -> tuple[Complexity, dict[str, float]]:
    """Return the least likely of independent sequences and the exact p-values of its chance.

    Right is the chance that any sequence is as unlikely, left that none is less likely.

    Examples
    --------
    >>> worst, p = least_likely([Complexity(2, 8, 4), Complexity(2, 8, 3)])
    >>> worst.length, p["right"], p["left"]
    (3, 0.4375, 0.765625)
    """
    ranked = sorted(result, key=lambda each: each.log_p)
    worst = ranked[0]
    none_as_small = none_smaller = 0.0
    for each in ranked:
        unit = -worst.log_p / log(each.prime)
        none_as_small += _log_complement(-ceil(unit - _CLOSE) * log(each.prime))
        none_smaller += _log_complement(-(floor(unit + _CLOSE) + 1) * log(each.prime))
    return worst, both_tails(max(SMALLEST_P, -expm1(none_as_small)), exp(none_smaller))


def _log_complement(log_p: float) -> float:
    """Return log(1 - p)."""
    return log1p(-exp(log_p)) if log_p < 0 else -float("inf")


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
