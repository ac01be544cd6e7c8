"""The ledger file: append, read, follow."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from labharness.errors import InputError, IntegrityError, StorageError
from labharness.evidence.durable import Writing
from labharness.evidence.opening import LEDGER, evidence_file, reading
from labharness.evidence.records.body import Body
from labharness.evidence.records.course import StartBody
from labharness.evidence.records.line import Record, decode, encode
from labharness.evidence.segments import GENESIS, flush
from labharness.model.reasons.evidence import Evidence

LONGEST_LINE = 1 << 27
"""Bytes of a line, its newline included: room for the largest batch of outcomes that a plan can ask for (2²⁴ of up
to five digits), and an end to what a damaged or foreign file can have read into memory."""


def utc_now() -> str:
    """Wall clock as the records write it."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def name_of(folder: Path) -> str:
    """Return the last part of a folder's path, also where the path is relative."""
    if folder.is_absolute() and ".." not in folder.parts:  # as nearly always, and by the ten thousand
        return folder.name
    return os.path.basename(os.path.abspath(folder))  # noqa: PTH100, PTH119  the name that was given: links are not followed


def refuse_other_name(folder: Path, run: str) -> None:
    """Raise :class:`IntegrityError` where a folder has another name than the run that its start record names."""
    name = name_of(folder)
    if os.path.normcase(run) != os.path.normcase(name):
        raise IntegrityError(Evidence.OTHER_RUN(line=1, run=str(run), folder=name))


class LedgerWriter:
    """Append records; nothing reaches the file before :meth:`write`, nothing is kept before :meth:`sync`.

    Parameters
    ----------
    path
        The ledger; it may exist, and then ``after`` is its last good record.
    """

    def __init__(self, path: Path, after: Record | None = None) -> None:
        self.seq = after.seq + 1 if after else 0
        self.head = after.hash if after else GENESIS
        self._pending: list[bytes] = []
        flags = (
            os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0) | (0 if after else os.O_EXCL)
        )
        with Writing(path):
            self._file = os.open(path, flags, 0o644)

    def append(self, body: Body) -> Record:
        """Add one record to what the next :meth:`write` writes.

        Raises
        ------
        InputError
            If its line would be longer than any reader takes.
        IntegrityError
            If a reader would refuse it.
        """
        utc, mono = utc_now(), time.monotonic_ns()
        line, _ = encode(self.seq, utc, mono, body, self.head)
        if len(line) > LONGEST_LINE:
            raise InputError(Evidence.RECORD_TOO_LONG(type=body.TYPE.value, size=len(line)))
        record = decode(line[:-1], self.seq, self.head)  # what is written can be read
        self._pending.append(line)
        self.seq, self.head = self.seq + 1, record.hash
        return record

    @property
    def pending(self) -> int:
        """Number of records not yet written."""
        return len(self._pending)

    def write(self, lines: int | None = None) -> None:
        """Hand the pending lines (or the first of them) to the operating system.

        Raises
        ------
        StorageError
            If the disk refuses them.
        """
        part = b"".join(self._pending[:lines])
        try:
            view = memoryview(part)
            while view:
                view = view[os.write(self._file, view) :]
        except OSError as error:
            raise StorageError(Evidence.DISK(file=LEDGER, why=str(error.strerror))) from error
        del self._pending[:lines]

    @property
    def size(self) -> int:
        """Bytes written."""
        return os.fstat(self._file).st_size

    def sync(self) -> None:
        """Force written lines onto the medium."""
        flush(self._file)

    def close(self) -> None:
        """Let go; what is still pending is lost, as in a crash."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


class LedgerReader:
    """Read a ledger line by line, now or while it grows.

    Attributes
    ----------
    torn
        Bytes after the last newline: a line being written, or a crash's torn tail.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.torn = b""
        self._offset, self._seq, self._prev = 0, 0, GENESIS

    @property
    def good_bytes(self) -> int:
        """Bytes of the ledger that have been read as whole, good lines."""
        return self._offset

    def poll(self, most: int = 1 << 62) -> Iterator[Record]:
        """Yield records that are new since the last call, at most so many.

        Raises
        ------
        IntegrityError
            At the first line that is not as written, or if the folder has another name than its run.
        StorageError
            If the ledger is there and cannot be read.
        """
        # A ledger that is not there is that of a run that has not begun.
        with suppress(FileNotFoundError), evidence_file(self.path.parent, self.path.name) as file:
            file.seek(self._offset)
            while most > 0 and (line := file.readline(LONGEST_LINE + 1)):
                if len(line) > LONGEST_LINE:
                    raise IntegrityError(Evidence.LINE_TOO_LONG(line=self._seq + 1))
                if not line.endswith(b"\n"):
                    self._refuse_changed_newline(line)
                    self.torn = line
                    return
                record = decode(line[:-1], self._seq, self._prev)
                if isinstance(record.body, StartBody):
                    refuse_other_name(self.path.parent, record.body.run)
                self._offset, self._seq, self._prev, self.torn = (
                    self._offset + len(line),
                    self._seq + 1,
                    record.hash,
                    b"",
                )
                most -= 1
                yield record

    def _refuse_changed_newline(self, line: bytes) -> None:
        """Raise for a whole record that ends in another byte than a newline: no crash tears a line so."""
        try:
            decode(line[:-1], self._seq, self._prev)
        except IntegrityError:
            return
        raise IntegrityError(Evidence.LINE_NEWLINE(line=self._seq + 1))


def read_ledger(path: Path) -> Iterator[Record]:
    """Yield every whole record of a ledger, in order.

    Raises
    ------
    IntegrityError
        At the first line that is not as written, or if the file is missing.
    StorageError
        If the file is there and cannot be read.
    """
    with reading(path):
        there = path.is_file()
    if not there:
        raise IntegrityError(Evidence.NOT_A_RUN(folder=str(path.parent), file=path.name))
    yield from LedgerReader(path).poll()
