"""Whether what was computed again is what is on record, on whatever processor.

Processors of several kinds add in several orders, and the last digits of a sum depend on that. Counts, words and outcomes are
compared exactly, other numbers to nine digits.
"""

from __future__ import annotations

from math import isclose
from typing import Any

from labharness.evidence.codec import dump

RELATIVE, ABSOLUTE = 1e-9, 1e-14
"""Differences that the order of additions can make: of a number, and of one that is itself a difference of larger ones."""


def same_values(value: Any, recorded: Any) -> bool:
    """Say whether two frozen dataclasses of the model have the same values.

    Examples
    --------
    >>> from labharness.model.results import CheckResult
    >>> first, again = (CheckResult(units=9, p={"right": p}) for p in (0.3098161600654519, 0.30981616006545193))
    >>> same_values(first, again), same_values(first, CheckResult(units=8, p=first.p))
    (True, False)
    """
    return _same(dump(value), dump(recorded))


def _same(value: Any, other: Any) -> bool:
    if isinstance(value, dict) and isinstance(other, dict):
        return value.keys() == other.keys() and all(_same(each, other[key]) for key, each in value.items())
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(_same, value, other))
    if isinstance(value, float) and isinstance(other, float):
        counts = value.is_integer() and other.is_integer()
        return value == other or (not counts and isclose(value, other, rel_tol=RELATIVE, abs_tol=ABSOLUTE))
    return bool(value == other)
