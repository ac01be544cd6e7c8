"""What is known of the generator that made outcomes."""

from __future__ import annotations

from enum import StrEnum

from labharness.reason import Code, Reason, doubt, note


class Identifications(Code, area="identification"):
    """A proof, what is known short of it, and why a way of use was not tried."""

    PROVED = note(generator=str, call=str, stride=int, predicted=int, after=int, used=int)
    """Every outcome after number ``after`` was predicted."""
    STATE = note(first=int, state=str, bits=int)
    """The state before outcome ``first``, and the information of what it predicted."""
    ALSO = note(generator=str, call=str)
    RECIPE_CONGRUENTIAL = note(
        multiplier=str, increment=str, modulus=str, steps=int, call=str, low=int, high=int, state=str
    )
    RECIPE_LINEAR = note(generator=str, source=str, call=str, words=int, step=int)
    RECIPE_SEED = note(generator=str, source=str, call=str, seed=int)
    NONE = note(generators=int, ways=int)
    BROKEN = doubt(
        generator=str,
        call=str,
        stride=int,
        start=int,
        stop=int,
        wrong=int,
        outcomes=int,
        place=int,
    )
    """Outcomes ``start`` to ``stop`` were predicted, but not all; ``place`` is the nearest that was not."""
    COUNTING_LAW = note(bits=int)

    STRETCH = note(first=int, last=int, recorded=int, stretches=int)
    READING = note(reading=Reason)
    BYTES = note()
    WORDS = note(bits=int, first=Reason)
    BITS = note(first=Reason)
    LOW_FIRST = note()
    HIGH_FIRST = note()

    LEFT_SHORT = note(ways=int, generators=tuple[str, ...], needed=int, recorded=int)
    LEFT_LATE = note(ways=int, generators=tuple[str, ...], seconds=float)
    LEFT_FAR = note(ways=int, generators=tuple[str, ...])
    NOTHING_TRIED = doubt(needed=int, recorded=int)
    NOTHING_IN_REACH = doubt(outcomes=int)

    TOO_FEW = note(generator=str, call=str, needed=int, recorded=int)
    NOT_IN_TIME = note(generator=str, call=str, stride=int, seconds=float)
    OUT_OF_REACH = note(generator=str, call=str, outcomes=int)
    """So many outcomes in the range of one draw tell too little, or the unknown bits are too many."""
    REDUCTION_STOPPED = note(dimensions=int)
    """The reduction of a lattice took more steps than those of all known generators."""
    SEVERAL_BOUNDS = note(generator=str, call=str)
    """The engine takes one range of outcomes only."""
    CONSISTENT_TOO_FEW = note(generator=str, call=str, rank=int, unknowns=int)
    """A state fits all equations, but so few of them are independent that it proves nothing."""

    IDENTIFIED_HERE = note(generator=str, stage=str, needed=int, recorded=int)
    """The generator that a plan declares is of those known by name, and the sample is large enough."""
    REVIEW_THE_SOURCE = note(generator=str)

    RECURRENCE = doubt(generator=str, call=str, longer=int, shorter=int, outcomes=int, bits=int, needed=int)
    """Every step agrees with a recurrence; that is a certificate of the recurrence, not of the state."""


class Effort(StrEnum):
    """How much is tried."""

    DEFAULT = "default"
    """Ways of use whose declared seconds add up to 60."""
    FULL = "full"
    """All ways of use."""
