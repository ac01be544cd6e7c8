"""Events that the records of a run tell of."""

from __future__ import annotations

from labharness.evidence.records.calls import LoadCall
from labharness.evidence.records.course import ResumedBody, SessionOpenedBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import Command, CommandBody
from labharness.model.events import EventKind


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
