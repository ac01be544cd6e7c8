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

    BOUND = note(gainer=Gainer, what=Reason, upper=float, unit=GainUnit, level=float)
    LIMIT = note(bound=Reason, below=float, reason=str)
