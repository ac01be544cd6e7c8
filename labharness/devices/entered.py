"""Numbers that people or instruments wrote down, such as the faces of dice: read or refused, never guessed."""

from __future__ import annotations

import re

from labharness.devices.untrusted import printable
from labharness.errors import ProtocolError
from labharness.model.reasons.adapter import Adapters

_WORD = re.compile(r"[^\s,;]+")
_LONGEST = 5
"""Digits of the largest outcome, 65535."""


def entered_numbers(text: str, number: int, low: int, high: int) -> list[int]:
    """Read so many whole numbers, separated by white space, commas or semicolons, on as many lines as they need.

    What follows ``#`` on a line is a comment.

    Parameters
    ----------
    text
        What was written.
    number
        How many numbers there must be.
    low, high
        The smallest and the largest that can be.

    Raises
    ------
    ProtocolError
        If a word is no such number, with its line and column, or there are too few or too many.

    Examples
    --------
    >>> entered_numbers("3 6 1", 3, 1, 6)
    [3, 6, 1]
    """
    numbers = []
    for place, line in enumerate(text.removeprefix("\N{BYTE ORDER MARK}").splitlines(), start=1):
        for word in _WORD.finditer(line.partition("#")[0]):
            digits = word[0]
            known = digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST
            if not known or not low <= int(digits) <= high:
                column, shown = word.start() + 1, printable(digits, 20)
                raise ProtocolError(
                    Adapters.NOT_A_NUMBER(line=place, column=column, word=shown, low=low, high=high)
                )
            numbers.append(int(digits))
    if len(numbers) != number:
        raise ProtocolError(Adapters.OTHER_AMOUNT(entered=len(numbers), requested=number, low=low, high=high))
    return numbers
