"""What a check found in a file, and what the units of a file are compared with."""

from __future__ import annotations

from labharness.reason import Code, Reason, note


class FileRemarks(Code, area="file_remark"):
    """A remark about the finding of a check; none says what the finding itself says."""

    VIOLATIONS = note(violations=int, units=int)
    VIOLATIONS_FIRST = note(violations=int, units=int, first=Reason)
    NO_VIOLATION = note(units=int)
    RARE = note(level=float)
    SMALLEST_SHOWN = note()
    NO_RESULT = note()


class FilePopulations(Code, area="file_population"):
    """The ideal device whose units those of a file are compared with."""

    BYTES = note()
    OUTCOMES = note(low=int, high=int)
    DECKS = note(cards=int, set=str)
    ROUNDS = note(size=int, cards=int, set=str)
    ROUNDS_BUFFERED = note(size=int, cards=int, buffer=int, set=str)
