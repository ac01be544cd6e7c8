"""A generator at the end of a stream that sends without being asked, as serial generators do."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from types import TracebackType
from typing import Protocol, Self

from labharness.simulators.stream_server import Socket, Wire

_CHUNK = 1 << 12
IDLE_S = 0.02
"""Seconds between two looks at a unit that has nothing to send."""


class NoiseUnit(Protocol):
    """A generator with commands."""

    def receive(self, data: bytes) -> None:
        """Take what the host sends."""
        ...

    def take(self) -> bytes:
        """Return the next packet to send, empty while there is none."""
        ...


class NoiseServer:
    """A generator behind a socket or terminal, on a thread of its own; :meth:`close` ends it.

    Parameters
    ----------
    end
        Where hosts connect.
    unit
        The generator.
    """

    def __init__(self, end: Socket, unit: NoiseUnit) -> None:
        self.url, self._end, self._unit = end.url, end, unit
        self._wake, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name="noise server", daemon=True)
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

    def _run(self) -> None:
        with self._woken, contextlib.closing(self._end):
            for wire in self._end.connections(self._woken):
                with contextlib.closing(wire), contextlib.suppress(OSError):
                    self._talk(wire)

    def _talk(self, wire: Wire) -> None:
        packet = memoryview(b"")
        while True:
            packet = packet or memoryview(self._unit.take())
            waited = [self._woken, wire]
            readable, writable, _ = select.select(
                waited, [wire] if packet else [], [], None if packet else IDLE_S
            )
            if self._woken in readable:
                return
            if wire in readable:
                data = wire.recv(_CHUNK)
                if not data:
                    return
                self._unit.receive(data)
            if writable:
                with contextlib.suppress(BlockingIOError):
                    packet = packet[wire.send(packet) :]
