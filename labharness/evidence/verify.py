"""Say whether a run folder is as it was written, and where it is not.

How much of a run was on the medium for certain: less than that is damage, never a torn tail.

A ledger or a segment that was cut off looks like a crash that came earlier.  So the writer keeps, beside a run that
has not ended, the number of bytes that it synced of the ledger and of each segment that it writes to.  What it
acknowledged to anybody lies below these numbers, and what a crash tears lies above them.

Frames that no record names: what a crash can leave, and what it cannot.

A record of an exchange follows its frames, and a line of the ledger reaches the medium after the frames before it.  A
crash therefore leaves frames only behind the last frame that a record names, and the next record that speaks of the
run's files is that of its recovery.  Transfers that lie anywhere else were named once, or never belonged to the run.

Hold what is in a run folder against what its ledger names.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from labharness.errors import InputError, IntegrityError
from labharness.evidence.durable import Writing
from labharness.evidence.folder import LedgerReader, RunFolder, attachment_problem, file_problem
from labharness.evidence.lock import LEDGER, evidence_file
from labharness.evidence.records.body import load
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.course import EndBody, RecoveredBody, StartBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import FindingBody
from labharness.evidence.segments import (
    DIGEST,
    HEADER,
    Direction,
    Frame,
    SegmentState,
    channel_of,
    flush,
    survey,
    write_all,
)
from labharness.model.reasons.evidence import Evidence
from labharness.model.results import Ending
from labharness.reason import Reason

ACKNOWLEDGED = "acknowledged"
_SIZE = 512
"""Bytes of the file, always: a disk writes a sector whole or not at all."""
_READS = 5
"""A run at work writes the file over and over, so a reader may meet half of one and half of the next."""


class Acknowledgement:
    """The file of a run that is written to; a run that has none yet gets it."""

    def __init__(self, run: Path) -> None:
        self._path = run / ACKNOWLEDGED
        with Writing(self._path):
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        if not os.fstat(self._file).st_size:
            self.write({})
            flush(self._file)

    def write(self, sizes: Mapping[str, int]) -> None:
        """Put the bytes of each file, which are on the medium, in the place of those before.

        Not synced: after a power cut the file may be some seconds old, and what it says is still true.

        Raises
        ------
        StorageError
            If the disk refuses them.
        """
        with Writing(self._path):
            os.lseek(self._file, 0, os.SEEK_SET)
        write_all(self._file, ACKNOWLEDGED, _content(sizes))

    def remove(self) -> None:
        """Take the file away: the end record says it all."""
        self.close()
        with suppress(OSError):  # a file that is left proves no less
            self._path.unlink()

    def close(self) -> None:
        """Let go of the file; safe to call twice."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def acknowledged(run: Path) -> dict[str, int] | None:
    """Return how many bytes of each file of a run are on the medium for certain, or None where nothing says so.

    Raises
    ------
    IntegrityError
        If the file is not as it was written.
    StorageError
        If it is there and cannot be read.
    """
    for _ in range(_READS):
        try:
            with evidence_file(run, ACKNOWLEDGED) as file:
                content = file.read(_SIZE + 1)
        except FileNotFoundError:
            return None
        with suppress(ValueError, RecursionError):
            sizes = load(dict[str, int], json.loads(content[65:]))
            if content == _content(sizes):
                return sizes
    raise IntegrityError(Evidence.ALTERED(file=ACKNOWLEDGED))


def _content(sizes: Mapping[str, int]) -> bytes:
    text = json.dumps(sizes, separators=(",", ":"), sort_keys=True)
    return f"{hashlib.sha256(text.encode()).hexdigest()} {text}".ljust(_SIZE - 1).encode() + b"\n"


_TRANSFERS = (Direction.OUT, Direction.IN, Direction.CONTROL, Direction.REPLY)
"""Openings, closings and failures to open belong to no exchange."""


