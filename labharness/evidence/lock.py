"""A lock that names its owner and frees itself when the owner is gone.

Opening of evidence: a regular file below its folder, never a link, a pipe or a device.
"""

from __future__ import annotations

import errno
import json
import os
import re
import socket
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path, PurePosixPath
from typing import Any, Self

from labharness.errors import EvidenceError, IntegrityError, LockedError, StorageError
from labharness.model.reasons.evidence import Evidence, Lockable
from labharness.model.reasons.inputs import Inputs
from labharness.reason import Reason

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


_SAFE = sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
_OWNER_BYTES = 4096
_NO_RUNNER = frozenset({errno.ENOENT, errno.EACCES, errno.EPERM, errno.EROFS})
"""Errors of a run that never began, or of a copy that may only be read."""


class FileLock:
    """An exclusive lock on a file, held by the operating system for this process.

    The file stays behind with the last owner's name; only the operating system's lock counts.

    Parameters
    ----------
    shared
        Whether other accounts use the file too. It lies in a folder that everybody writes to, so a link or anything
        else that somebody put in its place is refused, and a file of another account is locked and never written to.

    Raises
    ------
    LockedError
        If another process holds it; the sentence names the owner.
    """

    def __init__(self, path: Path, what: Lockable, name: str, *, shared: bool = False) -> None:
        self.path = path
        try:
            self._file = _shared(path) if shared else os.open(path, os.O_RDWR | os.O_CREAT | _SAFE, 0o644)
        except OSError as error:
            raise StorageError(Evidence.NOT_LOCKED(what=what, name=name, why=str(error.strerror))) from error
        # A viewer that asks is_held() takes the lock for an instant, so one refusal proves nothing.
        if not _try_patiently(self._file):
            os.close(self._file)
            self._file = -1
            raise LockedError(_in_use(what, name, owner_of(path)))

    def name_owner(self, since: str) -> None:
        """Write who holds the lock into the file, for people; on a full disk nobody is named."""
        text = json.dumps({"pid": os.getpid(), "host": socket.gethostname(), "since": since}).encode()
        if not _is_own(self._file):
            return
        with suppress(OSError):
            os.ftruncate(self._file, 0)
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, b" " + text)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Let go; safe to call twice."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _shared(path: Path) -> int:
    """Open a lock file in a folder of all accounts; raises :class:`OSError` where it is not an ordinary file."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _SAFE, 0o644)
    except FileExistsError:
        descriptor = os.open(path, os.O_RDONLY | _SAFE)
        status = os.fstat(descriptor)
        ordinary = stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and not path.is_symlink()
        writable = ordinary and _is_own(descriptor)
        if writable or not ordinary:
            os.close(descriptor)
        if not ordinary:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        return os.open(path, os.O_RDWR | _SAFE) if writable else descriptor
    if sys.platform != "win32":
        os.fchmod(descriptor, 0o644)  # whatever the umask: another account must be able to lock it
    return descriptor


def _is_own(descriptor: int) -> bool:
    return sys.platform == "win32" or os.fstat(descriptor).st_uid == os.geteuid()


def owner_of(path: Path) -> dict[str, Any] | None:
    """Return the owner that the lock file names, or None."""
    try:
        with evidence_file(path.parent, path.name) as file:
            file.seek(1)  # the first byte is the locked one, which Windows lets nobody read
            size = json.loads(file.read(_OWNER_BYTES))
    except (OSError, ValueError, RecursionError, EvidenceError):
        return None
    return size if isinstance(size, dict) and {"pid", "host", "since"} <= size.keys() else None


def _in_use(what: Lockable, name: str, owner: dict[str, Any] | None) -> Reason:
    if owner is None:
        return Evidence.IN_USE_BY_ANOTHER(what=what, name=name)
    known = {"process": str(owner["pid"]), "host": str(owner["host"]), "since": str(owner["since"])}
    return Evidence.IN_USE(what=what, name=name, **known)


def is_held(path: Path) -> bool:
    """Say whether a living process holds the lock; raises :class:`StorageError` where that cannot be told."""
    try:
        descriptor = _opened(path)
    except OSError as error:
        if error.errno in _NO_RUNNER:
            return False
        raise StorageError(Inputs.FILE_UNREADABLE(path=str(path), why=str(error.strerror))) from error
    try:
        return not _try_lock(descriptor)
    finally:
        os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _opened(path: Path) -> int:
        return os.open(path, os.O_RDWR | _SAFE)

    def _try_lock(descriptor: int) -> bool:
        os.lseek(descriptor, 0, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _opened(path: Path) -> int:
        """Open a lock file to look at it; that of another account for reading only."""
        try:
            return os.open(path, os.O_RDWR | _SAFE)
        except PermissionError:
            return os.open(path, os.O_RDONLY | _SAFE)

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def _try_patiently(descriptor: int, tries: int = 10) -> bool:
    for _ in range(tries):
        if _try_lock(descriptor):
            return True
        time.sleep(0.05)
    return False
