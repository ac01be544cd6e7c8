"""How far units lie behind the last refill, jam, open door or restart."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from labharness.model.events import Event, EventKind

LONG_AGO = int(np.iinfo(np.int64).max)
"""Distance of units before which no event is on record."""


def distances(
    events: Sequence[Event], first: int, units: int, kinds: Collection[EventKind] = tuple(EventKind)
) -> NDArray[np.int64]:
    """Return how many units lie between each unit and the last event of these kinds before it.

    Parameters
    ----------
    events
        In the order in which they happened; those after a unit are nothing to it.
    first, units
        Absolute index of the first unit, and how many there are.

    Examples
    --------
    >>> distances([Event(2, EventKind.JAM)], 1, 4).tolist() == [LONG_AGO, 0, 1, 2]
    True
    """
    mine = np.arange(first, first + units)
    places = np.array([first + units, *(event.unit for event in events if event.kind in kinds)])
    # The first place is no event: it stands for units that come before all of them.
    last = np.searchsorted(places[1:], mine, side="right")
    return np.where(last > 0, mine - places[last], LONG_AGO)


def still_near(events: Sequence[Event], first: int) -> tuple[Event, ...]:
    """Return the events that a block from this unit on needs: its own, and the last of each kind before."""
    last = {event.kind: event for event in events if event.unit < first}
    return (
        *sorted(last.values(), key=lambda each: each.unit),
        *(event for event in events if event.unit >= first),
    )
