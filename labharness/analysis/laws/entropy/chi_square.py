"""The further tests of § 5.2 that samples are independent and alike: two chi-square tests, longest repeat."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log1p

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.entropy.bit_estimates import repeats
from labharness.analysis.laws.tails import RIGHT, chi_square_tails, pearson

LEAST_EXPECTED = 5
"""Least expected count of a cell in the standard."""

WIDEST = 11
"""Most bits of a pattern in the test of independence of bits."""

PARTS = 10
"""Parts of a sample that the test of goodness of fit compares."""

LEVEL = 0.001
"""Level of each of these tests in the standard."""


@dataclass(frozen=True, slots=True)
class Further:
    """p-values of the tests of § 5.2; None where a test does not apply.

    Parameters
    ----------
    independence, fit
        Of the chi-square tests.
    repeat
        Chance of a repeat as long as the longest.
    """

    independence: float | None
    fit: float | None
    repeat: float


def further(samples: NDArray[np.uint8]) -> Further:
    """Test one unit of at least two different samples.

    Notes
    -----
    The laws are the standard's, with one exception: where cells of pairs are put together, X² of
    independence has cells - 1 degrees of freedom here, which is safe (Chernoff & Lehmann 1954); with the
    standard's cells - symbols, nearly every fair sample of 5,000 bytes would fail.  The law of the longest
    repeat takes overlapping stretches for independent, and so errs to the safe side too.

    References
    ----------
    Chernoff & Lehmann 1954, The use of maximum likelihood estimates in χ² tests for goodness of fit,
    Annals of Mathematical Statistics 25, 579-586.
    """
    counts = np.bincount(samples, minlength=256)
    present = np.flatnonzero(counts)
    codes = np.zeros(256, dtype=np.uint8)
    codes[present] = np.arange(len(present))
    symbols, share = codes[samples], counts[present] / len(samples)
    independence = (
        bits_independent(symbols, share) if len(present) == 2 else pairs_independent(symbols, share)
    )
    return Further(p_value(*independence), p_value(*fit(symbols, share)), longest_repeat(symbols, share))


def p_value(value: float, df: int) -> float | None:
    """Return the p-value of a chi-square statistic, None without degrees of freedom."""
    return chi_square_tails(value, df)[RIGHT] if df > 0 else None


def bits_independent(bits: NDArray[np.uint8], share: NDArray[np.float64]) -> tuple[float, int]:
    """Return X² and degrees of freedom of patterns of bits that do not overlap (§ 5.2.3)."""
    size = len(bits)
    fitting = [m for m in range(2, WIDEST + 1) if share.min() ** m * (size // m) >= LEAST_EXPECTED]
    if not fitting:
        return 0.0, 0
    width = max(fitting)
    blocks = size // width
    weights = 1 << np.arange(width)[::-1]
    observed = np.bincount(bits[: blocks * width].reshape(blocks, width) @ weights, minlength=1 << width)
    ones = np.bitwise_count(np.arange(1 << width))
    expected = blocks * share[1] ** ones * share[0] ** (width - ones)
    return pearson(observed, expected), (1 << width) - 2


def pairs_independent(symbols: NDArray[np.uint8], share: NDArray[np.float64]) -> tuple[float, int]:
    """Return X² and degrees of freedom of pairs that do not overlap (§ 5.2.1)."""
    size, pairs = len(share), len(symbols) // 2
    codes = symbols[: 2 * pairs : 2].astype(np.intp) * size + symbols[1 : 2 * pairs : 2]
    expected = pairs * np.outer(share, share).ravel()
    cells = together(expected)
    observed = np.bincount(cells, weights=np.bincount(codes, minlength=size * size))
    number = int(cells.max()) + 1
    df = number - size if number == size * size else number - 1
    return pearson(observed, np.bincount(cells, weights=expected)), df


def fit(symbols: NDArray[np.uint8], share: NDArray[np.float64]) -> tuple[float, int]:
    """Return X² and degrees of freedom of the symbols of ten parts against those of all (§ 5.2.2, 5.2.4)."""
    length = len(symbols) // PARTS
    expected = length * share
    cells = together(expected) if len(share) > 2 else np.arange(2)
    grouped = np.bincount(cells, weights=expected)
    parts = cells[symbols[: PARTS * length]].reshape(PARTS, length)
    value = sum(pearson(np.bincount(part, minlength=len(grouped)), grouped) for part in parts)
    return value, (PARTS - 1) * (len(grouped) - 1)


def together(expected: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the cell that each expectation belongs to: the smallest together until 5 are expected.

    What is left at the end joins the last cell.

    Examples
    --------
    >>> together(np.array([9.0, 2.0, 4.0, 1.0, 6.0])).tolist()
    [2, 0, 0, 0, 1]
    """
    cells = np.empty(len(expected), dtype=np.intp)
    cell, filled = 0, 0.0
    for place in np.argsort(expected, kind="stable"):
        if filled >= LEAST_EXPECTED:
            cell, filled = cell + 1, 0.0
        cells[place] = cell
        filled += expected[place]
    if filled < LEAST_EXPECTED and cell:
        cells[cells == cell] = cell - 1
    return cells


def longest_repeat(symbols: NDArray[np.uint8], share: NDArray[np.float64]) -> float:
    """Return the chance of a repeated stretch as long as the longest (§ 5.2.5)."""
    longest = repeats(symbols, max(1, (len(share) - 1).bit_length())).longest
    places = len(symbols) - longest + 1
    alike = float((share**2).sum()) ** longest
    return 1 - exp(places * (places - 1) / 2 * log1p(-alike)) if alike < 1 else 1.0
