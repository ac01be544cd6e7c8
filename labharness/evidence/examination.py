"""Hold what is in a run folder against what its ledger names."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from labharness.errors import IntegrityError
from labharness.evidence import attachments
from labharness.evidence.acknowledged import ACKNOWLEDGED, acknowledged
from labharness.evidence.folder import RunFolder
from labharness.evidence.ledger import LEDGER, LedgerReader
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.course import EndBody, RecoveredBody, StartBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import FindingBody
from labharness.evidence.segments import SegmentState, reading, survey
from labharness.model.results import Ending

States = Mapping[str, SegmentState]
"""Segments by the names of their files."""


@dataclass
class Examination:
    """What the ledger says should be on disk, what is there, and where the two differ.

    Parameters
    ----------
    last
        The last whole record.
    good, torn
        Bytes of the ledger in whole records, and what follows them.
    acknowledging
        Whether the run keeps count of what was acknowledged until it ends.
    frames
        The last frame of each channel that a record names, and that record's line.
    recovered, promised
        Segments as they were when the run was resumed, and as the end record says that they were closed.
    segments
        Segments as they are, channel by channel.
    problems
        One line each, the first bad line or byte first; empty where the folder is as written.
    notes
        Facts that are no fault, such as a torn tail of an interrupted run.
    """

    run: str
    last: Record | None = None
    ending: Ending | None = None
    good: int = 0
    torn: bytes = b""
    acknowledging: bool = False
    frozen: dict[str, str] = field(default_factory=dict)
    frames: dict[str, tuple[int, int]] = field(default_factory=dict)
    recovered: States = field(default_factory=dict)
    promised: States = field(default_factory=dict)
    attached: list[str] = field(default_factory=list)
    segments: dict[str, list[SegmentState]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def records(self) -> int:
        """Number of whole records."""
        return self.last.seq + 1 if self.last else 0

    @property
    def head(self) -> str:
        """Hash of the last whole record, or ""."""
        return self.last.hash if self.last else ""

    def take(self, record: Record) -> None:
        """Take in the next record."""
        line = f"ledger.jsonl line {record.seq + 1}"
        if self.ending is not None:
            self.problems.append(f"{line}: a record follows the end record")
        if (record.seq == 0) != isinstance(record.body, StartBody):
            self.problems.append(f"{line}: a run has one start record and it comes first")
        self.last = record
        self._compare(record, line)

    def _compare(self, record: Record, line: str) -> None:
        match record.body:
            case StartBody(run=run, files=files, acknowledged=acknowledging):
                self.run, self.frozen, self.acknowledging = run, files, acknowledging
            case EndBody(ending=ending, segments=segments, records=records):
                self.ending, self.promised = ending, _by_name(segments)
                if records != record.seq + 1:
                    self.problems.append(f"{line}: the end record counts {records!r:.20} records")
            case ExchangeBody(channel=channel, frames=(_, last)):
                if last >= self.frames.get(channel, (-1, 0))[0]:
                    self.frames[channel] = (last, record.seq + 1)
            case FindingBody(attachment=file) if file is not None:
                self.attached.append(file.sha256)
            case RecoveredBody(segments=segments):
                self._recover(_by_name(segments), f"{line}: ")
            case _:
                pass

    def _recover(self, states: States, where: str) -> None:
        """Take in every segment as it was when the run was resumed, and find what was lost by then."""
        for name, before in self.recovered.items():
            if name not in states:
                self.problems.append(f"{where}raw/{name} byte 0: the file is missing")
            elif _bytes(states[name]) != _bytes(before):
                self.problems.append(f"{where}raw/{name} is not as it was when the run was resumed before")
        self.miss_frames(states.values(), where)
        self.recovered = {**self.recovered, **states}

    def miss_frames(self, states: Iterable[SegmentState], where: str = "") -> None:
        """Find frames that a record names and that are in no segment, or behind a byte that is not as written."""
        there = dict[str, int]()
        for state in states:
            there[state.channel] = max(there.get(state.channel, 0), state.frames)
        for channel, (frame, line) in self.frames.items():
            if frame >= there.get(channel, 0):
                self.problems.append(
                    f"{where}raw/{channel}: frame {frame}, named in ledger line {line}, is missing"
                )


def examine(folder: RunFolder, each: Callable[[Record], None] = lambda _: None) -> Examination:
    """Read a run folder whole and say where it is not as written; raises :class:`StorageError`.

    Parameters
    ----------
    each
        Given every good record, in order.
    """
    found = Examination(folder.run)
    kept = _acknowledged(folder, found)  # first, for a run at work goes on while it is read
    reader = LedgerReader(folder.path / LEDGER)
    try:
        for record in reader.poll():
            found.take(record)
            each(record)
    except IntegrityError as error:
        found.problems.append(str(error))
    else:
        _check_tail(found, reader.good_bytes, reader.torn, kept)
    _check_segments(folder, found, (kept or {}) if found.ending is None else {})
    _check_files(folder, found)
    return found


def _by_name(segments: Iterable[SegmentState]) -> States:
    return {state.name: state for state in segments}


def _bytes(state: SegmentState) -> tuple[int, int, str]:
    return state.good, state.size, state.sha256


def _acknowledged(folder: RunFolder, found: Examination) -> Mapping[str, int] | None:
    try:
        return acknowledged(folder.path)
    except IntegrityError as error:
        found.problems.append(str(error))
        return {}


def _check_tail(found: Examination, good: int, torn: bytes, kept: Mapping[str, int] | None) -> None:
    """Say what the end of the ledger, in which every whole line is good, shows."""
    found.good, found.torn = good, torn
    line = f"ledger.jsonl line {found.records + 1}"
    if found.ending is not None:
        found.problems += [f"{line}: bytes follow the end record"] * bool(torn)
    elif found.acknowledging and kept is None:
        found.problems.append(
            f"{line}: the record breaks off, and the file {ACKNOWLEDGED}, which says how far it went, is missing"
        )
    elif (size := (kept or {}).get(LEDGER, 0)) > good:
        found.problems.append(f"{line}: the record breaks off here; {size:,} bytes of it were acknowledged")
    elif torn:
        found.notes.append(f"{line} is torn ({len(torn)} bytes)")
    if found.last is None and not found.problems:
        found.problems.append("ledger.jsonl line 1: there is no start record")


def _check_segments(folder: RunFolder, found: Examination, kept: Mapping[str, int]) -> None:
    found.segments, stray = survey(folder.raw, found.run)
    there = {state.name: state for states in found.segments.values() for state in states}
    for state in there.values():
        _check_segment(state, found, kept.get(f"raw/{state.name}", 0))
    found.problems += [f"raw/{name}: this file is not part of the run" for name in stray]
    named = (f"raw/{name}" for name in (*found.recovered, *found.promised))
    missing = {*named, *kept} - {LEDGER, *(f"raw/{name}" for name in there)}
    found.problems += [f"{name} byte 0: the file is missing" for name in sorted(missing)]
    found.miss_frames(there.values())


def _check_segment(state: SegmentState, found: Examination, kept: int) -> None:
    promised = found.promised.get(state.name)
    expected = promised or found.recovered.get(state.name)
    place = f"raw/{state.name} byte {state.good}"
    if found.ending is not None and promised is None:
        found.problems.append(f"raw/{state.name} byte 0: the end record does not name this file")
    elif expected and _bytes(state) != _bytes(expected):
        byte = min(state.good, expected.good)
        problem = f"raw/{state.name} byte {byte}: the file is not as it was closed"
        found.problems.append(state.problem or problem)
    elif expected:
        return
    elif state.problem and state.torn and state.good >= kept:
        found.notes.append(state.problem)
    elif state.problem:
        found.problems.append(state.problem)
    elif state.good < kept:
        found.problems.append(f"{place}: the file breaks off here; {kept:,} bytes of it were acknowledged")


def _check_files(folder: RunFolder, found: Examination) -> None:
    for name, digest in found.frozen.items():
        file = folder.path / name
        with reading(file):
            content = file.read_bytes() if file.is_file() else None
        if content is None:
            found.problems.append(f"{name} byte 0: the file is missing")
        elif hashlib.sha256(content).hexdigest() != digest:
            found.problems.append(f"{name}: the file is not as it was frozen at the start")
    attached = (attachments.problem(folder.path, digest) for digest in dict.fromkeys(found.attached))
    found.problems += [problem for problem in attached if problem]
