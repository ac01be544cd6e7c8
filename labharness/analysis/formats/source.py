"""The bytes of a file, or of standard input, read in parts of bounded size."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from labharness.analysis.formats.piece import Piece
from labharness.errors import InputError

TEXT_PART = 1 << 20
"""Bytes of text taken at once: enough for fast arrays, little enough for the processor's cache."""
LONGEST_LINE = 1 << 20
MARK = b"\xef\xbb\xbf"
"""What some programs write before UTF-8 text."""

Cut = Callable[[bytes], int]
"""Says how many of these bytes, which hold no line end, can be read by themselves; 0 where none can."""


class Source:
    """A file that is read from its start, as often as need be, and hashed at each reading.

    Parameters
    ----------
    file
        Where the bytes are.
    name
        What messages call it.
    size
        Its length in bytes.
    """

    def __init__(self, file: IO[bytes], name: str, size: int) -> None:
        self.name, self.size = name, size
        self.done = 0
        """Bytes of the present reading."""
        self._file = file
        self._hash = hashlib.sha256()

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

    def pieces(self, cut: Cut = lambda _: 0, skip: int = 0) -> Iterator[Piece]:
        """Yield the whole text in pieces that end with a line, or where ``cut`` allows.

        Remarks, and so many bytes at the start, are blank.
        """
        line, column, kept = 1, 1, b""
        for part in self.parts(TEXT_PART):
            first = not kept and (line, column) == (1, 1)
            kept += part.replace(MARK, b"   ", 1) if first and part.startswith(MARK) else part
            remark = column == 1 and kept.startswith(b"#")
            end = kept.rfind(b"\n") + 1 or (0 if remark else cut(kept))
            if not end and len(kept) > LONGEST_LINE:
                raise InputError(
                    f"{self.name}, line {line}: the line is longer than {LONGEST_LINE:,} bytes; write each unit on "
                    "a line of its own."
                )
            if end:
                piece = Piece(self.name, kept[:end], line, column)
                (line, column), kept = piece.place(end), kept[end:]
                yield piece.blanked(skip).without_remarks()
                skip = 0
        if kept:
            yield Piece(self.name, kept, line, column).blanked(skip).without_remarks()


@contextmanager
def opened(path: str) -> Iterator[Source]:
    """Open a file, or standard input for ``-``; what cannot be read twice is copied first.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    if path == "-":
        with _copied(sys.stdin.buffer) as copy:
            yield Source(copy, "standard input", os.fstat(copy.fileno()).st_size)
        return
    try:
        file = Path(path).open("rb")  # noqa: SIM115  closed below; only opening it may be refused here
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read ({error.strerror}); give a file, or - for standard input."
        ) from error
    with file:
        if file.seekable():
            yield Source(file, Path(path).name, os.fstat(file.fileno()).st_size)
            return
        with _copied(file) as copy:
            yield Source(copy, Path(path).name, os.fstat(copy.fileno()).st_size)


@contextmanager
def _copied(stream: IO[bytes]) -> Iterator[IO[bytes]]:
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(stream, copy, TEXT_PART)
        copy.flush()
        yield copy
