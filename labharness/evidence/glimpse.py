"""The two ends of a ledger, read without what lies between; a glimpse proves nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from labharness.evidence.folder import LONGEST_LINE, refuse_other_name
from labharness.evidence.lock import LEDGER, evidence_file
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.course import EndBody, FirstUnitsBody, StartBody, VerdictBody
from labharness.evidence.records.line import Record, peek
from labharness.evidence.simulation import signs_of

_HEAD, _TAIL = 1 << 20, 1 << 16
_JUDGED = frozenset(
    {RecordType.FIRST_UNITS, RecordType.RESULT, RecordType.VERDICT, RecordType.DEVIATION, RecordType.END}
)
"""Types of records that are written as a run is judged."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The first and the last records of a run; None where they cannot be read.

    Parameters
    ----------
    last
        The last whole record.
    verdict, end
        The last two bodies of a run that has ended.
    simulated
        Whether the first records show a simulated device: they say what is connected and what it is.
    """

    first: Record | None = None
    last: Record | None = None
    start: StartBody | None = None
    verdict: VerdictBody | None = None
    end: EndBody | None = None
    simulated: bool = False

    @property
    def began(self) -> datetime | None:
        """When the run began."""
        return _when(self.first)

    @property
    def updated(self) -> datetime | None:
        """When the last whole record was written."""
        return _when(self.last)


def glimpse(path: Path) -> Glimpse:
    """Look at the ledger of a run folder.

    Raises
    ------
    IntegrityError
        If the folder has another name than its run, or the ledger is not a regular file.
    StorageError
        If the ledger is there and cannot be read.

    Examples
    --------
    >>> glimpse(Path("nowhere"))
    Glimpse(first=None, last=None, start=None, verdict=None, end=None, simulated=False)
    """
    first: Record | None = None
    last: Record | None = None
    before: Record | None = None
    early = list[Record | None]()
    with suppress(FileNotFoundError), evidence_file(path, LEDGER) as file:
        first = peek(file.readline(_HEAD).rstrip(b"\n"))
        early = [first, *map(peek, file.read(_TAIL).split(b"\n"))]
        result = filter(None, map(peek, _backwards(file)))
        last = next(result, None)
        if last is not None and isinstance(
            last.body, EndBody
        ):  # nothing comes between the verdict and the end
            before = next(result, None)
    start, verdict, end = (record.body if record else None for record in (first, before, last))
    if isinstance(start, StartBody):
        refuse_other_name(path, start.run)
    return Glimpse(
        first,
        last,
        start if isinstance(start, StartBody) else None,
        verdict if isinstance(verdict, VerdictBody) else None,
        end if isinstance(end, EndBody) else None,
        any(True for record in early if record for _ in signs_of(record.body)),
    )


@dataclass(frozen=True, slots=True)
class LastWords:
    """The end of a ledger: verdict and ending of its last two records, the hash of the last, and the run that the first names."""

    head: str = ""
    verdict: str = ""
    ending: str = ""
    run: str = ""


def last_words(path: Path) -> LastWords:
    """Look at the last two lines of a run folder, without decoding what else they hold; raises as :func:`glimpse` does.

    Another name of the folder than that of the run is no error here.

    Examples
    --------
    >>> last_words(Path("nowhere"))
    LastWords(head='', verdict='', ending='', run='')
    """
    with suppress(FileNotFoundError), evidence_file(path, LEDGER) as file:
        first, lines = file.readline(_HEAD), _backwards(file)
        try:
            last, before = json.loads(next(lines)), json.loads(next(lines))
            if (before["type"], last["type"]) == (RecordType.VERDICT, RecordType.END):
                verdict, ending = before["body"]["verdict"]["outcome"], last["body"]["ending"]
                return LastWords(str(last["hash"]), str(verdict), str(ending), _named(first))
        except (StopIteration, ValueError, LookupError, TypeError, RecursionError):
            pass
    return LastWords()


def recorded_first_units(path: Path) -> FirstUnitsBody | None:
    """Look for the first units that a run that was judged has on record, from its end; raises as :func:`glimpse` does.

    Examples
    --------
    >>> recorded_first_units(Path("nowhere"))
    """
    with suppress(FileNotFoundError), evidence_file(path, LEDGER) as file:
        for record in map(peek, _backwards(file)):
            if record is None or record.type not in _JUDGED:
                return None
            if isinstance(record.body, FirstUnitsBody):
                return record.body
    return None


def _named(first: bytes) -> str:
    """Return the run that a first line names, "" for none."""
    try:
        return str(json.loads(first)["body"]["run"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return ""


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


def _when(record: Record | None) -> datetime | None:
    if record is None:
        return None
    result = datetime.fromisoformat(record.utc)
    return result if 1970 < result.year < 9999 else None  # in these every time zone can show it
