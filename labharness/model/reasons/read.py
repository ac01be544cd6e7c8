"""Why a read of cards is made again."""

from __future__ import annotations

from labharness.reason import Code, Reason, doubt


class Read(Code, area="read"):
    """Why a read of cards is made again."""

    NOT_THE_SET = doubt(difference=tuple[Reason, ...])
    WRONG_NUMBER = doubt(read=int, expected=int)
    FOREIGN_CARDS = doubt()
    UNLIKE_REPORT = doubt()
    UNSHUFFLED = doubt()
    READ_BEFORE = doubt()
