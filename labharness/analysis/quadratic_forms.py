"""Tails of weighted sums of squares of normal variables."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws import normal_tails

_NEAR = 1e-4
"""Distance from the mean, in units of the saddlepoint approximation, below which its limit is used."""


def weighted_chi_square_tails(value: float, weights: NDArray[np.float64], df: float) -> dict[str, float]:
    """Return p-values of Σ wᵢ χ²ᵢ, independent terms of ``df`` degrees of freedom each.

    The saddlepoint approximation from the exact cumulant generating function (Kuonen 1999), in Barndorff-
    Nielsen's form, so that both tails keep their relative precision.  With one term of 8 degrees of freedom
    its relative error is below 1 % down to p = 1e-15; more terms or degrees make it smaller.

    Parameters
    ----------
    value
        Observed sum; at most 0 is as small as can be.
    weights
        Not negative, at least one above 0.

    References
    ----------
    Kuonen 1999, Saddlepoint approximations for distributions of quadratic forms in normal variables,
    Biometrika 86, 929-935.

    Examples
    --------
    >>> tails = weighted_chi_square_tails(20.09, np.array([1.0, 0.0]), 8)
    >>> round(tails["right"], 4), round(tails["left"], 4)
    (0.01, 0.99)
    """
    from scipy.optimize import brentq

    parts = weights[weights > 0]
    mean, variance = df * parts.sum(), 2 * df * (parts**2).sum()
    if value <= 0:
        return normal_tails(-np.inf)

    def slope(s: float) -> float:
        return float(df * (parts / (1 - 2 * s * parts)).sum()) - value

    # The slope rises from below 0 to above it between these two.
    end = 1 / (2 * parts.max())
    low = -df * len(parts) / (2 * value) - 1.0 / value
    high = end * (1 - min(0.5, df * parts.max() / (2 * value)))
    s = float(brentq(slope, low, high, xtol=1e-14 * (high - low), rtol=1e-14))
    generating = -0.5 * df * float(np.log1p(-2 * s * parts).sum())
    curvature = 2 * df * float(((parts / (1 - 2 * s * parts)) ** 2).sum())
    w = float(np.copysign(sqrt(max(0.0, 2 * (s * value - generating))), s))
    if abs(w) < _NEAR:
        skewness = 8 * df * float((parts**3).sum()) / variance**1.5
        return normal_tails((value - mean) / sqrt(variance) + skewness / 6)
    return normal_tails(w + log(s * sqrt(curvature) / w) / w)