@dataclass
class _Gap:
    """Frames of a channel that no record names, from ``first`` to the one before ``end``, before a line of the ledger."""

    first: int
    end: float
    line: int
    transfer: int | None = None
    """The first frame in it that carries bytes."""
    transfers: int = 0


@dataclass
class UnnamedFrames:
    """Where no frames may lie but those that open and close a channel."""

    _next: dict[str, int] = field(default_factory=dict)
    _gaps: dict[str, list[_Gap]] = field(default_factory=dict)
    _place: dict[str, int] = field(default_factory=dict)

    def name(self, channel: str, frames: tuple[int, int], line: int) -> None:
        """Take in the frames that a line of the ledger names."""
        first, last = frames
        if first > self._next.get(channel, 0):
            self._gaps.setdefault(channel, []).append(_Gap(self._next.get(channel, 0), first, line))
        self._next[channel] = max(self._next.get(channel, 0), last + 1)

    def recover(self, states: Iterable[SegmentState]) -> None:
        """Excuse what a crash left: everything that was there when the run was taken up."""
        for state in states:
            self._next[state.channel] = max(self._next.get(state.channel, 0), state.frames)

    def end(self, channels: Iterable[str], line: int) -> None:
        """Take in that the run ended, however it did, at a line of the ledger: every exchange before it is on record."""
        for channel in channels:
            self._gaps.setdefault(channel, []).append(_Gap(self._next.get(channel, 0), float("inf"), line))

    def see(self, channel: str, frame: Frame) -> None:
        """Take in the next frame of a channel, once the whole ledger is known."""
        gaps, place = self._gaps.get(channel, []), self._place.get(channel, 0)
        while place < len(gaps) and frame.number >= gaps[place].end:
            place += 1
        self._place[channel] = place
        if place < len(gaps) and frame.number >= gaps[place].first and frame.direction in _TRANSFERS:
            gap = gaps[place]
            gap.transfer = frame.number if gap.transfer is None else gap.transfer
            gap.transfers += 1

    def problems(self) -> Iterator[Reason]:
        """Yield the gaps that hold transfers."""
        for channel, gaps in self._gaps.items():
            for gap in gaps:
                if gap.transfer is not None:
                    yield Evidence.FRAMES_UNNAMED(
                        channel=channel, frame=gap.transfer, frames=gap.transfers, line=gap.line
                    )


States = Mapping[str, SegmentState]
"""Segments by the names of their files."""


@dataclass
class SegmentExamination:
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
    unnamed
        Frames that no record names.
    problems
        What is damaged, the first bad line or byte first; empty where the folder is as written.
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
    unnamed: UnnamedFrames = field(default_factory=UnnamedFrames)
    segments: dict[str, list[SegmentState]] = field(default_factory=dict)
    problems: list[Reason] = field(default_factory=list)
    notes: list[Reason] = field(default_factory=list)

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
        line = record.seq + 1
        if self.ending is not None:
            self.problems.append(Evidence.AFTER_END(line=line))
        if (record.seq == 0) != isinstance(record.body, StartBody):
            self.problems.append(Evidence.START_MISPLACED(line=line))
        self.last = record
        self._compare(record, line)

    def _compare(self, record: Record, line: int) -> None:
        match record.body:
            case StartBody(run=run, files=files, acknowledged=acknowledging):
                self.run, self.frozen, self.acknowledging = run, files, acknowledging
            case EndBody(ending=ending, segments=segments, records=records):
                self.ending, self.promised = ending, _by_name(segments)
                self.unnamed.end({state.channel for state in segments}, line)
                if records != record.seq + 1:
                    self.problems.append(Evidence.END_COUNTS(line=line, records=records))
            case ExchangeBody(channel=channel, frames=(first, last)):
                self.unnamed.name(channel, (first, last), line)
                if last >= self.frames.get(channel, (-1, 0))[0]:
                    self.frames[channel] = (last, record.seq + 1)
            case FindingBody(attachment=file) if file is not None:
                self.attached.append(file.sha256)
            case RecoveredBody(segments=segments):
                self._recover(_by_name(segments), line)
            case _:
                pass

    def _recover(self, states: States, line: int) -> None:
        """Take in every segment as it was when the run was resumed, and find what was lost by then."""
        lost = [Evidence.MISSING(file=f"raw/{name}") for name in self.recovered if name not in states]
        lost += [
            Evidence.ALTERED(file=f"raw/{name}")
            for name, before in self.recovered.items()
            if name in states and _bytes(states[name]) != _bytes(before)
        ]
        lost += self.missing_frames(states.values())
        self.problems += [Evidence.WHEN_RESUMED(line=line, problem=problem) for problem in lost]
        self.recovered = {**self.recovered, **states}
        self.unnamed.recover(states.values())

    def missing_frames(self, states: Iterable[SegmentState]) -> Iterator[Reason]:
        """Yield frames that a record names and that are in no segment, or behind a byte that is not as written."""
        there = dict[str, int]()
        for state in states:
            there[state.channel] = max(there.get(state.channel, 0), state.frames)
        for channel, (frame, line) in self.frames.items():
            if frame >= there.get(channel, 0):
                yield Evidence.FRAME_MISSING(channel=channel, frame=frame, line=line)


