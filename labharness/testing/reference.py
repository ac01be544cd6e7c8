"""Published numbers that the harness must reproduce, wherever it is installed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

ROUNDED_TO_SIX = 5.1e-7
"""Half a unit of the sixth digit, and a little for the rounding of what was published."""


@dataclass(frozen=True, slots=True)
class Reference:
    """One published number.

    Parameters
    ----------
    name
        What it is, unique in its module, such as ``"block frequency, π"``.
    source
        Author, year, section or table.
    published
        The number as printed there.
    compute
        Reproduces it with the code that checks use, never with a copy.
    tolerance
        Largest difference that the printed digits allow.
    """

    name: str
    source: str
    published: float
    compute: Callable[[], float]
    tolerance: float = ROUNDED_TO_SIX

    def agrees(self, value: float) -> bool:
        """Say whether a computed number is the published one; NaN never is."""
        return abs(value - self.published) <= self.tolerance
