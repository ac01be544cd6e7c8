"""Records of a ledger by their numbers: found at once, read when they are shown, kept while they are looked at.

The evidence of a workspace: of each run, how much there is and the hash of its last record.

Nothing of it is verified: the two ends of each ledger are read, and what was found of ended runs is kept in a file that
anybody may remove.

Records of a ledger as a CSV file, however many there are.

The recorded transfers that a record was made from.

The content of a photograph, or of another file that a person added to a run.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from labharness.app.runs.run_index import bytes_of, ledger_sign, of_kinds, read_kept, write_kept
from labharness.app.workspace.workspace import Workspace
from labharness.errors import IntegrityError, LabharnessError
from labharness.evidence.folder import ATTACHMENTS, RunFolder
from labharness.evidence.glimpse import glimpse
from labharness.evidence.line_index import TYPES, UNKNOWN, LineIndex, index_of
from labharness.evidence.lock import LEDGER, evidence, evidence_file
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.line import Record, peek
from labharness.evidence.records.people import FindingBody
from labharness.evidence.segments import located_frames
from labharness.language.numbers import size
from labharness.language.record_sentences import as_csv, stage, summary
from labharness.language.template import words
from labharness.model.reasons.evidence import Evidence
from labharness.reason import Reason

KEPT = 4096
"""Rows that stay in memory."""
LONGEST_SHOWN = 1 << 20
"""Bytes of a line that are shown in full."""
LONGEST_ROW = 1 << 18
"""Bytes of a line that is decoded for a list; of a longer one a list shows its two ends."""


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One record for a list; nothing of it is verified.

    Parameters
    ----------
    type
        In words, "" where the line is no record.
    exchange
        Number of the record whose frames hold its bytes, None where it has none.
    """

    number: int
    type: str
    utc: str
    stage: str
    summary: str
    hash: str
    exchange: int | None = None


@dataclass(frozen=True, slots=True)
class Photograph:
    """A file that a person added to a finding."""

    record: int
    stage: str
    item: str
    name: str
    sha256: str