def examine(
    folder: RunFolder,
    each: Callable[[Record], None] = lambda _: None,
    read: Callable[[int], None] = lambda _: None,
    framed: Callable[[str, Frame], None] = lambda *_: None,
) -> SegmentExamination:
    """Read a run folder whole and say where it is not as written; raises :class:`StorageError`.

    Parameters
    ----------
    each
        Given every good record, in order.
    framed
        Given every good frame and the name of its segment, in order, after the records.
    read
        Told how many further bytes of ledger and segments have been read; what it raises ends the reading.
    """
    result = SegmentExamination(folder.run)
    kept = _acknowledged(folder, result)  # first, for a run at work goes on while it is read
    reader = LedgerReader(folder.path / LEDGER)
    try:
        before = 0
        for record in reader.poll():
            result.take(record)
            each(record)
            read(reader.good_bytes - before)
            before = reader.good_bytes
    except IntegrityError as error:
        result.problems += error.reasons
    else:
        _check_tail(result, reader.good_bytes, reader.torn, kept)
    _check_segments(folder, result, (kept or {}) if result.ending is None else {}, read, framed)
    frozen = (file_problem(folder.path, name, digest) for name, digest in result.frozen.items())
    attached = (attachment_problem(folder.path, digest) for digest in dict.fromkeys(result.attached))
    result.problems += [problem for problem in (*frozen, *attached) if problem]
    return result


def _by_name(segments: Iterable[SegmentState]) -> States:
    return {state.name: state for state in segments}


def _bytes(state: SegmentState) -> tuple[int, int, str]:
    return state.good, state.size, state.sha256


def _acknowledged(folder: RunFolder, result: SegmentExamination) -> Mapping[str, int] | None:
    try:
        return acknowledged(folder.path)
    except IntegrityError as error:
        result.problems += error.reasons
        return {}


def _check_tail(result: SegmentExamination, good: int, torn: bytes, kept: Mapping[str, int] | None) -> None:
    """Say what the end of the ledger, in which every whole line is good, shows."""
    result.good, result.torn = good, torn
    line = result.records + 1
    if result.ending is not None:
        result.problems += [Evidence.AFTER_END(line=line)] * bool(torn)
    elif result.acknowledging and kept is None:
        result.problems.append(Evidence.ACKNOWLEDGED_MISSING(line=line, file=ACKNOWLEDGED))
    elif (size := (kept or {}).get(LEDGER, 0)) > good:
        result.problems.append(Evidence.BROKEN_OFF(line=line, acknowledged=size))
    elif torn:
        result.notes.append(Evidence.TORN(line=line, torn=len(torn)))
    if result.last is None and not result.problems:
        result.problems.append(Evidence.START_MISSING(line=1))


