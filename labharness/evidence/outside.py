"""Files that come from outside: regular files, read whole only where they are no larger than their kind may be."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from enum import Enum
from io import BufferedReader
from pathlib import Path
from typing import ClassVar

from labharness.errors import FileRefused, LabharnessError, StorageError
from labharness.model.reasons.inputs import Inputs
from labharness.reason import Reason


class SizeLimit(Enum):
    """Bytes that a file of a kind may have: many times what any of them needs, and little enough to be read at once."""

    WRITTEN = 1 << 20
    """What people write: plans, games, suites, layouts, settings, card sets, times, prompts and the orders of decks."""
    CERTIFICATES = 16 << 20
    """Keys, certificates and lists of revoked ones, which an authority of a state may have in thousands."""
    KEPT = 64 << 20
    """What this program keeps for itself as JSON: drafts, tables, journals, indexes."""
    DOCUMENT = 256 << 20
    """Reports and files that are attached to a submission."""


LONGEST_LINE = 1 << 16
"""Characters or bytes of a line that comes through a pipe or from a terminal."""


_READ = os.O_RDONLY
for _flag in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"):
    _READ |= getattr(os, _flag, 0)  # without O_NONBLOCK, a pipe would wait for somebody who writes


def open_outside(path: Path) -> BufferedReader:
    """Open a regular file, or a link to one, for reading; this never waits.

    Raises
    ------
    FileRefused
        If it is a pipe, a socket or a device: these may have no end, or wait for ever.
    OSError
        If it is a folder, or cannot be opened.
    """
    try:
        mode = path.stat().st_mode
    except ValueError as error:  # a name with a NUL
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL)) from error
    _refuse_irregular(path, mode)  # opening a device can have an effect
    descriptor = os.open(path, _READ)
    try:
        _refuse_irregular(path, os.fstat(descriptor).st_mode)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _refuse_irregular(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise FileRefused(Inputs.NOT_REGULAR(file=str(path)))


class FileWork:
    """Work with a file; what the system refuses meanwhile is refused with the path.

    Parameters
    ----------
    path
        What is read or written, or the folder of it.
    refusal
        Makes the error that is raised then.
    """

    CODE: ClassVar[Inputs]

    def __init__(self, path: Path | str, refusal: Callable[[Reason], LabharnessError] = StorageError) -> None:
        self._path, self._refusal = path, refusal

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, OSError):
            why = str(error.strerror or error)  # what copies a folder collects errors as texts
            raise self._refusal(self.CODE(path=str(self._path), why=why)) from error


class FileReading(FileWork):
    """Work that reads."""

    CODE = Inputs.FILE_UNREADABLE


def read_outside(path: Path, limit: SizeLimit) -> bytes:
    """Return the content of a regular file; one that grows while it is read is read up to the limit.

    Raises
    ------
    FileRefused
        If it is no regular file, or larger than its kind may be; at most one byte more was read.
    OSError
        If it cannot be read.
    """
    with open_outside(path) as file:
        size = os.fstat(file.fileno()).st_size
        content = b"" if size > limit.value else file.read(limit.value + 1)
    size = max(size, len(content))
    if size > limit.value:
        raise FileRefused(Inputs.TOO_LARGE(file=str(path), size=size, limit=limit.value))
    return content


def text_outside(path: Path, limit: SizeLimit, encoding: str = "utf-8") -> str:
    """Return the text of a file, its lines ended as Unix ends them; errors as :func:`read_outside`, and ``UnicodeDecodeError``."""
    return read_outside(path, limit).decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
