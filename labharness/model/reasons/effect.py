"""Sizes of deviations."""

from __future__ import annotations

from labharness.model.counted import PerShuffle
from labharness.reason import Code, Reason, note


class Effects(Code, area="effect"):
    """What the size of a deviation is."""

    COHENS_W = note()
    COHENS_W_OF_POSITIONS = note(first=int, second=int)
    COHENS_W_IN_STRETCHES = note()
    COHENS_W_NEAR_EVENTS = note()
    CRAMERS_V = note()
    CRAMERS_V_AT_LAG = note(lag=int)

    PER_SHUFFLE = note(what=PerShuffle, fair=float)
    MEAN_OF = note(what=Reason, fair=float)
    KEPT_ENDS = note(fair=float)
    SHELVES = note()
    RIFFLES = note()

    ONES = note()
    ONES_OF_BLOCKS = note()
    BIT_CHANGES = note()
    MISSING_ENTROPY = note()
    TEMPLATE_COUNTS = note()
    FAILING_BLOCKS = note(fair=float)
    WALK_DISTANCE = note(fair=float)
    COEFFICIENTS = note()
    LOG_DISTANCE = note()
    BYTE_MEAN = note()
    BYTE_COVARIANCE = note()
    PI = note()
    PERMUTATIONS = note(unit=int)

    POTENCY = note(degree=int)
    LARGEST_DISTANCE = note()
    DISPERSION = note(fair=float)

    ADVANTAGE = note()
    NEIGHBORS_NEAR_EVENTS = note()
    REPEATS_NEAR_EVENTS = note()
    REPEATS_LATER = note(rounds=int, expected=float)
    REPEATS = note(ideal=float)
    CARDS_AGAIN = note(ideal=float)
    PLACES_OF_REPEATS = note()
    ROUND_COVARIANCE = note()
