"""Where each line of a ledger begins and of which type it is, found without decoding any: a million lines in a second.

Nothing is verified by it; whoever decides reads the ledger.

Ranges of a verified run's ledger and segments, each read by the process that counts what is in it.

Whoever cuts a range has verified the whole run.  What is read later must be the same: lines by their chain, from the hash
before the first to that of the last, and frames by a SHA-256 over their headers and payloads.

Traces of runs that were begun, outside of their folders: a run whose folder is gone was begun nevertheless.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from labharness.errors import InputError, IntegrityError
from labharness.evidence.durable import Writing
from labharness.evidence.folder import LONGEST_LINE
from labharness.evidence.lock import LEDGER, evidence_file
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.line import Record, decode
from labharness.evidence.segments import DIGEST, HEADER, MAGIC, Direction, Frame, sync_folder
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.night import Clusters


def head_of(frame: Frame) -> bytes:
    """Return the header of a frame as its segment holds it."""
    return HEADER.pack(MAGIC, frame.direction, len(frame.payload), frame.number, frame.mono_ns)


@dataclass(frozen=True, slots=True)
class LedgerRange:
    """Consecutive lines of a ledger.

    Parameters
    ----------
    folder
        The run.
    start, size
        First byte, and how many.
    record
        Number of the first record.
    prev, head
        Hash before the first line, and that of the last.
    content
        The bytes, where whoever reads has no file; else None.
    """

    folder: Path
    start: int
    size: int
    record: int
    prev: str
    head: str
    content: bytes | None = None

    def records(self) -> Iterator[Record]:
        """Yield the records; raises :class:`InputError` where a line is another than was cut."""
        record, prev = self.record, self.prev
        try:
            content = _read(self.folder, LEDGER, self.start, self.size, self.content)
            for line in content.removesuffix(b"\n").split(b"\n"):
                result = decode(line, record, prev)
                record, prev = record + 1, result.hash
                yield result
        except IntegrityError as error:
            raise self._other() from error
        if prev != self.head:
            raise self._other()

    def with_content(self) -> LedgerRange:
        """Return the range with its bytes, for a process that has no such file."""
        return replace(self, content=_read(self.folder, LEDGER, self.start, self.size, None))

    def _other(self) -> InputError:
        return InputError(Clusters.OTHER_BYTES(path=str(self.folder / LEDGER), byte=self.start))


@dataclass(frozen=True, slots=True)
class SegmentRange:
    """Consecutive frames of one segment: its file's name, first byte and how many; the bytes where there is no file."""

    name: str
    start: int
    size: int
    content: bytes | None = None


@dataclass(frozen=True, slots=True)
class FrameRange:
    """Consecutive frames of a channel, in one segment or several.

    Parameters
    ----------
    folder
        The run.
    segments
        Where they are, in order.
    sha256
        Over header and payload of each, in order.
    """

    folder: Path
    segments: tuple[SegmentRange, ...]
    sha256: str

    def frames(self) -> Iterator[Frame]:
        """Return the frames once all of them were compared; raises :class:`InputError` where they are others."""
        result, digest = [], hashlib.sha256()
        for part in self.segments:
            for frame in _frames(_read(self.folder, f"raw/{part.name}", part.start, part.size, part.content)):
                digest.update(head_of(frame))
                digest.update(frame.payload)
                result.append(frame)
        if digest.hexdigest() != self.sha256:
            path = self.folder / "raw" / self.segments[0].name
            raise InputError(Clusters.OTHER_BYTES(path=str(path), byte=self.segments[0].start))
        return iter(result)

    def with_content(self) -> FrameRange:
        """Return the range with its bytes, for a process that has no such files."""
        return replace(
            self,
            segments=tuple(
                replace(part, content=_read(self.folder, f"raw/{part.name}", part.start, part.size, None))
                for part in self.segments
            ),
        )


def _read(folder: Path, name: str, start: int, size: int, content: bytes | None) -> bytes:
    """Return the bytes that are at hand, or those of the file."""
    if content is not None:
        return content
    with evidence_file(folder, name) as file:
        file.seek(start)
        return file.read(size)


def _frames(content: bytes) -> Iterator[Frame]:
    """Yield the frames of bytes that begin with one, as far as they are frames."""
    at = 0
    while at + HEADER.size <= len(content):
        _, direction, length, number, mono_ns = HEADER.unpack_from(content, at)
        start = at + HEADER.size
        if direction > Direction.REPLY:
            return
        yield Frame(number, Direction(direction), mono_ns, content[start : start + length], at)
        at = start + length + DIGEST


PART = 1 << 24
"""Bytes that are looked at together."""
UNKNOWN = 255
_BEFORE = len('{"seq":,"prev":"","type":"') + 64
"""Characters of a line before its type, without the digits of its number."""
_KEY = 12
"""Characters from the type on that tell types apart; the longest beginning that is the same for every line of a type."""
_AFTER = b'","utc":"'
TYPES = tuple(RecordType)
_KEYS: NDArray[Any] = np.array([(each.value.encode() + _AFTER)[:_KEY] for each in TYPES], dtype=f"S{_KEY}")
_ORDER = np.argsort(_KEYS)
_TENS = 10 ** np.arange(1, 19)


