"""``watch://FOLDER``: a folder into which a card reader, deck checker or camera program puts files.

Each read returns the next new file, whole, after one header line ``# file: NAME``.  Files come in the order
of their names; none is ever moved, changed or deleted.  What lies in the folder when it is opened belongs
to an earlier session and is only counted.  Programs that write a file in place are given time: a file counts
once it looks the same at two looks in a row.  Programs that can should write ``NAME.tmp`` and rename it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from labharness.devices.adapter import NAME_PREFIX, file_label, printable
from labharness.devices.paths import path_of
from labharness.devices.stream import Transport, nothing
from labharness.errors import DeviceLost, DeviceNotFound, DeviceRefused, DeviceTimeout, ProtocolError
from labharness.model.reasons.wire import Wire

POLL_S = 0.02
SIZE_LIMIT = 1 << 20


def _unfinished(name: str) -> bool:
    """Whether a name says that its file is hidden or still being written."""
    return name.startswith(".") or name.lower().endswith((".tmp", ".part"))


def transport(url: str) -> Transport:
    """Return the transport; raises :class:`InputError` if the URL names no folder."""
    return WatchTransport(url)


@dataclass(frozen=True, slots=True)
class _Look:
    """A file as it was at one look: equal looks mean that nobody wrote in between."""

    inode: int
    size: int
    mtime_ns: int


class WatchTransport:
    """Reads files as they appear in a folder; nothing can be written.

    The runner sets :attr:`idle`, which is called at every look, so that a person who waits for a reader can
    stop or pause the run; time spent in it does not count against a read.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.idle: Callable[[], None] = nothing
        self._folder = Path(path_of(url))
        self._open = False
        self._last: set[_Look] = set()
        self._looked_at = 0.0
        self._ready: deque[tuple[str, _Look]] = deque()
        self._done: dict[str, tuple[_Look, str]] = {}
        """Files that will not be read again unless they change: how they looked and the hash of what they held."""

    def open(self) -> dict[str, str]:
        """Begin to watch; return the folder and how many files were there before."""
        try:
            self._done = {
                name: (look, _hash(self._content(name, look)))
                for name, look in self._look().items()
                if not _unfinished(name)
            }
        except OSError as error:
            raise DeviceNotFound(Wire.NO_FOLDER(link=self.url, why=str(error.strerror))) from error
        self._last = set()
        self._ready.clear()
        self._open = True
        return {
            "folder": printable(str(self._folder.absolute()), 4096),
            "files_ignored": str(len(self._done)),
        }

    def write(self, data: bytes, timeout: float) -> None:  # noqa: ARG002  it refuses at once
        """Refuse."""
        raise DeviceRefused(Wire.READ_ONLY(link=self.url))

    def read(self, size: int, timeout: float) -> bytes:
        """Return the next file, whole; one that is longer than ``size`` is an error and is not offered again."""
        if not self._open:
            raise DeviceLost(Wire.CLOSED(link=self.url))
        deadline = time.monotonic() + timeout
        while True:
            try:
                result = self._next()
            except OSError as error:
                raise DeviceLost(Wire.UNREADABLE(link=self.url, why=str(error.strerror))) from error
            if result:
                return self._whole(*result, size)
            looked = time.monotonic()
            self.idle()
            deadline += time.monotonic() - looked
            if time.monotonic() >= deadline:
                raise DeviceTimeout(Wire.NO_NEW_FILE(link=self.url))

    def close(self) -> None:
        """Stop watching; safe to call twice."""
        self._open = False

    def _whole(self, name: str, content: bytes | None, size: int) -> bytes:
        label = file_label(name)
        if content is None:
            raise ProtocolError(Wire.FILE_TOO_LONG(file=label, limit=SIZE_LIMIT))
        data = f"{NAME_PREFIX}{label}\n".encode() + content
        if len(data) > size:
            raise ProtocolError(Wire.FILE_TOO_LONG(file=label, limit=size))
        return data

    def _next(self) -> tuple[str, bytes | None] | None:
        """Return the next new file; None as content where it is too long."""
        if not self._ready:
            self._ready.extend(self._complete())
        while self._ready:
            name, look = self._ready.popleft()
            content = self._content(name, look)
            if content is None and look.size <= SIZE_LIMIT:
                self._ready.clear()  # changed or locked since the look: wait for it, so that the order holds
                break
            old, new = self._done.get(name, (None, ""))[1], _hash(content)
            self._done[name] = (look, new)
            if not old or new != old:
                return name, content
        return None

    def _complete(self) -> Iterator[tuple[str, _Look]]:
        """Look into the folder, not too soon after the last look, and yield the complete new files by name."""
        time.sleep(max(0.0, self._looked_at + POLL_S - time.monotonic()))
        looks = self._look()
        self._looked_at = time.monotonic()
        last, self._last = self._last, set(looks.values())
        for name in sorted(looks):
            look = looks[name]
            if not look.size or _unfinished(name) or look == self._done.get(name, (None, ""))[0]:
                continue
            if look not in last:
                return  # still being written, and those behind it wait so that the order holds
            yield name, look

    def _look(self) -> dict[str, _Look]:
        looks = {}
        for path in self._folder.iterdir():
            with contextlib.suppress(OSError):  # renamed or deleted since the folder was read
                status = path.stat()
                if stat.S_ISREG(status.st_mode):
                    looks[path.name] = _looked(status)
        return looks

    def _content(self, name: str, look: _Look) -> bytes | None:
        """Read a file that looked like this; None if it is too long, changed, or not to be read yet."""
        if look.size > SIZE_LIMIT:
            return None
        try:
            with (self._folder / name).open("rb") as file:
                content = file.read(SIZE_LIMIT + 1)
                unchanged = _looked(os.fstat(file.fileno())) == look and len(content) == look.size
        except OSError:
            return None
        return content if unchanged else None


def _looked(status: os.stat_result) -> _Look:
    return _Look(status.st_ino, status.st_size, status.st_mtime_ns)


def _hash(content: bytes | None) -> str:
    """Return the hash that tells a rewritten file from one that was only touched; "" if it could not be read."""
    return "" if content is None else hashlib.sha256(content).hexdigest()
