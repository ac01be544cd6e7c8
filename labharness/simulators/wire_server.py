"""A thread that serves the hosts of a socket or terminal, one after the other."""

from __future__ import annotations

import contextlib
import socket
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from types import TracebackType
from typing import Protocol, Self


class DeviceConnection(Protocol):
    """The device's end of one connection; lost connections raise :class:`OSError`."""

    def fileno(self) -> int:
        """Return what can be waited for."""
        ...

    def recv(self, size: int, /) -> bytes:
        """Return 1 to ``size`` bytes, or nothing at the end."""
        ...

    def send(self, data: memoryview, /) -> int:
        """Send some bytes; return how many."""
        ...

    def close(self) -> None:
        """Disconnect."""
        ...


class Socket(Protocol):
    """Where hosts connect, one after the other."""

    url: str

    def connections(self, stop: socket.socket) -> Iterator[DeviceConnection]:
        """Yield one connection after the other until something arrives at ``stop``."""
        ...

    def close(self) -> None:
        """Be gone for hosts."""
        ...


class UnpluggedError(Exception):
    """The device leaves."""


class WireServer(ABC):
    """A simulated device at the end of a stream, on a thread of its own; :meth:`close` ends it.

    Parameters
    ----------
    end
        Where hosts connect.
    name
        Name of the thread.
    """

    def __init__(self, end: Socket, name: str) -> None:
        self.url, self._end = end.url, end
        self._wake, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Drop the host and end the thread; safe to call twice."""
        self._wake.close()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    @abstractmethod
    def _talk(self, wire: DeviceConnection) -> None:
        """Serve one host; returns when it left, raises :class:`UnpluggedError` where the device leaves."""

    def _run(self) -> None:
        with self._woken, contextlib.closing(self._end):
            for wire in self._end.connections(self._woken):
                with contextlib.closing(wire):
                    try:
                        self._talk(wire)
                    except UnpluggedError:
                        return
                    except OSError:  # the host left
                        continue