def _check_segments(
    folder: RunFolder,
    result: SegmentExamination,
    kept: Mapping[str, int],
    read: Callable[[int], None],
    framed: Callable[[str, Frame], None],
) -> None:
    def see(name: str, frame: Frame) -> None:
        result.unnamed.see(channel_of(name), frame)
        framed(name, frame)
        read(HEADER.size + len(frame.payload) + DIGEST)

    result.segments, stray = survey(folder.raw, result.run, see)
    result.problems += result.unnamed.problems()
    there = {state.name: state for states in result.segments.values() for state in states}
    for state in there.values():
        _check_segment(state, result, kept.get(f"raw/{state.name}", 0))
    result.problems += [Evidence.FOREIGN(file=f"raw/{name}") for name in stray]
    named = (f"raw/{name}" for name in (*result.recovered, *result.promised))
    missing = {*named, *kept} - {LEDGER, *(f"raw/{name}" for name in there)}
    result.problems += [Evidence.MISSING(file=name) for name in sorted(missing)]
    result.problems += result.missing_frames(there.values())


def _check_segment(state: SegmentState, result: SegmentExamination, kept: int) -> None:
    promised = result.promised.get(state.name)
    expected = promised or result.recovered.get(state.name)
    file = f"raw/{state.name}"
    if result.ending is not None and promised is None:
        result.problems.append(Evidence.NOT_NAMED_BY_END(file=file))
    elif expected and _bytes(state) != _bytes(expected):
        byte = min(state.good, expected.good)
        result.problems.append(state.problem or Evidence.ALTERED_AT(file=file, byte=byte))
    elif expected:
        return
    elif state.problem and state.torn and state.good >= kept:
        result.notes.append(state.problem)
    elif state.problem:
        result.problems.append(state.problem)
    elif state.good < kept:
        result.problems.append(Evidence.FILE_BROKEN_OFF(file=file, byte=state.good, acknowledged=kept))


@dataclass(frozen=True, slots=True)
class RunVerification:
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
        What is damaged, the first bad line or byte first; empty where the folder is as written.
    notes
        Facts that are no fault, such as a torn tail of an interrupted run.
    """

    ending: Ending
    head: str
    records: int
    raw_bytes: int
    problems: tuple[Reason, ...]
    notes: tuple[Reason, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong with what is there."""
        return not self.problems


def verify(
    path: Path,
    head: str | None = None,
    each: Callable[[Record], None] = lambda _: None,
    read: Callable[[int], None] = lambda _: None,
    framed: Callable[[str, Frame], None] = lambda *_: None,
) -> RunVerification:
    """Check every line, byte, file and reference of a run folder.

    Parameters
    ----------
    path
        The run folder.
    head
        The head hash from a report's footer, to prove that this is the run reported and that nothing was
        cut off; 64 hex digits or the beginning of them, 16 at least.
    each
        Given every good record, in order, so that one pass both verifies a run and reads it.
    read
        Told how many further bytes have been read; what it raises ends the verification.
    framed
        Given every good frame and the name of its segment, in order, after the records.

    Raises
    ------
    InputError
        If ``head`` is no such hash.
    StorageError
        If something of it is there and cannot be read.
    """
    if head is not None and not re.fullmatch("[0-9a-fA-F]{16,64}", head):
        raise InputError(Evidence.NOT_A_HEAD())
    result = examine(RunFolder.open(path), each, read, framed)
    ending = result.ending if result.ending and not result.problems else Ending.INTERRUPTED
    if head is not None and not result.head.startswith(head.lower()):
        result.problems.append(Evidence.OTHER_HEAD(line=result.records, head=result.head, expected=head))
    size = sum(state.size for states in result.segments.values() for state in states)
    return RunVerification(
        ending, result.head, result.records, size, tuple(result.problems), tuple(result.notes)
    )
