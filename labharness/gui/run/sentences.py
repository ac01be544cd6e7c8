"""One line of the log for each record that a person following a run wants to read."""

from __future__ import annotations

from labharness.evidence.records.line import Record
from labharness.gui.kit.screen_text import clock
from labharness.language.record_sentences import ATTENTION, sentence

__all__ = ["ATTENTION", "line"]


def line(record: Record) -> str | None:
    """Return the log line of a record, or None where the stage list already shows it."""
    text = sentence(record)
    return f"{clock(record.utc)}   {text}" if text else None
