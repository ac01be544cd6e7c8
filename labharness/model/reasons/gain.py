"""How a gain is made, and bounds on it."""

from __future__ import annotations

from labharness.model.gains import Gainer, GainUnit
from labharness.reason import Code, Reason, note


class Gains(Code, area="gain"):
    """Ways to gain from a device that is not ideal; then a bound, in short."""

    FIXED_OUTCOME = note()
    OUTCOME_OF_GAME = note()
    GUESS_AFTER_ROUNDS = note(rounds=int)
    GUESS_IN_DECK = note()
    GUESS_FROM_PAST = note(outcomes=int)
    FIRST_CARDS_OF_SEATS = note(seats=int)
    FIRST_CARDS_OF_DEALER = note(seats=int)
    FIRST_CARDS_OF_WAGERS = note(hands=int)
    FIRST_CARDS_OF_HOUSE = note(hands=int)

    BOUND = note(
        gainer=Gainer, what=Reason, upper=float, unit=GainUnit, level=float, covers=Reason, limit=Reason
    )
    NO_GAIN = note(gainer=Gainer, what=Reason, level=float, covers=Reason, limit=Reason)

    NO_LIMIT = note()
    BELOW_LIMIT = note(below=float, reason=str)
    ABOVE_LIMIT = note(below=float, unit=GainUnit, reason=str)
    """The sample is too small to exclude the limit."""
    SHOWN = note(estimate=float, below=float, unit=GainUnit, reason=str)
    """The gain that the sample shows is not below the limit."""

    BY_UNKNOWN = note()
    """A record of a time before the strategies that a bound covers were kept."""
    BY_FIXED = note(outcomes=int)
    BY_MEMORY = note(strategies=int)
    BY_DIRECTION = note()
    BY_NEXT = note()
    BY_LEADER = note(contexts=int, sums=int, lags=int)
    BY_PLACE = note(places=int)
    BY_BASIC_STRATEGY = note()
    BY_EVERY_HAND = note()
