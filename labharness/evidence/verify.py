"""Say whether a run folder is as it was written, and where it is not."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from labharness.errors import InputError, IntegrityError
from labharness.evidence import attachments
from labharness.evidence.codec import load
from labharness.evidence.folder import RunFolder, frozen_hashes
from labharness.evidence.ledger import LEDGER, LedgerReader
from labharness.evidence.records import Record, RecordType, Understanding
from labharness.evidence.segments import SegmentState
from labharness.evidence.writer import survey
from labharness.model.results import Ending


@dataclass(frozen=True, slots=True)
class Verification:
    """What :func:`verify` found.

    Parameters
    ----------
    ending
        What the end record says; INTERRUPTED where there is none.
    head
        Hash of the last whole record.
    records, raw_bytes
        How much was read.
    problems
        One line each, the first bad line or byte first; empty where the folder is as written.
    notes
        Facts that are no fault, such as a torn tail of an interrupted run.
    """

    ending: Ending
    head: str
    records: int
    raw_bytes: int
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong with what is there."""
        return not self.problems


@dataclass
class _Walk:
    """What the ledger says should be on disk; ``promised`` are the segments of the end record."""

    started: bool = False
    ending: Ending | None = None
    head: str = ""
    records: int = 0
    frozen: dict[str, str] = field(default_factory=dict)
    frames: dict[str, tuple[int, int]] = field(default_factory=dict)
    recovered: dict[str, SegmentState] = field(default_factory=dict)
    promised: dict[str, SegmentState] = field(default_factory=dict)
    attached: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def take(self, record: Record) -> None:
        line = f"ledger.jsonl line {record.seq + 1}"
        if self.ending is not None:
            self.problems.append(f"{line}: a record follows the end record")
        if (record.seq == 0) != (record.type is RecordType.START):
            self.problems.append(f"{line}: a run has one start record and it comes first")
        self.head, self.records = record.hash, record.seq + 1
        with Understanding(record):
            self._understand(record, line)

    def _understand(self, record: Record, line: str) -> None:
        body = record.body
        if record.type is RecordType.START:
            self.started = True
            self.frozen = frozen_hashes(body)
        elif record.type is RecordType.END:
            self.ending, self.promised = Ending(body["ending"]), _states(body)
            if body["records"] != record.seq + 1:
                self.problems.append(f"{line}: the end record counts {body['records']!r:.20} records")
        elif record.type is RecordType.EXCHANGE:
            channel, (_, last) = str(body["channel"]), body["frames"]
            if last >= self.frames.get(channel, (-1, 0))[0]:
                self.frames[channel] = (last, record.seq + 1)
        elif record.type is RecordType.FINDING and body["attachment"]:
            self.attached.append(str(body["attachment"]["sha256"]))
        elif record.type is RecordType.RECOVERED:
            self.recovered |= _states(body)


def _states(body: dict[str, Any]) -> dict[str, SegmentState]:
    """Return what a record says of segments, by their names."""
    return {state.name: state for state in load(tuple[SegmentState, ...], body["segments"])}


def verify(path: Path, head: str | None = None) -> Verification:
    """Check every line, byte, file and reference of a run folder.

    Parameters
    ----------
    path
        The run folder.
    head
        The head hash from a report's footer, to prove that this is the run reported and that nothing was
        cut off; 64 hex digits or the beginning of them, 16 at least.

    Raises
    ------
    InputError
        If ``head`` is no such hash.
    """
    if head is not None and not re.fullmatch("[0-9a-fA-F]{16,64}", head):
        raise InputError(
            "A head hash is 64 hex digits, or at least the first 16; copy it from the report's footer."
        )
    folder, walk = RunFolder.open(path), _Walk()
    reader = LedgerReader(path / LEDGER)
    try:
        for record in reader.poll():
            walk.take(record)
    except IntegrityError as error:
        walk.problems.append(str(error))
    if reader.torn and walk.ending is not None:
        walk.problems.append(f"ledger.jsonl line {walk.records + 1}: bytes follow the end record")
    elif reader.torn:
        walk.notes.append(f"ledger.jsonl line {walk.records + 1} is torn ({len(reader.torn)} bytes)")
    if not walk.started and not walk.problems:
        walk.problems.append("ledger.jsonl line 1: there is no start record")
    raw_bytes = _check_segments(folder, walk)
    _check_files(folder, walk)
    ending = walk.ending if walk.ending and not walk.problems else Ending.INTERRUPTED
    if head is not None and not walk.head.startswith(head.lower()):
        walk.problems.append(f"ledger.jsonl line {walk.records}: the head hash is {walk.head}, not {head}")
    return Verification(ending, walk.head, walk.records, raw_bytes, tuple(walk.problems), tuple(walk.notes))


def _check_segments(folder: RunFolder, walk: _Walk) -> int:
    found = {state.name: state for states in survey(folder).values() for state in states}
    closed = walk.recovered | walk.promised
    last: dict[str, int] = {}
    for name, state in found.items():
        channel = name.rsplit("-", 1)[0]
        last[channel] = max(last.get(channel, -1), state.frames - 1)
        _check_segment(state, walk)
    stray = {path.name for path in folder.raw.iterdir()} - found.keys() if folder.raw.is_dir() else set()
    walk.problems += [f"raw/{name}: this file is not part of the run" for name in sorted(stray)]
    walk.problems += [f"raw/{name} byte 0: the file is missing" for name in closed if name not in found]
    unread = {name.rsplit("-", 1)[0] for name, state in found.items() if state.problem and not state.torn}
    for channel, (frame, line) in walk.frames.items():
        if channel not in unread and frame > last.get(channel, -1):
            walk.problems.append(f"raw/{channel}: frame {frame}, named in ledger line {line}, is missing")
    return sum(state.size for state in found.values())


def _check_segment(state: SegmentState, walk: _Walk) -> None:
    promised = walk.promised.get(state.name)
    expected = promised or walk.recovered.get(state.name)
    if walk.ending is not None and promised is None:
        walk.problems.append(f"raw/{state.name} byte 0: the end record does not name this file")
    elif expected and (state.good, state.size, state.sha256) != (
        expected.good,
        expected.size,
        expected.sha256,
    ):
        byte = min(state.good, expected.good)
        walk.problems.append(
            state.problem or f"raw/{state.name} byte {byte}: the file is not as it was closed"
        )
    elif state.problem and not expected:
        (walk.notes if state.torn else walk.problems).append(state.problem)


def _check_files(folder: RunFolder, walk: _Walk) -> None:
    for name, digest in walk.frozen.items():
        file = folder.path / name
        if not file.is_file():
            walk.problems.append(f"{name} byte 0: the file is missing")
        elif hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            walk.problems.append(f"{name}: the file is not as it was frozen at the start")
    found = (attachments.problem(folder.path, digest) for digest in dict.fromkeys(walk.attached))
    walk.problems += [problem for problem in found if problem]
