"""Raw bytes of a channel as framed, hash-chained files.

A segment is one text line (run, channel, index, head of the segment before) and then frames: a header
(:data:`HEADER`, little-endian), the payload, and a digest.  The digest of a frame is the SHA-256 of *all
bytes of the file before it*, so ``head -c OFFSET FILE | sha256sum`` checks any frame without this program,
and one pass over the bytes both chains the frames and hashes the file.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import IntEnum
from io import BufferedReader
from pathlib import Path

from labharness.errors import IntegrityError, StorageError
from labharness.evidence.lock import evidence_file, reading
from labharness.model.reasons.evidence import Evidence
from labharness.reason import Reason

GENESIS = "0" * 64
"""What stands for the hash of what is before the first line or the first frame."""
HEADER = struct.Struct("<4sBxxxIQQ")
MAGIC = b"LHF1"
DIGEST = 32
SEGMENT_BYTES = 256 << 20
"""A segment that has grown past this is closed and the next one begun."""


class Direction(IntEnum):
    """Which way a frame went."""

    OPEN = 0
    OUT = 1
    IN = 2
    FAULT = 3
    CLOSE = 4
    CONTROL = 5
    """A control request of USB: its setup packet and the bytes sent with it."""
    REPLY = 6
    """What a control request returned."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One recorded transfer.

    Parameters
    ----------
    number
        Count of frames of the channel before it, over all segments.
    mono_ns
        Monotonic clock of the host when it was recorded.
    offset
        Byte of the segment at which its header begins.
    """

    number: int
    direction: Direction
    mono_ns: int
    payload: bytes
    offset: int


@dataclass(frozen=True, slots=True)
class SegmentState:
    """How far a segment is good.

    Parameters
    ----------
    frames
        Number of the frame after its last good one, over all segments of the channel.
    good
        Bytes up to and including the last good frame.
    size
        Bytes on disk.
    head
        Digest of the last good frame (of the title line where there is none), hex.
    sha256
        Hash of the whole file, torn bytes included: what ``sha256sum`` prints.
    problem
        Why reading stopped before the end.
    torn
        True where a crash can leave what follows the good bytes: the start of a frame, or a segment whose
        beginning reached the medium before the end of the one before it.
    """

    name: str
    frames: int
    good: int
    size: int
    head: str
    sha256: str
    problem: Reason | None = None
    torn: bool = False

    @property
    def channel(self) -> str:
        """Whose bytes it holds."""
        return channel_of(self.name)


def segment_name(channel: str, index: int) -> str:
    """Return the file name of a channel's index-th segment, counted from 1."""
    return f"{channel}-{index:04d}.seg"


def _title(run: str, channel: str, index: int, previous: str) -> str:
    """Return the first line of a segment; ``previous`` is the head of the segment before."""
    return f"labharness segment 1 run={run} channel={channel} index={index} previous={previous}\n"


def channel_of(name: str) -> str:
    """Return whose bytes a segment of this file name holds."""
    return name.rsplit("-", 1)[0]


class SegmentWriter:
    """Append frames to one segment; the bytes are with the operating system when a call returns.

    Attributes
    ----------
    size, synced
        Bytes written, and how many of them are on the medium.
    """

    def __init__(
        self, folder: Path, run: str, channel: str, index: int, first_frame: int, previous: str
    ) -> None:
        self.name = segment_name(channel, index)
        self.frames = first_frame
        title = _title(run, channel, index, previous).encode()
        self._hash = hashlib.sha256(title)
        self._head = self._hash.hexdigest()
        self.size, self.synced = len(title), 0
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            self._file = os.open(folder / self.name, flags, 0o644)
            write_all(self._file, self.name, title)
            sync_folder(folder)
        except OSError as error:
            raise StorageError(Evidence.DISK(file=self.name, why=str(error.strerror))) from error

    def append(self, direction: Direction, payload: bytes, mono_ns: int) -> int:
        """Write one frame and return its number.

        Raises
        ------
        StorageError
            If the disk refuses the bytes.
        """
        header = HEADER.pack(MAGIC, direction, len(payload), self.frames, mono_ns)
        self._hash.update(header)
        self._hash.update(payload)
        digest = self._hash.digest()
        parts = [header + payload + digest] if len(payload) < 4096 else [header, payload, digest]
        write_all(self._file, self.name, *parts)
        self._hash.update(digest)
        self._head = digest.hex()
        self.size += HEADER.size + len(payload) + DIGEST
        self.frames += 1
        return self.frames - 1

    def sync(self) -> None:
        """Force everything appended since the last time onto the medium."""
        size = self.size
        if size > self.synced:
            flush(self._file)
            self.synced = size

    def state(self) -> SegmentState:
        """Return what an end record says of the segment."""
        return SegmentState(self.name, self.frames, self.size, self.size, self._head, self._hash.hexdigest())

    def close(self) -> None:
        """Sync and let go of the file, the latter even if the former fails."""
        if self._file >= 0:
            try:
                self.sync()
            finally:
                os.close(self._file)
                self._file = -1


def write_all(descriptor: int, file: str, *parts: bytes) -> None:
    """Hand all bytes to the operating system; raises :class:`StorageError` where the disk refuses them."""
    try:
        for part in parts:
            view = memoryview(part)
            while view:
                view = view[os.write(descriptor, view) :]
    except OSError as error:
        raise StorageError(Evidence.DISK(file=file, why=str(error.strerror))) from error


