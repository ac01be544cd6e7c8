"""How much of a run was on the medium for certain: less than that is damage, never a torn tail.

A ledger or a segment that was cut off looks like a crash that came earlier.  So the writer keeps, beside a run that
has not ended, the number of bytes that it synced of the ledger and of each segment that it writes to.  What it
acknowledged to anybody lies below these numbers, and what a crash tears lies above them.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from labharness.errors import IntegrityError, StorageError
from labharness.evidence.codec import load
from labharness.evidence.durable import Writing
from labharness.evidence.opening import evidence_file
from labharness.evidence.segments import flush
from labharness.model.reasons.evidence import Evidence

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
        try:
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, _content(sizes))
        except OSError as error:
            raise StorageError(Evidence.DISK(file=ACKNOWLEDGED, why=str(error.strerror))) from error

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
