"""An e-process over one sample, looked at after numbers of units that follow from the sample alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import inf, log

from labharness.analysis.sampling.block import Block


@dataclass(frozen=True, slots=True)
class Watched:
    """Where a monitor stands.

    Parameters
    ----------
    stage
        The stage whose sample it watches.
    units
        Regular units at the last look.
    log10_value, log10_highest
        Common logarithm of the e-value then, and of the highest so far.
    highest_at
        Regular units at the highest.
    level
        Chance at most that a fair device is ever at or above 1 over it.
    crossed_at
        Regular units at which the e-value reached that, 0 where it did not.
    """

    stage: str
    units: int
    log10_value: float
    log10_highest: float
    highest_at: int
    level: float
    crossed_at: int


class Monitor(ABC):
    """The part that all monitors share: the looks, the highest value, the crossing.

    A look happens after a fixed number of regular units, never at the end of a batch, so that resuming, batches and
    chunks change nothing.  After the crossing nothing is read.

    Parameters
    ----------
    stage
        The stage whose sample is watched.
    level
        The monitor's share of the family level, for this sample.
    """

    def __init__(self, stage: str, level: float) -> None:
        self.stage, self.level = stage, level
        self.units = self.highest_at = self.crossed_at = 0
        self.value, self.highest = 0.0, -inf

    @abstractmethod
    def take(self, block: Block) -> None:
        """Read the next units of the sample."""

    @property
    def watched(self) -> Watched:
        """Where the monitor stands."""
        highest = max(self.highest, 0.0)
        return Watched(
            self.stage,
            self.units,
            _common(self.value),
            _common(highest),
            self.highest_at if highest > 0 else 0,
            self.level,
            self.crossed_at,
        )

    def look(self, units: int, value: float) -> None:
        """Note the logarithm of the e-value after so many regular units."""
        self.units, self.value = units, value
        if value > self.highest:
            self.highest, self.highest_at = value, units
        if value >= -log(self.level):
            self.crossed_at = units


def _common(value: float) -> float:
    """Return a natural logarithm as a common one, without the digits in which machines may differ."""
    return round(value / log(10), 6)
