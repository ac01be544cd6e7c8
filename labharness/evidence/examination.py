"""Hold what is in a run folder against what its ledger names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from labharness.errors import IntegrityError
from labharness.evidence import attachments
from labharness.evidence.acknowledged import ACKNOWLEDGED, acknowledged
from labharness.evidence.folder import RunFolder
from labharness.evidence.ledger import LedgerReader
from labharness.evidence.opening import LEDGER
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.course import EndBody, RecoveredBody, StartBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import FindingBody
from labharness.evidence.segments import DIGEST, HEADER, Frame, SegmentState, channel_of, survey
from labharness.evidence.unnamed_frames import UnnamedFrames
from labharness.model.reasons.evidence import Evidence
from labharness.model.results import Ending
from labharness.reason import Reason

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
    _check_files(folder, result)
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


def _check_files(folder: RunFolder, result: SegmentExamination) -> None:
    frozen = (attachments.kept(folder.path, name, digest) for name, digest in result.frozen.items())
    attached = (attachments.problem(folder.path, digest) for digest in dict.fromkeys(result.attached))
    result.problems += [problem for problem in (*frozen, *attached) if problem]
