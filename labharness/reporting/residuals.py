"""How far counts are from what was expected, as drawings show it."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

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
_Z = 1.959964  # 97.5 % point of the normal law


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a histogram: counts, and where 95 of 100 fair counts would lie."""

    label: str
    observed: float
    expected: float
    low: float
    high: float

    @property
    def residual(self) -> float:
        """Standardized residual."""
        return residual(self.observed, self.expected)


def residual(observed: float, expected: float) -> float:
    """Return ``(observed - expected) / sqrt(expected)``; infinite where nothing was expected."""
    if expected <= 0:
        return 0.0 if observed <= 0 else float("inf")
    return (observed - expected) / sqrt(expected)


def class_of(value: float) -> int:
    """Return the class of a residual; a border belongs to the class nearer to zero."""
    if value < 0:
        return sum(value >= edge for edge in EDGES)
    return sum(value > edge for edge in EDGES)


def classes(picture: Picture) -> list[list[int]]:
    """Return the class of every cell of a heat map, row by row."""
    one_row = len(picture.expected) == 1
    found = []
    for index, row in enumerate(picture.values):
        expected = picture.expected[0 if one_row else index]
        found.append([class_of(residual(o, e)) for o, e in zip(row, expected, strict=True)])
    return found


def bars(picture: Picture) -> list[Bar]:
    """Return the bars of a histogram with normal 95 % limits of each count taken alone.

    At both ends, bars that saw nothing where next to nothing was expected are left out.
    """
    observed, expected = picture.values[0], picture.expected[0]
    total = sum(expected)
    found = []
    for label, value, mean in zip(picture.x, observed, expected, strict=True):
        half = _Z * sqrt(mean * max(0.0, 1 - mean / total)) if total > 0 else 0.0
        found.append(Bar(label, value, mean, max(0.0, mean - half), mean + half))
    seen = [place for place, bar in enumerate(found) if bar.observed > 0 or bar.expected >= LEAST]
    return found[seen[0] : seen[-1] + 1] if seen else found
