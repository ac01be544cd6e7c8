"""What a system that takes electronic wagers shows, once the wagering is closed and before."""

from __future__ import annotations

from labharness.simulators.deed import SimulatedTrial

REFUSED = "the wager is refused"


def counted(text: str, accepted: int) -> str:
    """Say how many wagers were made, and how many the system counts."""
    return f"{text} wagers are acknowledged, {accepted} are counted"


def reaction(deed: SimulatedTrial) -> str | None:
    """Say what a system shows that locks late wagers out and counts those in time.

    Examples
    --------
    >>> reaction(SimulatedTrial("wagers-in-time", 1, ("3",)))
    '3 wagers are acknowledged, 3 are counted'
    """
    match deed.name:
        case "late-wager":
            return REFUSED
        case "wagers-in-time":
            (result,) = deed.words
            return counted(result, int(result))
    return None
