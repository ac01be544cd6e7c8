"""Reasons of the software authentication protocol GAT."""

from __future__ import annotations

from labharness.reason import Code, cut_short, refusal


class Gat(Code, area="gat"):
    """Why software is not authenticated."""

    LENGTH = cut_short(length=int)
    CRC = cut_short()
    DATA_LENGTH = cut_short(command=str, length=int, expected=int)
    OTHER_ANSWER = cut_short(asked=str, answered=str)
    OTHER_PART = cut_short(part=int)
    REFUSED = refusal(function=str, answer=str)
    CALCULATION_FAILED = refusal(function=str)
    CALCULATION_LATE = cut_short(function=str, seconds=float)
    NO_RESULT = refusal(function=str, part=int)
    NOT_SENDABLE = refusal(text=str, limit=int)

    NO_XML = refusal(version=str)

    NOT_A_REPORT = cut_short(why=str)
    OTHER_REPORT = cut_short(expected=str)
    DECLARATION = cut_short()
    REPORT_TOO_LARGE = cut_short()
