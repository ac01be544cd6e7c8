"""Ranges of a verified run's ledger and segments, each read by the process that counts what is in it.

Whoever cuts a range has verified the whole run.  What is read later must be the same: lines by their chain, from the hash
before the first to that of the last, and frames by a SHA-256 over their headers and payloads.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from labharness.errors import InputError, IntegrityError
from labharness.evidence.opening import LEDGER, evidence_file
from labharness.evidence.records.line import Record, decode
from labharness.evidence.segments import DIGEST, HEADER, MAGIC, Direction, Frame
from labharness.model.reasons.cluster import Clusters


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
