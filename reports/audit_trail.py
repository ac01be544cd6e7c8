"""Changes of the record: who changed what of the submission in the register, when and why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from reportlab.platypus import Flowable

from labharness.reporting import kit

_SHORT = 60
"""Longer values are named by their length; the register holds them whole."""
_HASH, _SHOWN = re.compile("[0-9a-f]{40,}"), 12
"""Hashes are abbreviated."""


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return every change that concerns the submission, oldest first."""
    changes, faults = case.submission.changes, case.words(case.dossier.faults)
    result = [kit.paragraph(part.text("intro"))]
    result += kit.alarm("THE REGISTER OR ITS FILES DO NOT VERIFY", faults) if faults else []
    if not changes:
        return [*result, kit.loud("NO CHANGE IS ON FILE")]
    pairs: kit.Facts = [
        ("Changes", len(changes)),
        ("First, last (UTC)", f"{kit.clock(changes[0].utc)}, {kit.clock(changes[-1].utc)}"),
        ("Head of the register", kit.digest(case.submission.head)),
    ]
    rows: kit.Rows = [
        [change.number, kit.clock(change.utc), _who(case, change), _what(change), change.why]
        for change in changes
    ]
    head = ("No.", "When (UTC)", "Who", "What", "Why")
    return [*result, kit.facts(pairs), kit.table(head, rows, (5, 20, 22, 32, 21), "rllll", dense=True)]


def _who(case: kit.Case, change: kit.snapshot.Change) -> kit.Cell:
    """Return the person named, and below it the account of the operating system."""
    name = case.submission.person(change.who)
    return kit.stacked(name, f"account {change.account}", kind="fine") if change.account else name


def _what(change: kit.snapshot.Change) -> kit.Cell:
    if not change.kind:
        items = [f"{key}: {_short(value)}" for key, value in (change.after or {}).items()]
        return kit.stacked(change.what, *items, kind="fine")
    named = f"{change.kind} {change.entry}"
    if change.after is None:
        return f"{named}: removed"
    if change.before is None:
        return f"{named}: entered"
    return kit.stacked(f"{named}: changed", *_fields(change.before, change.after), kind="fine")


def _fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    for key in dict.fromkeys((*before, *after)):
        old, new = before.get(key), after.get(key)
        if old != new:
            yield f"{key}: {_short(old)} → {_short(new)}"


def _short(value: object) -> str:
    if value is None or value == "":
        return "nothing"
    text = _name(str(value))
    if isinstance(value, (list, tuple, dict)):
        entries = f"{kit.number(len(value))} {'entry' if len(value) == 1 else 'entries'}"
        return text if len(text) <= _SHORT else entries
    if _HASH.fullmatch(text):
        return f"{text[:_SHOWN]}…"
    return text if len(text) <= _SHORT else f"{kit.number(len(text))} characters"


def _name(text: str) -> str:
    """Return a file's name for its path: where it lay on a computer is no matter of the report."""
    for kind in (PurePosixPath, PureWindowsPath):
        if (path := kind(text)).is_absolute() and path.name:
            return path.name
    return text