def flush(descriptor: int) -> None:
    """Force a file's bytes onto the medium; raises :class:`StorageError`."""
    try:
        (getattr(os, "fdatasync", None) or os.fsync)(descriptor)
    except OSError as error:
        raise StorageError(Evidence.NOT_KEPT(why=str(error.strerror))) from error


def sync_folder(folder: Path) -> None:
    """Force the names of new files in a folder onto the medium; Windows does so by itself."""
    if os.name != "nt":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


class SegmentReader:
    """Walk the frames of one segment and stop at the first byte that is not as written.

    After the walk :attr:`state` says how far the file is good.
    """

    def __init__(self, path: Path, title_prefix: str, first_frame: int) -> None:
        self.path = path
        self._prefix = title_prefix.encode()
        self._number = first_frame
        self.state = SegmentState(path.name, first_frame, 0, 0, "", "")

    def _left_by_a_crash(self, title: bytes) -> bool:
        """Whether a title is cut off, or names another head because the segment before lost its end."""
        stem, names_head, head = self._prefix.partition(b" previous=")
        if not head or head.startswith(GENESIS.encode()):
            return not title.endswith(b"\n") and self._prefix.startswith(title)
        stem += names_head
        return title.startswith(stem) or stem.startswith(title)

    def __iter__(self) -> Iterator[Frame]:
        """Yield good frames in order, checking each digest first; raises :class:`StorageError`."""
        name = f"{self.path.parent.name}/{self.path.name}"
        try:
            with evidence_file(self.path.parent.parent, name) as file:
                yield from self._frames(file)
        except IntegrityError as error:
            self.state = replace(self.state, problem=error.reasons[0])

    def _frames(self, file: BufferedReader) -> Iterator[Frame]:
        size = os.fstat(file.fileno()).st_size
        title = file.readline(512)
        running = hashlib.sha256(title)
        head, good = running.hexdigest(), len(title)
        code: Evidence | None = None
        torn = False
        if not title.startswith(self._prefix) or not title.endswith(b"\n"):
            code, good, torn = Evidence.TITLE, 0, self._left_by_a_crash(title)
        while code is None:
            header = file.read(HEADER.size)
            if not header:
                break
            if len(header) < HEADER.size:
                code, torn = Evidence.FRAME_CUT_OFF, True
                break
            magic, direction, length, number, mono_ns = HEADER.unpack(header)
            sane = magic == MAGIC and direction <= Direction.REPLY and number == self._number
            if not sane or header[5:8] != b"\0\0\0":
                code = Evidence.FRAME_HEADER
                break
            if length + DIGEST > size - good - HEADER.size:
                code, torn = Evidence.FRAME_LENGTH, True
                break
            payload, digest = file.read(length), file.read(DIGEST)
            running.update(header)
            running.update(payload)
            if running.digest() != digest:
                code = Evidence.FRAME_DIGEST
                break
            running.update(digest)
            head = digest.hex()
            frame = Frame(number, Direction(direction), mono_ns, payload, good)
            good += HEADER.size + length + DIGEST
            self._number += 1
            yield frame
        sha256 = running.hexdigest()
        problem = None
        if code is not None:
            file.seek(0)
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
            problem = code(file=f"raw/{self.path.name}", byte=good, frame=self._number)
        self.state = SegmentState(self.path.name, self._number, good, size, head, sha256, problem, torn)


def read_frames(folder: Path, run: str, channel: str, first: int = 0) -> Iterator[Frame]:
    """Yield the good frames of a channel over all its segments, from frame ``first`` on.

    Raises
    ------
    IntegrityError
        At the first byte that is neither as written nor the torn tail of an interrupted segment.
    """
    return (frame for _, frame in located_frames(folder, run, channel, first))


def located_frames(folder: Path, run: str, channel: str, first: int = 0) -> Iterator[tuple[str, Frame]]:
    """Yield frames as :func:`read_frames` does, each with the name of the segment that holds it."""
    number, index, previous = 0, 1, GENESIS
    while (path := folder / segment_name(channel, index)).exists():
        reader = SegmentReader(path, _title(run, channel, index, previous), number)
        for frame in reader:
            if frame.number >= first:
                yield path.name, frame
        if reader.state.problem and not reader.state.torn:
            raise IntegrityError(reader.state.problem)
        number, previous, index = reader.state.frames, reader.state.head, index + 1


def survey(
    folder: Path, run: str, each: Callable[[str, Frame], None] = lambda *_: None
) -> tuple[dict[str, list[SegmentState]], list[str]]:
    """Read every segment of a run.

    Parameters
    ----------
    each
        Given the name of a segment and every good frame of it, in order.

    Returns
    -------
    tuple
        How far each is good, channel by channel, and the names of files that are none of the run's.

    Raises
    ------
    StorageError
        If something is there and cannot be read.
    """
    names, result = set[str](), dict[str, list[SegmentState]]()
    with suppress(FileNotFoundError), reading(folder):
        names.update(path.name for path in folder.iterdir())
    for channel in sorted(channel_of(name) for name in names if name.endswith("-0001.seg")):
        number, previous, index = 0, GENESIS, 1
        while (name := segment_name(channel, index)) in names:
            reader = SegmentReader(folder / name, _title(run, channel, index, previous), number)
            for frame in reader:
                each(name, frame)
            result.setdefault(channel, []).append(reader.state)
            number, previous, index = reader.state.frames, reader.state.head, index + 1
    known = {state.name for states in result.values() for state in states}
    return result, sorted(names - known)
