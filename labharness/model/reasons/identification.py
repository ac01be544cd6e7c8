"""What is known of the generator that made outcomes."""

from __future__ import annotations

from labharness.reason import Code, note


class Identifications(Code, area="identification"):
    """Why a way of use was not tried, and what is known short of a proof."""

    TOO_FEW = note(generator=str, call=str, needed=int, recorded=int)
    NOT_IN_TIME = note(generator=str, call=str, stride=int, seconds=float)
    OUT_OF_REACH = note(generator=str, call=str, outcomes=int)
    """So many outcomes in the range of one draw tell too little, or the unknown bits are too many."""
    REDUCTION_STOPPED = note(dimensions=int)
    """The reduction of a lattice took more steps than those of all known generators."""
    SEVERAL_BOUNDS = note(generator=str, call=str)
    """The engine takes one range of outcomes only."""
