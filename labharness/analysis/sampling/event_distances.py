"""How far units lie behind the last refill, jam, open door or restart."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from labharness.evidence.records.calls import LoadCall
from labharness.evidence.records.course import ResumedBody, SessionOpenedBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import Command, CommandBody
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
    places = np.array([first + units, *(one.unit for one in events if one.kind in kinds)])
    # The first place is no event: it stands for units that come before all of them.
    last = np.searchsorted(places[1:], mine, side="right")
    return np.where(last > 0, mine - places[last], LONG_AGO)


def still_near(events: Sequence[Event], first: int) -> tuple[Event, ...]:
    """Return the events that a block from this unit on needs: its own, and the last of each kind before."""
    last = {one.kind: one for one in events if one.unit < first}
    return (*sorted(last.values(), key=lambda one: one.unit), *(one for one in events if one.unit >= first))


def recorded(record: Record) -> EventKind | None:
    """Return the event that a record of a run tells of, if any.

    Cards put in are a refill.  A session, a break and a pause end with a restart.  Of a jam or an open
    door, and of a refill by hand, the operator tells the run.
    """
    match record.body:
        case SessionOpenedBody() | ResumedBody():
            return EventKind.RESTART
        case LoadCall(answer=count) if count is not None:
            return EventKind.REFILL
        case CommandBody(command=command):
            return _TOLD.get(command)
        case _:
            return None


_TOLD = {
    Command.RESUME: EventKind.RESTART,
    Command.REFILL: EventKind.REFILL,
    Command.JAM: EventKind.JAM,
    Command.DOOR: EventKind.DOOR,
}
