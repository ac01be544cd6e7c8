"""What is damaged in a run folder, and where; what its disk and its lock refuse."""

from __future__ import annotations

from enum import StrEnum

from labharness.reason import Code, Reason, doubt, note, refusal


class Lockable(StrEnum):
    """What one process alone may work with."""

    RUN = "run"
    DEVICE = "device"
    REPORT = "report"
    SETTINGS = "settings"
    PLAN = "plan"
    BENCH = "bench"
    STORE = "store"


class Evidence(Code, area="evidence"):
    """Lines of the ledger, frames of the raw segments, and files of a run.

    ``line`` is a line of the ledger from 1, ``file`` a path in the run folder, ``byte`` the first that is not as
    written.
    """

    LINE_HASH = doubt(line=int)
    LINE_INVALID = doubt(line=int, why=str)
    LINE_MISPLACED = doubt(line=int, record=int, expected=int)
    LINE_UNCHAINED = doubt(line=int)
    LINE_NEWLINE = doubt(line=int)
    LINE_TOO_LONG = doubt(line=int)
    LINE_NOT_UNDERSTOOD = doubt(line=int, type=str, why=str)
    OTHER_RUN = doubt(line=int, run=str, folder=str)
    START_MISPLACED = doubt(line=int)
    START_MISSING = doubt(line=int)
    AFTER_END = doubt(line=int)
    END_COUNTS = doubt(line=int, records=int)
    BROKEN_OFF = doubt(line=int, acknowledged=int)
    ACKNOWLEDGED_MISSING = doubt(line=int, file=str)
    OTHER_HEAD = doubt(line=int, head=str, expected=str)
    TORN = note(line=int, torn=int)

    TITLE = doubt(file=str, byte=int, frame=int)
    FRAME_CUT_OFF = doubt(file=str, byte=int, frame=int)
    FRAME_HEADER = doubt(file=str, byte=int, frame=int)
    FRAME_LENGTH = doubt(file=str, byte=int, frame=int)
    FRAME_DIGEST = doubt(file=str, byte=int, frame=int)
    CLOCK_SET_BACK = doubt(seconds=float)
    FRAMES_UNNAMED = doubt(channel=str, frame=int, frames=int, line=int)
    FRAME_MISSING = doubt(channel=str, frame=int, line=int)

    MISSING = doubt(file=str)
    ALTERED = doubt(file=str)
    ALTERED_AT = doubt(file=str, byte=int)
    FILE_BROKEN_OFF = doubt(file=str, byte=int, acknowledged=int)
    NOT_NAMED_BY_END = doubt(file=str)
    FOREIGN = doubt(file=str)
    NOT_A_FILE = doubt(file=str)
    FILE_TOO_LONG = doubt(file=str, limit=int)
    WHEN_RESUMED = doubt(line=int, problem=Reason)

    RECORD_MISSING = doubt(record=int)
    NOT_A_RUN = refusal(folder=str, file=str)
    DAMAGED = refusal(run=str, problem=Reason)
    NOT_RESUMED = refusal(run=str, problem=Reason)
    NOT_A_HEAD = refusal()
    RECORD_TOO_LONG = refusal(type=str, size=int)
    DISK = refusal(file=str, why=str)
    """The disk does not take or keep bytes."""
    NOT_KEPT = refusal(why=str)
    NOT_LOCKED = refusal(what=Lockable, name=str, why=str)
    IN_USE = refusal(what=Lockable, name=str, process=str, host=str, since=str)
    IN_USE_BY_ANOTHER = refusal(what=Lockable, name=str)
