"""What a trial of a procedure or an inspected item showed."""

from __future__ import annotations

from enum import StrEnum


class Result(StrEnum):
    """The result of one trial or item."""

    AS_EXPECTED = "as expected"
    NOT_AS_EXPECTED = "not as expected"
    NOT_APPLICABLE = "not applicable"
    LEFT_OUT = "left out"
    """It was not made, or not as it should have been; never counted as good."""
