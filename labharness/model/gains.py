"""What somebody can gain from a device that is not ideal, and the largest gain that a sample does not exclude."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import ceil, isfinite

from labharness.reason import Reason


class Gainer(StrEnum):
    """Who gains."""

    SEAT = "seat"
    SIDE = "side"
    GUESSER = "guesser"
    PREDICTOR = "predictor"


class GainUnit(StrEnum):
    """Units of a gain: chance in percentage points, money at fair odds, or money on a wager of the game."""

    POINTS = "points"
    CENTS = "cents"
    WAGERED = "wagered"


@dataclass(frozen=True, slots=True)
class GainBound:
    """Upper confidence bound on what somebody can gain.

    Parameters
    ----------
    what
        How the gain is made.
    estimate, upper
        The gain that the sample shows, and the bound, in ``unit``.
    level
        Confidence of the bound.
    cells
        Gains for which the bound holds at once, such as one for each outcome.
    covers
        The strategies that were tried: no other one is bounded. None in records of a time before it was kept.
    """

    gainer: Gainer
    what: Reason
    unit: GainUnit
    estimate: float
    upper: float
    level: float
    cells: int = 1
    covers: Reason | None = None

    def units_needed(self, recorded: int, below: float) -> int | None:
        """Return how many units bring the bound below a limit if the estimate stays, None where none would.

        Notes
        -----
        The distance of the bound from the estimate shrinks with the square root of the sample.

        Examples
        --------
        >>> from labharness.model.reasons.gain import Gains
        >>> bound = GainBound(Gainer.GUESSER, Gains.FIXED_OUTCOME(), GainUnit.POINTS, 0.5, 2.5, 0.95)
        >>> bound.units_needed(1000, 1.5), bound.units_needed(1000, 0.5)
        (4000, None)
        """
        room = below - max(0.0, self.estimate)
        if room <= 0 or not isfinite(self.upper):
            return None
        return ceil(recorded * ((self.upper - max(0.0, self.estimate)) / room) ** 2)


@dataclass(frozen=True, slots=True)
class Limit:
    """A gain that a plan calls harmful: every bound on it must lie below."""

    gainer: Gainer
    unit: GainUnit
    below: float