class LedgerBrowser:
    """The ledger of a run, by numbers of records from 0.

    Parameters
    ----------
    folder
        The run, in a workspace or from elsewhere; nothing is written.

    Raises
    ------
    EvidenceError
        If there is no ledger, or it cannot be read.
    """

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder
        self.index: LineIndex = index_of(folder.path)
        self._row = lru_cache(KEPT)(self._read)

    def __len__(self) -> int:
        return len(self.index)

    def grow(self) -> bool:
        """Take in what was written since; returns whether that was anything."""
        before = len(self.index)
        self.index = index_of(self.folder.path, self.index)
        return len(self.index) > before

    def types(self) -> Mapping[RecordType, int]:
        """Return how many records there are of each type that occurs."""
        counts = Counter(self.index.types.tolist())
        return {kind: counts[at] for at, kind in enumerate(TYPES) if counts[at]}

    @property
    def unknown(self) -> int:
        """Number of lines that do not begin as records."""
        return int((self.index.types == UNKNOWN).sum())

    def row(self, number: int) -> LedgerRow:
        """Return what a list shows of a record."""
        return self._row(number)

    def rows(self, numbers: Iterable[int]) -> Iterator[LedgerRow]:
        """Yield what a list shows of many records; none of them stays in memory."""
        return map(self._read, numbers)

    def line(self, number: int) -> bytes:
        """Return a line without its newline."""
        start, length = self.index.span(number)
        with evidence_file(self.folder.path, LEDGER) as file:
            file.seek(start)
            return file.read(length).removesuffix(b"\n")

    def record(self, number: int) -> Record | None:
        """Return a record, checked against nothing; None where the line is none."""
        return peek(self.line(number))

    def text(self, number: int) -> str:
        """Return a whole record as indented JSON; a line that is none, as it stands."""
        line = self.line(number)
        shown = line[:LONGEST_SHOWN].decode("utf-8", "replace")
        if len(line) > LONGEST_SHOWN:
            return f"{shown}…"
        try:
            return json.dumps(json.loads(shown), indent=2, ensure_ascii=False)
        except (ValueError, RecursionError):
            return shown

    def frames_of(self, number: int) -> tuple[str, tuple[int, int]] | None:
        """Return the channel and the first and last frame that a record was made from; None where it names none."""
        record = self.record(number)
        source = getattr(record.body, "exchange", None) if record is not None else None
        if isinstance(source, int) and 0 <= source < len(self):
            record = self.record(source)
        if record is None or not isinstance(record.body, ExchangeBody):
            return None
        return record.body.channel, record.body.frames

    def photographs(self) -> tuple[Photograph, ...]:
        """Return the files that people added, in the order of their records."""
        result = (self.record(int(at)) for at in self.index.places(RecordType.FINDING))
        return tuple(
            Photograph(
                each.seq,
                each.body.stage,
                each.body.item,
                each.body.attachment.name,
                each.body.attachment.sha256,
            )
            for each in result
            if each is not None and isinstance(each.body, FindingBody) and each.body.attachment is not None
        )

    def _read(self, number: int) -> LedgerRow:
        start, length = self.index.span(number)
        if length > LONGEST_ROW:
            return self._ends_of(number, start, length)
        line = self.line(number)
        record = peek(line)
        if record is None:
            return LedgerRow(number, "", "", "", line[:200].decode("utf-8", "replace"), "")
        return LedgerRow(
            number,
            words(record.type.value),
            record.utc,
            stage(record),
            summary(record),
            record.hash,
            _exchange(record),
        )

    def _ends_of(self, number: int, start: int, length: int) -> LedgerRow:
        """Return a row of a long line, of which the body is not decoded."""
        with evidence_file(self.folder.path, LEDGER) as file:
            file.seek(start)
            head = _HEAD.match(file.read(1024))
            file.seek(start + length - _TAIL)
            tail = file.read(_TAIL).decode("latin-1")
        kind = self.index.types[number]
        if head is None or kind == UNKNOWN:
            return LedgerRow(number, "", "", "", size(length), "")
        shown = f"{size(length)}. Open the record to read it"
        return LedgerRow(number, words(TYPES[kind].value), head[1].decode(), "", shown, tail[-67:-3])


_HEAD = re.compile(rb'\{"seq":[0-9]+,"prev":"[0-9a-f]{64}","type":"[a-z_]+","utc":"([0-9T:.Z+-]{1,40})"')
_TAIL = 68
"""Bytes at the end of a line: its hash, what follows it, and the newline."""


def _exchange(record: Record) -> int | None:
    if isinstance(record.body, ExchangeBody):
        return record.seq
    source: Any = getattr(record.body, "exchange", None)
    return source if isinstance(source, int) else None


FILE = "runs/.evidence.json"
SCHEMA = 1


@dataclass(frozen=True, slots=True)
class EvidenceOfRun:
    """How much was recorded of a run, as the end of its ledger says.

    Parameters
    ----------
    frames
        Transfers on all channels, None before the end.
    size
        Bytes of ledger and raw files.
    head
        Hash of the last whole record.
    problem
        Why the ledger cannot be read, None where it can.
    """

    run: str
    records: int = 0
    frames: int | None = None
    size: int = 0
    head: str = ""
    started: str = ""
    ended: bool = False
    simulated: bool = False
    problem: Reason | None = None


def evidence_of(workspace: Workspace, on_run: Callable[[int], None] = lambda _: None) -> list[EvidenceOfRun]:
    """Return what there is of every run of a workspace, by name.

    Parameters
    ----------
    on_run
        Told how many runs have been read; what it raises ends the reading.
    """
    kept = read_kept(workspace.path / FILE, SCHEMA, _fits)
    runs, known = [], {}
    for at, folder in enumerate(workspace.runs()):
        on_run(at)
        sign, before = ledger_sign(folder), kept.get(folder.run)
        same = before is not None and before["sign"] == sign
        run = EvidenceOfRun(**before["facts"]) if before and same else evidence_of_run(folder)
        if run.ended and run.problem is None:
            known[folder.run] = {"sign": sign, "facts": {name: getattr(run, name) for name in _TYPES}}
        runs.append(run)
    if known != kept:
        write_kept(workspace.path / FILE, SCHEMA, known)
    return runs


