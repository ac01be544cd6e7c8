"""The bytes of a file, or of standard input, read in parts of bounded size.

A piece of a text, its places, and what is wrong at one of them.

One column of a table of values separated by commas, semicolons or tabs, as the outcomes that it holds.

What a file of a sample may hold, and what its header declares.

The content of a file, judged by its first bytes.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import re
import shutil
import sys
import tempfile
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import IO, Self

import numpy as np

from labharness.errors import InputError
from labharness.evidence.outside import open_outside
from labharness.model.observations import Kind
from labharness.model.reasons.inputs import Files, Inputs, located
from labharness.reason import Reason

SHOWN = 20
"""Bytes of a wrong word that a message repeats."""

_REMARK = re.compile(rb"^#[^\n]*", re.MULTILINE)
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")


@dataclass(frozen=True, slots=True)
class Piece:
    """Some of a text, and where it stands in the file.

    Parameters
    ----------
    name
        What messages call the file.
    text
        The bytes.
    line, column
        Place of the first byte, from 1; line 0 is no file's.
    """

    name: str
    text: bytes
    line: int = 1
    column: int = 1

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of a byte, from 1."""
        lines = self.text.count(b"\n", 0, offset)
        if not lines:
            return self.line, self.column + offset
        return self.line + lines, offset - self.text.rindex(b"\n", 0, offset)

    def error(self, offset: int, *problems: Reason) -> InputError:
        """Return the error that says what is wrong at a byte; text of line 0 was given on the command line."""
        if not self.line:
            return InputError(*located(self.name, problems))
        line, column = self.place(offset)
        return InputError(
            *(Files.AT(file=self.name, line=line, column=column, problem=each) for each in problems)
        )

    def word(self, offset: int) -> str:
        """Return the word that begins at a byte, as messages show it."""
        match = re.match(rb"[^\s,;]*", self.text[offset : offset + SHOWN])
        return match[0].decode("utf-8", "replace") if match else ""

    def blanked(self, end: int) -> Piece:
        """Return the piece with blanks for its first bytes, so that places stay what they are."""
        return (
            self
            if not end
            else replace(self, text=re.sub(rb"[^\n]", b" ", self.text[:end]) + self.text[end:])
        )

    def without_remarks(self) -> Piece:
        """Return the piece with blanks for lines that begin with ``#``."""
        if b"#" not in self.text or not (self.text.startswith(b"#") or b"\n#" in self.text):
            return self

        def blank(match: re.Match[bytes]) -> bytes:
            whole = self.column == 1 or match.start() > 0
            return b" " * len(match[0]) if whole else match[0]

        return replace(self, text=_REMARK.sub(blank, self.text))

    def refuse_controls(self) -> None:
        """Raise :class:`InputError` at the first byte that no plain text holds."""
        low = np.count_nonzero(np.frombuffer(self.text, np.uint8) < 32)
        if low == sum(map(self.text.count, (b"\t", b"\n", b"\r"))):
            return
        match = _CONTROL.search(self.text)
        assert match
        raise self.error(match.start(), Files.NOT_TEXT(byte=f"0x{match[0].hex()}"))


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


_SEPARATORS = ",;\t"
_LONGEST = 1 << 20
"""Characters of the first row."""


@contextmanager
def column_of(source: SourceFile, column: str) -> Iterator[SourceFile]:
    """Give the values of a column as a text of its own, one value a line; the file's hash stays that of the file.

    Parameters
    ----------
    column
        Name in the first row, or the number of the column from 1. A first row that holds a word where the column's
        values belong is a row of names.

    Raises
    ------
    InputError
        If there is no such column, a row is too short, or the text is not UTF-8.
    """
    with tempfile.TemporaryDirectory(prefix="labharness-") as folder:
        path = Path(folder) / "column"
        with path.open("w+b") as file:
            for value in _values(source, column):
                file.write(value.encode() + b"\n")
            file.flush()
            yield _Column(source, column, file, path)


class _Column(SourceFile):
    """The values of a column; hash and size are those of the whole table."""

    def __init__(self, table: SourceFile, column: str, file: IO[bytes], path: Path) -> None:
        super().__init__(file, path, f"{table.name}, column {column}", file.tell())
        self._table_hash, self._table = table.sha256, table
        self.column = column

    @property
    def sha256(self) -> str:
        """Hash of the whole table."""
        return self._table_hash

    @property
    def modified(self) -> str:
        """When the table was changed last."""
        return self._table.modified


def _values(source: SourceFile, column: str) -> Iterator[str]:
    rows = csv.reader(_lines(source), delimiter=_separator(source), strict=True)
    place: int | None = None
    try:
        for number, row in enumerate(rows, 1):
            if not row or row[0].startswith("#"):
                continue
            if place is None:
                place, named = _place(source, row, column)
                if named:
                    continue
            if len(row) <= place:
                raise InputError(Files.ROW_SHORT(file=source.name, row=number, column=column))
            yield _whole(source, row[place].strip(), number)
    except csv.Error as error:
        raise InputError(Files.NOT_A_TABLE(file=source.name, row=rows.line_num, why=str(error))) from error
    except UnicodeDecodeError as error:
        raise InputError(Files.NOT_A_TABLE(file=source.name, row=rows.line_num + 1, why="UTF-8")) from error


