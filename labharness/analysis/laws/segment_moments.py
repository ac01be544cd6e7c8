"""Exact moments of X² of kinds by segments, and of equal kinds at a distance, in one uniformly random order."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt


def segment_x2(kinds: Sequence[int], segments: Sequence[int]) -> tuple[float, float]:
    """Return mean and standard deviation of X² of a table with these margins.

    Parameters
    ----------
    kinds, segments
        Cards of each kind, and of each segment.

    References
    ----------
    Dawson 1954, "A simplified expression for the variance of the χ² function on a contingency table", Biometrika 41,
    280.

    Examples
    --------
    >>> mean, spread = segment_x2((2, 2), (2, 2))
    >>> mean, spread**2  # X² is 4 in two and 0 in four of the six tables
    (1.3333333333333333, 3.5555555555555554)
    """
    size = sum(kinds)
    rows, columns = len(kinds), len(segments)
    mean = size * (rows - 1) * (columns - 1) / (size - 1)
    product = 1.0
    scaled = 1.0
    for margin in (kinds, segments):
        number = len(margin)
        uneven = (size * sum(1 / each for each in margin) - number**2) / (size - 2)
        free = (number - 1) * (size - number) / (size - 1)
        product *= free - uneven
        scaled *= uneven
    variance = 2 * size / (size - 3) * product + size**2 / (size - 1) * scaled
    return mean, sqrt(max(variance, 0.0))


def equal_at(kinds: Sequence[int], distance: int) -> tuple[float, float]:
    """Return mean and standard deviation of the number of cards that are of one kind with the card so far behind.

    Two pairs of places have a place in common, or none; the chance that both are equal follows for each from the
    number of cards of each kind.

    Examples
    --------
    >>> mean, spread = equal_at((2, 2), 1)  # AABB 2, ABAB 0, ABBA 1 and their mirrors
    >>> round(mean, 12), round(spread**2, 12)
    (1.0, 0.666666666667)
    """
    size = sum(kinds)

    def falling(number: int, times: int) -> float:
        value = 1.0
        for less in range(times):
            value *= number - less
        return value

    two = sum(falling(kind, 2) for kind in kinds)
    equal = two / falling(size, 2)
    chain = sum(falling(kind, 3) for kind in kinds) / falling(size, 3) - equal**2
    apart = (two**2 - sum(falling(kind, 2) ** 2 - falling(kind, 4) for kind in kinds)) / falling(
        size, 4
    ) - equal**2
    pairs, linked = size - distance, 2 * max(size - 2 * distance, 0)
    variance = pairs * equal * (1 - equal) + linked * chain + (pairs * (pairs - 1) - linked) * apart
    return pairs * equal, sqrt(max(variance, 0.0))
