"""Reasons of records that a test reads as JSON."""

from labharness.language.catalog import say
from labharness.language.run_groups import worded
from labharness.reason import load_reason, read_reason


def reasons_of(body, name="reasons"):
    """Return the reasons that a body holds."""
    return tuple(map(read_reason, body.get(name, ())))


def spoken(value):
    """Return the reason of a JSON value whose sentence, which only people read, is that of the catalog."""
    reason = load_reason({name: part for name, part in value.items() if name != "sentence"})
    assert value["sentence"] == say(reason)
    return reason


def words_of(body, name="reasons"):
    """Return the reasons of a body in words."""
    return worded(reasons_of(body, name))
