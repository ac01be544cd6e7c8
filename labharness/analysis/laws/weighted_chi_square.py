"""Tails of weighted sums of squares of standard normal variables."""

from __future__ import annotations

from math import exp, inf, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.tails import SMALLEST_P, both_tails

_CLEAR = 0.05
"""Least distance of the path of integration from the pole at 0, as a share of the way to the next singularity."""


def weighted_chi_square_tails(value: float, weights: NDArray[np.float64]) -> dict[str, float]:
    """Return p-values of Σ λᵢ χ²ᵢ with one degree of freedom each, by inverting its moment generating function.

    The transform of a tail is integrated along a parabola around its singularities, from the saddlepoint on,
    where it is as small as the tail is; so the smaller p-value keeps nine digits down to 1e-50.

    Parameters
    ----------
    value
        The sum, above 0.
    weights
        The λ, all above 0.

    References
    ----------
    Rice 1980, Distribution of quadratic forms in normal random variables - evaluation by numerical
    integration, SIAM J. Sci. Stat. Comput. 1, 438-448.

    Examples
    --------
    Chi-square with ten degrees of freedom exceeds 23.20925 with chance 0.01.

    >>> round(weighted_chi_square_tails(23.20925, np.ones(10))["right"], 8)
    0.01
    """
    from scipy.integrate import quad
    from scipy.optimize import brentq

    def slope(s: float) -> float:
        return float((weights / (1 - 2 * s * weights)).sum()) - value

    # At one end the largest term alone is twice ``value``, at the other no term reaches its share of it.
    largest = float(weights.max())
    end = 1 / (2 * largest)
    s = brentq(slope, -len(weights) / (2 * value), end * (1 - largest / (2 * value)), rtol=1e-12)
    if abs(s) < _CLEAR * end:
        s = _CLEAR * end
    rates = 1 - 2 * s * weights
    width = 1 / sqrt(2 * float(((weights / rates) ** 2).sum()))

    def transform(u: float) -> float:
        t = width * (u * u / 2 + u * 1j)
        power = -0.5 * np.log1p(-2 * t * weights / rates).sum() - t * value
        return float((np.exp(power) * (u + 1j) / (s + t)).imag)

    # Chernoff's bound on the tail is also the size of the transform where the path begins.
    bound = exp(max(-700.0, -0.5 * float(np.log(rates).sum()) - s * value))
    tail = SMALLEST_P
    if bound > SMALLEST_P:
        area = quad(transform, 0, inf, epsabs=0, epsrel=1e-9, limit=500)[0]
        tail = min(1.0, max(SMALLEST_P, abs(bound * width / pi * area)))
    return both_tails(tail, 1 - tail) if s > 0 else both_tails(1 - tail, tail)
