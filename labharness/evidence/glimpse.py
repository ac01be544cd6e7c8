"""The two ends of a ledger, read without what lies between; a glimpse proves nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from labharness.evidence.ledger import LEDGER, LONGEST_LINE, refuse_other_name
from labharness.evidence.records import RecordType
from labharness.evidence.segments import reading
from labharness.evidence.simulation import signs_of

_HEAD, _TAIL = 1 << 20, 1 << 16


@dataclass(frozen=True, slots=True)
class Glimpse:
    """When a run began and what was recorded last; None where that cannot be read.

    Parameters
    ----------
    last
        Type of the last whole line that can be read, or "".
    start
        Body of the start record; empty where it cannot be read.
    verdict, end
        Bodies of the last two records of a run that has ended, else empty.
    simulated
        Whether the first records show a simulated device: they say what is connected and what it is.
    """

    began: datetime | None
    updated: datetime | None
    last: str
    start: dict[str, Any] = field(default_factory=dict)
    verdict: dict[str, Any] = field(default_factory=dict)
    end: dict[str, Any] = field(default_factory=dict)
    simulated: bool = False


def glimpse(path: Path) -> Glimpse:
    """Look at the ledger of a run folder.

    Raises
    ------
    IntegrityError
        If the folder has another name than its run.
    StorageError
        If the ledger is there and cannot be read.

    Examples
    --------
    >>> glimpse(Path("nowhere"))
    Glimpse(began=None, updated=None, last='', start={}, verdict={}, end={}, simulated=False)
    """
    first, last, before, early = dict[str, Any](), dict[str, Any](), dict[str, Any](), list[bytes]()
    with suppress(FileNotFoundError), reading(path / LEDGER), (path / LEDGER).open("rb") as file:
        line = file.readline(_HEAD)
        first = _line(line)
        early = [line, *file.read(_TAIL).split(b"\n")]
        found = filter(None, map(_line, _backwards(file)))
        last = next(found, {})
        if last.get("type") == RecordType.END:  # nothing comes between the verdict and the end
            before = next(found, {})
    start = _body(first, RecordType.START)
    if "run" in start:
        refuse_other_name(path, start["run"])
    return Glimpse(
        _when(first),
        _when(last),
        str(last.get("type", "")),
        start,
        _body(before, RecordType.VERDICT),
        _body(last, RecordType.END),
        any(_shows_simulation(_line(line)) for line in early),
    )


def _backwards(file: BinaryIO) -> Iterator[bytes]:
    """Yield whole lines from the last one on, looking further back the longer they are."""
    place, window, rest = file.seek(0, 2), _TAIL, b""
    torn = True  # what follows the last newline is no whole line
    while place and len(rest) <= LONGEST_LINE:
        start = max(0, place - window)
        file.seek(start)
        rest, *lines = (file.read(place - start) + rest).split(b"\n")
        if torn and lines:
            lines.pop()
            torn = False
        yield from reversed(lines)
        place, window = start, window * 8
    if not (place or torn):
        yield rest


def _line(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _body(line: dict[str, Any], kind: RecordType) -> dict[str, Any]:
    found = line.get("body")
    return found if line.get("type") == kind and isinstance(found, dict) else {}


def _shows_simulation(line: dict[str, Any]) -> bool:
    try:
        return any(True for _ in signs_of(RecordType(line["type"]), line["body"]))
    except (AttributeError, LookupError, TypeError, ValueError):
        return False


def _when(line: dict[str, Any]) -> datetime | None:
    try:
        found = datetime.fromisoformat(str(line.get("utc"))).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return found if 1970 < found.year < 9999 else None  # in these every time zone can show it
