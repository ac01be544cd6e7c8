"""Reasons of records that a test reads as JSON."""

from labharness.language.recorded import worded
from labharness.reason import read_reason


def reasons_of(body, name="reasons"):
    """Return the reasons that a body holds."""
    return tuple(map(read_reason, body.get(name, ())))


def words_of(body, name="reasons"):
    """Return the reasons of a body in words."""
    return worded(reasons_of(body, name))
