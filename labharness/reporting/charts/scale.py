"""Scales: where a number lies on an axis, and at which round numbers its ticks stand."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10


@dataclass(frozen=True, slots=True)
class Scale:
    """A straight or a logarithmic axis.

    Parameters
    ----------
    low, high
        Numbers at its ends.
    start, end
        Places of its ends, in points.
    """

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def at(self, value: float) -> float:
        """Return the place of a number; numbers beyond an end lie at that end."""
        low, high, value = self._bent(self.low), self._bent(self.high), self._bent(self._within(value))
        share = (value - low) / (high - low) if high > low else 0.5
        return self.start + (self.end - self.start) * share

    def ticks(self, most: int = 8) -> list[float]:
        """Return round numbers between the ends, so many at most, two at least where a range has two."""
        return (
            _decades(self.low, self.high, most)
            if self.logarithmic
            else round_numbers(self.low, self.high, most)
        )

    def _within(self, value: float) -> float:
        return min(max(value, self.low), self.high)

    def _bent(self, value: float) -> float:
        return log10(value) if self.logarithmic else value


def step_of(reach: float, most: int) -> float:
    """Return the smallest of 1, 2 and 5 with any number of noughts that divides a reach into so many steps.

    Examples
    --------
    >>> step_of(730, 8)
    100.0
    """
    unit = 10.0 ** floor(log10(max(reach, 1e-300) / most))
    return float(next(unit * factor for factor in (1, 2, 5, 10, 20) if reach / (unit * factor) <= most))


def round_numbers(low: float, high: float, most: int) -> list[float]:
    """Return the multiples of a round step within a range.

    Examples
    --------
    >>> round_numbers(0.0, 1.0, 5)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    if high <= low:
        return [low]
    step = step_of(high - low, most)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [float(f"{place * step:.12g}") for place in range(first, last + 1)]


def _decades(low: float, high: float, most: int) -> list[float]:
    for factors in ((1, 2, 5), (1, 3), (1,)):
        result = [
            factor * 10.0**power
            for power in range(floor(log10(low)), ceil(log10(high)) + 1)
            for factor in factors
            if low * (1 - 1e-9) <= factor * 10.0**power <= high * (1 + 1e-9)
        ]
        if len(result) <= most:
            return result if len(result) >= 2 else [low, high] if high > low else [low]
    every = ceil(len(result) / most)
    return result[::every]
