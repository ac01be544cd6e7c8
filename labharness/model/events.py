"""What happened to a device between two units: cards put in, a jam, an open door, a restart."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class EventKind(StrEnum):
    """What happened."""

    REFILL = "refill"  # cards were put in
    JAM = "jam"  # a jam was cleared
    DOOR = "door"  # its door was opened and closed again
    RESTART = "restart"  # it was switched on, or went on after a break


@dataclass(frozen=True, slots=True)
class Event:
    """One event.

    Parameters
    ----------
    unit
        Absolute index, within the sample, of the first unit after it.
    """

    unit: int
    kind: EventKind
