"""Statistics by which units, versions, card sets and sessions are compared."""

from __future__ import annotations

from enum import StrEnum

from labharness.reason import Code, note


class Factor(StrEnum):
    """What distinguishes the groups that are compared."""

    UNIT = "units"
    SOFTWARE = "software versions"
    CARDS = "card sets"
    SESSION = "sessions"


class Homogeneity(Code, area="homogeneity"):
    """Means over the units of a group, and the share of an outcome."""

    RISING_SEQUENCES = note()
    RISING_OF_INVERSE = note()
    KEPT_NEIGHBORS = note()
    VALLEYS = note()
    VALLEYS_OF_INVERSE = note()
    FIXED_POINTS = note()
    TEN_OR_ACE = note(place=int)
    OUTCOME = note(outcome=int)
