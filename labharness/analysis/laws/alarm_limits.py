"""Limits that a fair shuffle passes less than once in a given number of times."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labharness.analysis.laws.tails import Lattice


@dataclass(frozen=True)
class AlarmLimits:
    """Values outside which a single shuffle raises an alarm.

    Parameters
    ----------
    low, high
        Largest low value and smallest high value that do; -1, or one above the support, where none does.
    chance
        Chance that a fair shuffle raises an alarm, exact.
    """

    low: int
    high: int
    chance: float


def limits(law: Lattice, below: float, above: float) -> AlarmLimits:
    """Return the widest alarm with at most these chances at the low and at the high end.

    Examples
    --------
    >>> limits(Lattice(0, np.array([0.01, 0.49, 0.49, 0.01])), 0.02, 0.001)
    AlarmLimits(low=0, high=4, chance=0.01)
    """
    rising, falling = np.cumsum(law.mass), np.cumsum(law.mass[::-1])
    fewer, more = int((rising <= below).sum()), int((falling <= above).sum())
    chance = (rising[fewer - 1] if fewer else 0.0) + (falling[more - 1] if more else 0.0)
    return AlarmLimits(law.first + fewer - 1, law.first + len(law.mass) - more, float(chance))
