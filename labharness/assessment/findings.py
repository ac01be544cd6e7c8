"""Findings of a run as a report prints them: who answered, when, and what came with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from labharness.evidence.records import Record, RecordType
from labharness.model.findings import Result


@dataclass(frozen=True, slots=True)
class Finding:
    """What one trial, one item or one count by hand showed.

    Parameters
    ----------
    reaction
        What the device said or did, where that was looked for.
    attachment
        Name and SHA-256 of the file that came with the answer, if one did.
    who
        Those who answered what was asked for it, in order.
    utc
        When it was put on record.
    """

    item: str
    result: Result
    reaction: str
    comment: str
    attachment: dict[str, str] | None
    who: tuple[str, ...]
    utc: str


def findings_of(records: Iterable[Record]) -> dict[str, tuple[Finding, ...]]:
    """Return the findings of each stage, in the order in which they were made."""
    found: dict[str, list[Finding]] = {}
    who: dict[str, None] = {}
    for record in records:
        body: dict[str, Any] = record.body
        if record.type is RecordType.ANSWER and body["who"] not in ("nobody", "reader"):
            who[str(body["who"])] = None
        elif record.type in (RecordType.STAGE_STARTED, RecordType.RESUMED):
            who.clear()
        elif record.type is RecordType.FINDING:
            made = Finding(
                body["item"],
                Result(body["result"]),
                body["reaction"],
                body["comment"],
                body["attachment"],
                tuple(who),
                record.utc,
            )
            found.setdefault(body["stage"], []).append(made)
            who.clear()
    return {stage: tuple(each) for stage, each in found.items()}