def _place(source: SourceFile, row: list[str], column: str) -> tuple[int, bool]:
    """Return the column's place from 0, and whether the row holds names."""
    names = [name.strip() for name in row]
    if column in names and names.count(column) == 1 and not column.isdigit():
        return names.index(column), True
    if not column.isdigit() or not 1 <= int(column) <= len(row):
        raise InputError(Files.NO_COLUMN(file=source.name, column=column, known=tuple(names[:12])))
    return int(column) - 1, not names[int(column) - 1].isdigit()


def _whole(source: SourceFile, text: str, row: int) -> str:
    """Return a whole number as it stands; a decimal sign is not rounded away."""
    if not text.isascii() or not text.isdigit():
        raise InputError(Files.NOT_WHOLE(file=source.name, row=row, text=text[:40]))
    return text


def _lines(source: SourceFile) -> Iterator[str]:
    """Yield lines, with the line ends that fields in quotation marks may hold."""
    kept = b""
    for number, part in enumerate(source.parts(_LONGEST)):
        kept += part.removeprefix(MARK) if number == 0 else part
        *whole, kept = kept.split(b"\n")
        for line in whole:
            yield f"{line.decode('utf-8')}\n"
        if len(kept) > _LONGEST:
            raise InputError(Files.LINE_TOO_LONG(file=source.name, line=number + 1, most=_LONGEST))
    if kept:
        yield kept.decode("utf-8")


def _separator(source: SourceFile) -> str:
    """Return the separator that stands most often in the first row."""
    first = next(iter(io.BytesIO(next(source.parts(_LONGEST), b"")).readlines()), b"")
    return max(_SEPARATORS, key=lambda sign: (first.count(sign.encode()), -_SEPARATORS.index(sign)))


def columns_of(source: SourceFile) -> tuple[str, ...]:
    """Return the names in the first row of a table, or the numbers of its columns where the row holds values.

    Returns
    -------
    tuple
        Empty where the file is no table of several columns.
    """
    first = next(iter(io.BytesIO(next(source.parts(_LONGEST), b"").removeprefix(MARK)).readlines()), b"")
    try:
        row = next(csv.reader([first.decode("utf-8")], delimiter=_separator(source), strict=True), [])
    except (csv.Error, UnicodeDecodeError):
        return ()
    names = [name.strip() for name in row]
    if len(names) < 2 or not all(name.isprintable() for name in names):
        return ()
    numbers = [str(at) for at in range(1, len(names) + 1)]
    if all(name.lstrip("+-").replace(".", "", 1).isdigit() for name in names):
        return tuple(numbers)
    unique = (name if name and names.count(name) == 1 and not name.isdigit() else None for name in names)
    return tuple(name or number for name, number in zip(unique, numbers, strict=True))


class Observes(StrEnum):
    """What a file holds: the kind of observation that checks read, and the entries of its header."""

    BITS = "bits", Kind.BYTES
    BYTES = "bytes", Kind.BYTES
    OUTCOMES = "outcomes", Kind.DRAW, ("low", "high")
    DECKS = "decks", Kind.SHUFFLE, ("decks", "jokers", "input")
    ROUNDS = "rounds", Kind.ROUND, ("decks", "jokers", "round-cards", "buffer")

    kind: Kind
    keys: tuple[str, ...]

    def __new__(cls, name: str, kind: Kind = Kind.BYTES, keys: tuple[str, ...] = ()) -> Self:
        """Make a kind of content; the keys are also options beside the header."""
        content = str.__new__(cls, name)
        content._value_, content.kind, content.keys = name, kind, keys
        return content


LOOKED_AT = 4096
"""Bytes at the start that are looked at, as many as decide whether bits are written or packed."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_ENTRY = re.compile(r"\s*([a-z][a-z_-]*)\s*:\s*(.*)", re.IGNORECASE)
_OF_ROUNDS = frozenset({"dealt", "returned", "event", "round-cards", "buffer"})
_OF_OUTCOMES = frozenset({"low", "high"})
_CARD = re.compile(r"(?:(?:[A2-9TJQK]|10)[SHDC]|JK|CC|\?\?)(?:#\d+)?!?", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,5}")
_BITS = re.compile(r"[01]{6,}")


def guess(source: SourceFile) -> Observes:
    """Return the likely content of a file.

    Single digits 0 and 1 may be bits or outcomes, so such a file is refused.

    Raises
    ------
    InputError
        If its first bytes do not show it.
    """
    start = next(source.parts(LOOKED_AT), b"").removeprefix(MARK)
    try:
        text = getincrementaldecoder("utf-8")().decode(
            start
        )  # the last character may be cut where the look ends
    except UnicodeDecodeError:
        return Observes.BITS
    if _CONTROLS.search(text.replace("\r", "")):
        return Observes.BITS
    observes = _of_text(text)
    if observes is None:
        raise InputError(Files.CONTENT_UNKNOWN(file=source.name, choices=tuple(Observes)))
    return observes


def _of_text(text: str) -> Observes | None:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    entries = {match[1].lower() for line in lines if (match := _ENTRY.match(line))}
    if entries & _OF_ROUNDS:
        return Observes.ROUNDS
    # The last word may be cut, too.
    words = re.split(r"[\s,;]+", "\n".join(line for line in lines if not _ENTRY.match(line)).strip())
    words = words[:-1] if len(words) > 1 else words
    if all(map(_BITS.fullmatch, words)):
        return Observes.BITS
    if all(map(_NUMBER.fullmatch, words)) and (entries & _OF_OUTCOMES or not {*words} <= {"0", "1"}):
        return Observes.OUTCOMES
    if all(_CARD.fullmatch(word) for word in words if word != "<"):
        return Observes.DECKS
    return None
