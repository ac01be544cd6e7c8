"""Opening of evidence: a regular file below its folder, never a link, a pipe or a device."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path, PurePosixPath

from labharness.errors import IntegrityError, StorageError
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.inputs import Inputs

LEDGER = "ledger.jsonl"
"""Name of the ledger in the folder of a run."""
DEVICE_NAME = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?")
"""Names that Windows keeps for devices, with any ending."""
LARGEST = 1 << 28
"""Bytes of a file that is read as a whole: twice the longest line of a ledger."""
_READ = os.O_RDONLY
for _flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"):
    _READ |= getattr(os, _flag, 0)  # without O_NONBLOCK, a pipe would wait for somebody who writes


@contextmanager
def reading(path: Path | str) -> Iterator[None]:
    """Turn a disk's refusal to read into :class:`StorageError`; ``FileNotFoundError`` stays what it is."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise StorageError(Inputs.FILE_UNREADABLE(path=str(path), why=str(error.strerror))) from error


@contextmanager
def evidence_file(folder: Path, name: str) -> Iterator[BufferedReader]:
    """Open a file of a run or of a report for reading.

    Parameters
    ----------
    folder
        The folder that was named by a person; it may be reached by a link.
    name
        Path of the file below it, with ``/`` between folders.

    Raises
    ------
    FileNotFoundError
        If the file does not exist.
    IntegrityError
        If it, or a folder between, is a link, or it is not a regular file.
    StorageError
        If it cannot be read.
    """
    parts = PurePosixPath(name).parts if "/" in name else (name,)
    path = os.path.join(folder, *parts)  # noqa: PTH118  as text: lists open ten thousand ledgers
    with reading(path):
        folders = [folder.joinpath(*parts[:depth]).lstat() for depth in range(1, len(parts))]
        below = [*folders, os.lstat(path)]
        # Opening a device can have an effect, so what it is shows before and after.
        if stat.S_ISDIR(below[-1].st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if any(map(_is_link, below)) or not stat.S_ISREG(below[-1].st_mode):
            raise IntegrityError(Evidence.NOT_A_FILE(file=name))
        try:
            descriptor = os.open(path, _READ)
        except OSError as error:
            if error.errno == errno.ELOOP:  # a link has taken the file's place since
                raise IntegrityError(Evidence.NOT_A_FILE(file=name)) from error
            raise
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise IntegrityError(Evidence.NOT_A_FILE(file=name))
            yield file


def evidence(folder: Path, name: str, limit: int = LARGEST) -> bytes:
    """Return the content of a file of a run or of a report.

    Raises
    ------
    FileNotFoundError, IntegrityError, StorageError
        As :func:`evidence_file`; :class:`IntegrityError` also for a file longer than ``limit`` bytes.
    """
    with evidence_file(folder, name) as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        raise IntegrityError(Evidence.FILE_TOO_LONG(file=name, limit=limit))
    return content


def _is_link(status: os.stat_result) -> bool:
    """Whether a status is one of a symbolic link or of a Windows junction."""
    return stat.S_ISLNK(status.st_mode) or bool(getattr(status, "st_reparse_tag", 0))
