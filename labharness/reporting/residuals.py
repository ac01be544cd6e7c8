"""How far counts are from what was expected, as drawings show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, copysign, inf, sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.model.results import Picture

EDGES = (-4.0, -3.0, -2.0, -1.0, 1.0, 2.0, 3.0, 4.0)
"""Borders of the classes of standardized residuals; the middle class is unremarkable."""
CLASSES = (
    "below −4",
    "−4 to −3",
    "−3 to −2",
    "−2 to −1",
    "−1 to +1",
    "+1 to +2",
    "+2 to +3",
    "+3 to +4",
    "above +4",
)
LEAST = 0.005
"""Expected count below which an empty bar at an end is not shown."""
MOST_BARS = 120
"""More bars than these cannot be told apart on a page; neighbors are added up."""
_HALVINGS = 1100  # of the widest range of numbers
LEVEL = 0.95
"""Chance that all counts of a fair sample lie within their limits at once, or more."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a histogram: counts, and the limits that hold all bars of a fair sample at once.

    Parameters
    ----------
    low, high
        The limits, counts.
    total
        How many were counted, over all bars.
    """

    label: str
    observed: float
    expected: float
    low: float
    high: float
    total: float

    @property
    def residual(self) -> float:
        """Standardized residual."""
        return self.standardized(self.observed)

    @property
    def outside(self) -> bool:
        """Whether the count lies beyond its limits."""
        return not self.low <= self.observed <= self.high

    def standardized(self, count: float) -> float:
        """Return a count as a residual of this bar."""
        return residual(count, self.expected, self.total)


def residual(observed: float, expected: float, total: float) -> float:
    """Return the deviation of a binomial count in its standard deviations.

    Parameters
    ----------
    total
        Of how many it is a count; ``expected / total`` is the chance of each.

    Returns
    -------
    float
        ``(observed - expected) / sqrt(expected (1 - expected / total))``; infinite where the count could be no other.
    """
    deviation = observed - expected
    variance = expected * (1 - expected / total) if total > 0 else 0.0
    if variance > 0:
        return deviation / sqrt(variance)
    # A count that is certain deviates by no rounding of its expectation.
    return 0.0 if abs(deviation) < 0.5 else copysign(inf, deviation)


def class_of(value: float) -> int:
    """Return the class of a residual; a border belongs to the class nearer to zero."""
    if value < 0:
        return sum(value >= edge for edge in EDGES)
    return sum(value > edge for edge in EDGES)


def classes(picture: Picture) -> list[list[int]]:
    """Return the class of every cell of a heat map, row by row."""
    return [
        [class_of(residual(o, e, total)) for o, e in zip(row, expected, strict=True)]
        for row, expected, total in _rows(picture)
    ]


def fair_cells(picture: Picture) -> list[float]:
    """Return how many cells of each class the same heat map of a fair sample has on the average.

    Notes
    -----
    Each cell counts in how many of the row's units something was seen: a binomial count, whose law is taken
    as it is, for where little is expected the normal law is far from it in the outer classes.
    """
    cells = Counter((float(mean), total) for _, expected, total in _rows(picture) for mean in expected)
    means, totals = np.array(list(cells), dtype=np.float64).reshape(-1, 2).T
    many = np.array(list(cells.values()), dtype=np.float64)
    trials = np.maximum(1.0, np.round(totals))
    chances = np.clip(means / np.maximum(totals, means.clip(min=1e-300)), 0.0, 1.0)
    spread = np.sqrt(means * (1 - chances))
    below = [np.zeros_like(means)]
    for edge in EDGES:
        border = means + edge * spread
        # A border belongs to the class nearer to zero.
        below.append(_law(np.ceil(border) - 1 if edge < 0 else np.floor(border), trials, chances))
    below.append(np.ones_like(means))
    return [float(np.sum(many * (high - low))) for low, high in pairwise(below)]


def _rows(picture: Picture) -> Iterator[tuple[Sequence[float], Sequence[float], float]]:
    """Yield every row of a heat map: counts, what was expected, and of how many they are counts."""
    one_row = len(picture.expected) == 1
    for index, row in enumerate(picture.values):
        expected = picture.expected[0 if one_row else index]
        yield row, expected, float(sum(expected))


def bars(picture: Picture, most: int = MOST_BARS) -> list[Bar]:
    """Return the bars of a histogram with simultaneous limits.

    At both ends, bars that saw nothing where next to nothing was expected are left out; where more than
    ``most`` are left, neighbors are added up in groups of one size (the last may be smaller).

    Notes
    -----
    A count of a fair sample of n independent units is binomial.  Each bar has the narrowest pair of
    quantiles outside of which lies at most ``(1 - LEVEL) / (2 m)`` on each side, m being the number of
    bars shown: by Bonferroni's inequality all of them hold at once with a chance of at least ``LEVEL``,
    however the counts depend on one another.
    """
    rows = list(zip(picture.x, picture.values[0], picture.expected[0], strict=True))
    seen = [place for place, (_, value, mean) in enumerate(rows) if value > 0 or mean >= LEAST]
    kept = rows[seen[0] : seen[-1] + 1] if seen else rows
    grouped = [_added(part) for part in _parts(kept, most)]
    total = max(sum(row[1] for row in rows), sum(row[2] for row in rows))
    limits = _limits([mean for _, _, mean in grouped], total)
    return [Bar(*each, *limit, total) for each, limit in zip(grouped, limits, strict=True)]


def band(count: int, level: float = LEVEL) -> float:
    """Return how far the distribution of so many p-values of fair samples strays from the uniform one.

    Notes
    -----
    The exact one-sided law of Smirnov is used for each side with half of what is left of ``level``;
    both sides are passed at once so rarely that the two-sided law of Kolmogorov gives the same limit.

    References
    ----------
    Birnbaum & Tingey 1951, Annals of Mathematical Statistics 22, 592-596.

    Examples
    --------
    >>> round(band(10), 3)
    0.409
    """
    from scipy.special import smirnovi

    return float(smirnovi(count, (1 - level) / 2))


def _parts(rows: list[tuple[str, float, float]], most: int) -> list[list[tuple[str, float, float]]]:
    size = max(1, ceil(len(rows) / most))
    return [rows[low : low + size] for low in range(0, len(rows), size)]


def _added(part: list[tuple[str, float, float]]) -> tuple[str, float, float]:
    first, last = part[0][0], part[-1][0]
    label = first if len(part) == 1 else f"{first} to {last}"
    return label, sum(each[1] for each in part), sum(each[2] for each in part)


def _limits(means: list[float], total: float) -> list[tuple[float, float]]:
    """Return, for binomial counts, the quantiles that hold all of them at once."""
    if not means or total <= 0:
        return [(0.0, 0.0) for _ in means]
    beyond = (1 - LEVEL) / (2 * len(means))
    trials = max(1.0, float(round(total)))
    chances = np.clip(np.asarray(means, dtype=np.float64) / total, 0.0, 1.0)
    low, high = _quantile(beyond, trials, chances), _quantile(1 - beyond, trials, chances)
    return list(zip(low.tolist(), high.tolist(), strict=True))


def _quantile(level: float, trials: float, chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the smallest counts up to which so much of each binomial law lies."""
    low, high = np.full(chances.shape, -1.0), np.full(chances.shape, trials)
    for _ in range(_HALVINGS):
        if not np.any(high - low > 1):
            break
        middle = np.floor((low + high) / 2)
        below = _law(middle, np.full(chances.shape, trials), chances) >= level
        low, high = np.where(below, low, middle), np.where(below, middle, high)
    return high


def _law(
    count: NDArray[np.float64], trials: NDArray[np.float64], chances: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the chances that binomial counts are at most so large."""
    from scipy.special import betainc

    inside = betainc(np.maximum(trials - count, 1), np.maximum(count, 0) + 1, 1 - chances)
    array: NDArray[np.float64] = np.where(count < 0, 0.0, np.where(count >= trials, 1.0, inside))
    return array
