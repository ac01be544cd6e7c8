"""The two ends of a ledger, read without what lies between; a glimpse proves nothing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from labharness.evidence.ledger import LEDGER

_HEAD, _TAIL = 1 << 20, 1 << 16


@dataclass(frozen=True, slots=True)
class Glimpse:
    """When a run began and what was recorded last; None where that cannot be read.

    Parameters
    ----------
    last
        Type of the last whole line that can be read, or "".
    """

    began: datetime | None
    updated: datetime | None
    last: str


def glimpse(path: Path) -> Glimpse:
    """Look at the ledger of a run folder.

    Examples
    --------
    >>> glimpse(Path("nowhere"))
    Glimpse(began=None, updated=None, last='')
    """
    try:
        with (path / LEDGER).open("rb") as file:
            first, last = _line(file.readline(_HEAD)), _last(file)
    except OSError:
        first, last = {}, {}
    return Glimpse(_when(first), _when(last), str(last.get("type", "")))


def _last(file: BinaryIO) -> dict[str, Any]:
    """Return the last line that can be read, looking further back until there is one."""
    size = file.seek(0, 2)
    window = _TAIL
    while True:
        start = max(0, size - window)
        file.seek(start)
        lines = file.read(size - start).split(b"\n")[:-1]  # what follows the last newline is torn
        for line in reversed(lines[1:] if start else lines):
            if found := _line(line):
                return found
        if not start:
            return {}
        window *= 8


def _line(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _when(line: dict[str, Any]) -> datetime | None:
    try:
        return datetime.fromisoformat(str(line.get("utc"))).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
