"""``file:///dev/hwrng``: any source of bytes that has a path, such as a device node, a FIFO or a recording."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable

from labharness.devices.adapter import printable
from labharness.devices.paths import path_of
from labharness.devices.stream import LOOK_S, Transport, nothing
from labharness.errors import DeviceLost, DeviceNotFound, DeviceRefused, DeviceTimeout
from labharness.model.device import REGULAR_FILE
from labharness.model.reasons.wire import Wire

_RETRY_S = 0.001
_CHUNK = 1 << 20
_KINDS = (
    (stat.S_ISREG, REGULAR_FILE),
    (stat.S_ISFIFO, "pipe"),
    (stat.S_ISCHR, "character device"),
    (stat.S_ISBLK, "block device"),
)


def transport(url: str) -> Transport:
    """Return the transport; raises :class:`InputError` if the URL names no path."""
    return FileTransport(url)


class FileTransport:
    """Reads a path as it comes; nothing can be written."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.look: Callable[[], None] = nothing
        self._path = path_of(url)
        self._file = -1
        self._waits = False

    def open(self) -> dict[str, str]:
        """Open the path; a pipe need not have a writer yet."""
        self.close()
        flags = (
            os.O_RDONLY
            | getattr(os, "O_BINARY", 0)
            | getattr(os, "O_NONBLOCK", 0)
            | getattr(os, "O_NOCTTY", 0)
        )
        try:
            self._file = os.open(self._path, flags)
            mode = os.fstat(self._file).st_mode
        except OSError as error:
            raise DeviceNotFound(Wire.NO_PATH(link=self.url, why=str(error.strerror))) from error
        kind = next((name for matches, name in _KINDS if matches(mode)), "")
        if not kind:
            self.close()
            raise DeviceNotFound(Wire.NOT_A_SOURCE(link=self.url))
        if os.isatty(self._file):
            # A terminal echoes, translates and drops bytes until it is set to raw mode, which is not a reader's to do.
            self.close()
            raise DeviceNotFound(Wire.A_TERMINAL(link=self.url))
        self._waits = kind != REGULAR_FILE
        return {"path": printable(self._path, 4096), "kind": kind}

    def write(self, data: bytes, timeout: float) -> None:  # noqa: ARG002  it refuses at once
        """Refuse."""
        raise DeviceRefused(Wire.READ_ONLY(link=self.url))

    def read(self, size: int, timeout: float) -> bytes:
        """Return 1 to ``size`` bytes."""
        deadline = time.monotonic() + timeout
        while True:
            if self._waits:
                self._wait(deadline)
            try:
                data = os.read(self._file, min(size, _CHUNK))
            except BlockingIOError:
                # Some drivers call themselves ready and are not; without the pause we would spin on them.
                if time.monotonic() >= deadline:
                    raise self._late() from None
                time.sleep(_RETRY_S)
                self.look()
                continue
            except OSError as error:
                raise DeviceLost(Wire.UNREADABLE(link=self.url, why=str(error.strerror))) from error
            if not data:
                raise DeviceLost(Wire.AT_END(link=self.url))
            return data

    def close(self) -> None:
        """Close the path; safe to call twice."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _wait(self, deadline: float) -> None:
        if sys.platform != "win32":  # where nodes cannot be polled, the read itself waits
            import select

            poll = select.poll()
            poll.register(self._file, select.POLLIN)
            while not poll.poll(min(LOOK_S, max(0.0, deadline - time.monotonic())) * 1000):
                if time.monotonic() >= deadline:
                    raise self._late()
                self.look()

    def _late(self) -> DeviceTimeout:
        return DeviceTimeout(Wire.SILENT(link=self.url))