@dataclass(frozen=True, slots=True)
class LineIndex:
    """The lines of a ledger.

    Parameters
    ----------
    ends
        Offset of the byte after each line, int64.
    types
        Place of each line's type in :data:`TYPES`, uint8; :data:`UNKNOWN` where a line does not begin as record of its
        number.
    """

    ends: NDArray[np.int64]
    types: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.ends)

    @property
    def size(self) -> int:
        """Bytes of all whole lines."""
        return int(self.ends[-1]) if len(self.ends) else 0

    def span(self, at: int) -> tuple[int, int]:
        """Return where a line begins and how long it is, newline included."""
        start = int(self.ends[at - 1]) if at else 0
        return start, int(self.ends[at]) - start

    def places(self, kind: RecordType) -> NDArray[np.int64]:
        """Return the numbers of the lines of a type."""
        return np.flatnonzero(self.types == TYPES.index(kind)).astype(np.int64)

    def neighbor(self, at: int, step: int) -> int | None:
        """Return the next line of the same type, or with ``step`` −1 the one before; None where there is none."""
        if step > 0:
            result = np.flatnonzero(self.types[at + 1 :] == self.types[at])
            return at + 1 + int(result[0]) if len(result) else None
        result = np.flatnonzero(self.types[:at] == self.types[at])
        return int(result[-1]) if len(result) else None


EMPTY = LineIndex(np.empty(0, np.int64), np.empty(0, np.uint8))


def index_of(folder: Path, known: LineIndex = EMPTY) -> LineIndex:
    """Find the whole lines of the ledger of a run folder.

    Parameters
    ----------
    known
        What was found before; only what was written since is read.

    Raises
    ------
    FileNotFoundError
        If there is no ledger.
    IntegrityError
        If it is no regular file, or a line is longer than any reader takes.
    StorageError
        If it cannot be read.
    """
    ends, types = [known.ends], [known.types]
    lines = len(known)
    for start, part in _whole_lines(folder, known.size, lines):
        result = np.flatnonzero(part == ord("\n"))
        begins = np.concatenate(([0], result[:-1] + 1))
        types.append(_types(part, begins, lines))
        ends.append(result.astype(np.int64) + start + 1)
        lines += len(result)
    return LineIndex(np.concatenate(ends), np.concatenate(types))


def _whole_lines(folder: Path, start: int, lines: int) -> Iterator[tuple[int, NDArray[np.uint8]]]:
    """Yield parts of the ledger that end with a line, each with its offset."""
    with evidence_file(folder, LEDGER) as file:
        file.seek(start)
        rest = b""
        while part := file.read(PART):
            cut = part.rfind(b"\n") + 1
            if not cut:
                rest += part
                if len(rest) > LONGEST_LINE:
                    raise IntegrityError(Evidence.LINE_TOO_LONG(line=lines + 1))
                continue
            whole = rest + part[:cut]
            yield start, np.frombuffer(whole, np.uint8)
            start, rest = start + len(whole), part[cut:]
            lines += whole.count(b"\n")


def _types(part: NDArray[np.uint8], begins: NDArray[Any], first: int) -> NDArray[np.uint8]:
    """Return the type of each line of a part; ``first`` is the number of the first."""
    if len(part) < _KEY:
        return np.full(len(begins), UNKNOWN, np.uint8)
    digits = np.searchsorted(_TENS, np.arange(first, first + len(begins)), side="right") + 1
    places = np.minimum(begins + _BEFORE + digits, len(part) - _KEY)
    keys = np.ascontiguousarray(sliding_window_view(part, _KEY)[places]).view(f"S{_KEY}").ravel()
    near = np.minimum(np.searchsorted(_KEYS[_ORDER], keys), len(_KEYS) - 1)
    array: NDArray[np.uint8] = np.where(_KEYS[_ORDER][near] == keys, _ORDER[near], UNKNOWN).astype(np.uint8)
    return array


FOLDER = ".begun"
"""Beside the folders of the runs; a name that begins with a period is none of a run."""


def note_begun(run: Path) -> None:
    """Leave the trace of a run whose folder has its name; it is on the medium when this returns.

    Raises
    ------
    StorageError
        If the disk refuses.
    """
    trace = _trace(run)
    with Writing(trace):
        trace.parent.mkdir(exist_ok=True)
        trace.touch()
        sync_folder(trace.parent)


def was_begun(run: Path) -> bool:
    """Say whether a run was begun: its folder is there, or its trace."""
    return run.is_dir() or os.path.lexists(_trace(run))


def forget_begun(run: Path) -> None:
    """Remove the trace of a run whose folder somebody removed, before another run of its name begins.

    Raises
    ------
    StorageError
        If the disk refuses.
    """
    with Writing(_trace(run)):
        _trace(run).unlink(missing_ok=True)


def _trace(run: Path) -> Path:
    return run.parent / FOLDER / run.name
