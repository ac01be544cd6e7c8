"""The bytes of a file, or of standard input, read in parts of bounded size."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from labharness.analysis.sampling.files.piece import Piece
from labharness.errors import InputError
from labharness.evidence.outside import open_outside
from labharness.model.reasons.file import Files
from labharness.model.reasons.inputs import Inputs

TEXT_PART = 1 << 20
"""Bytes of text taken at once: enough for fast arrays, little enough for the processor's cache."""
LONGEST_LINE = 1 << 20
MARK = b"\xef\xbb\xbf"
"""What some programs write before UTF-8 text."""

Cut = Callable[[bytes], int]
"""Says how many of these bytes, which hold no line end, can be read by themselves; 0 where none can."""


def never(_: bytes) -> int:
    """Cut no line."""
    return 0


class SourceFile:
    """A file that is read from its start, as often as need be, and hashed at each reading.

    Parameters
    ----------
    file
        Where the bytes are.
    path
        Where another process finds them.
    name
        What messages call it.
    size
        Its length in bytes.
    """

    def __init__(self, file: IO[bytes], path: Path, name: str, size: int) -> None:
        self.path, self.name, self.size = path, name, size
        self.done = 0
        """Bytes of the present reading."""
        self._file = file
        self._hash = hashlib.sha256()

    @property
    def modified(self) -> str:
        """When the file was changed last (UTC)."""
        when = os.fstat(self._file.fileno()).st_mtime
        return datetime.fromtimestamp(when, UTC).isoformat(timespec="seconds")

    @property
    def sha256(self) -> str:
        """Hash of what was read since the start: of the whole file once it is read."""
        return self._hash.hexdigest()

    def parts(self, most: int) -> Iterator[bytes]:
        """Yield the whole file, from its start, in parts of at most so many bytes."""
        self._file.seek(0)
        self._hash, self.done = hashlib.sha256(), 0
        while part := self._file.read(most):
            self._hash.update(part)
            self.done += len(part)
            yield part

    def pieces(self, cut: Cut = never, skip: int = 0) -> Iterator[Piece]:
        """Yield the whole text in pieces that end with a line, or where ``cut`` allows.

        Remarks, and so many bytes at the start, are blank.
        """
        return in_pieces(self.parts(TEXT_PART), Piece(self.name, b""), cut, skip)


def read_parts(file: IO[bytes], start: int, size: int, most: int) -> Iterator[bytes]:
    """Yield so many bytes of a file, from one on, in parts of at most so many."""
    file.seek(start)
    while size > 0 and (part := file.read(min(most, size))):
        size -= len(part)
        yield part


def read_range(path: Path, start: int, size: int) -> bytes:
    """Return so many bytes of a file, from one on; fewer where it ends before."""
    with path.open("rb") as file:
        file.seek(start)
        return file.read(size)


def in_pieces(parts: Iterator[bytes], begin: Piece, cut: Cut, skip: int) -> Iterator[Piece]:
    """Yield a text in pieces as :meth:`SourceFile.pieces` does, from the place on where ``begin`` stands."""
    line, column, kept = begin.line, begin.column, b""
    for part in parts:
        first = not kept and (line, column) == (1, 1)
        kept += part.replace(MARK, b"   ", 1) if first and part.startswith(MARK) else part
        remark = column == 1 and kept.startswith(b"#")
        end = kept.rfind(b"\n") + 1 or (0 if remark else cut(kept))
        if not end and len(kept) > LONGEST_LINE:
            raise InputError(Files.LINE_TOO_LONG(file=begin.name, line=line, most=LONGEST_LINE))
        if end:
            piece = Piece(begin.name, kept[:end], line, column)
            (line, column), kept = piece.place(end), kept[end:]
            yield piece.blanked(skip).without_remarks()
            skip = 0
    if kept:
        yield Piece(begin.name, kept, line, column).blanked(skip).without_remarks()


@contextmanager
def opened(path: str) -> Iterator[SourceFile]:
    """Open a file, or standard input for ``-``; what cannot be read twice is copied first.

    Raises
    ------
    InputError
        If it cannot be read, at first or midway.
    """
    try:
        with _opened(path) as source:
            yield source
    except OSError as error:  # a medium that fails, or no room for a copy
        raise InputError(Files.READING_FAILED(path=path, why=str(error.strerror))) from error


@contextmanager
def _opened(path: str) -> Iterator[SourceFile]:
    if path == "-" and sys.stdin is None:
        raise InputError(Files.INPUT_CLOSED())
    if path == "-":
        with _copied(sys.stdin.buffer, "standard input") as source:
            yield source
        return
    try:
        # A pipe has an end, and a person who waits for it can stop; a device may have none.
        file = Path(path).open("rb") if Path(path).is_fifo() else open_outside(Path(path))  # noqa: SIM115  closed below
    except OSError as error:
        raise InputError(Inputs.FILE_UNREADABLE(path=path, why=str(error.strerror))) from error
    with file:
        if file.seekable():
            yield _source(file, Path(path), Path(path).name)
            return
        with _copied(file, Path(path).name) as source:
            yield source


@contextmanager
def _copied(stream: IO[bytes], name: str) -> Iterator[SourceFile]:
    # A folder of its own: where a name must serve several processes, an open file cannot remove itself.
    with tempfile.TemporaryDirectory(prefix="labharness-") as folder:
        path = Path(folder) / "copy"
        with path.open("w+b") as copy:
            shutil.copyfileobj(stream, copy, TEXT_PART)
            copy.flush()
            yield _source(copy, path, name)


def _source(file: IO[bytes], path: Path, name: str) -> SourceFile:
    return SourceFile(file, path, name, os.fstat(file.fileno()).st_size)