def evidence_of_run(folder: RunFolder) -> EvidenceOfRun:
    """Return what there is of a run."""
    try:
        seen = glimpse(folder.path)
    except LabharnessError as error:
        return EvidenceOfRun(folder.run, size=_size(folder), problem=error.reasons[0])
    last, end = seen.last, seen.end
    channels = {state.channel: state.frames for state in end.segments} if end is not None else {}
    return EvidenceOfRun(
        run=folder.run,
        records=0 if last is None else last.seq + 1,
        frames=None if end is None else sum(channels.values()),
        size=_size(folder),
        head="" if last is None else last.hash,
        started="" if seen.first is None else seen.first.utc,
        ended=end is not None,
        simulated=seen.simulated,
    )


def _size(folder: RunFolder) -> int:
    try:
        return bytes_of(folder)
    except OSError:
        return 0


_TYPES: dict[str, Any] = {
    "run": str, "records": int, "frames": int, "size": int, "head": str, "started": str, "ended": bool, "simulated": bool,
}  # fmt: skip


def _fits(name: str, facts: dict[str, Any]) -> bool:
    return of_kinds(facts, _TYPES) and facts["run"] == name and facts["ended"]


assert _TYPES.keys() == {field.name for field in fields(EvidenceOfRun)} - {"problem"}


TITLES = ("Record", "Type", "Time UTC", "Stage", "Summary", "Hash")
AT_ONCE = 1000
"""Records that are written between two steps."""


def write_records(
    browser: LedgerBrowser, numbers: Sequence[int], file: Path, at: Callable[[int], None] = lambda _: None
) -> int:
    """Write what a list shows of records, hashes in full; returns how many.

    Parameters
    ----------
    at
        Is told how many are written; what it raises ends that, and no file is left.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    part = file.with_name(f"{file.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="") as out:
            out.write(as_csv([TITLES]))
            for first in range(0, len(numbers), AT_ONCE):
                chosen = numbers[first : first + AT_ONCE]
                out.write(
                    as_csv(
                        [
                            (str(row.number), row.type, row.utc, row.stage, row.summary, row.hash)
                            for row in browser.rows(chosen)
                        ]
                    )
                )
                at(first + len(chosen))
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return len(numbers)


@dataclass(frozen=True, slots=True)
class ListedFrame:
    """One frame of a channel.

    Parameters
    ----------
    direction
        In words.
    segment
        File of the run folder that holds it.
    """

    number: int
    direction: str
    payload: bytes
    segment: str


def transfers(folder: RunFolder, channel: str, frames: tuple[int, int]) -> Iterator[ListedFrame]:
    """Yield the frames of a channel from the first to the last number.

    Raises
    ------
    EvidenceError
        At the first byte before them, or among them, that is not as it was written.
    """
    first, last = frames
    if last < first:
        return
    every = located_frames(folder.raw, folder.begun().run, channel, first)
    for segment, frame in takewhile(lambda each: each[1].number <= last, every):
        yield ListedFrame(frame.number, words(frame.direction.name).lower(), frame.payload, f"raw/{segment}")


LARGEST = 1 << 26
"""Bytes of a photograph that are read."""


def attachment(folder: RunFolder, sha256: str) -> bytes:
    """Return a file that was added to a run.

    Raises
    ------
    IntegrityError
        If it is missing, larger than any photograph, or another than the one on record.
    StorageError
        If it cannot be read.
    """
    name = f"{ATTACHMENTS}/{sha256}"
    try:
        content = evidence(folder.path, name, LARGEST)
    except FileNotFoundError as error:
        raise IntegrityError(Evidence.MISSING(file=name)) from error
    if hashlib.sha256(content).hexdigest() != sha256:
        raise IntegrityError(Evidence.ALTERED(file=name))
    return content
