"""Reasons of records that a test reads as JSON."""

from labharness.language.recorded import worded
from labharness.reason import load_reason


def reasons_of(body, name="reasons"):
    """Return the reasons that a body holds; what a person wrote stays text."""
    return tuple(each if isinstance(each, str) else load_reason(each) for each in body.get(name, ()))


def words_of(body, name="reasons"):
    """Return the reasons of a body in words."""
    return worded(reasons_of(body, name))
