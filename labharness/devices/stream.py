"""A transport on a stream of bytes without packets, such as a serial port or a socket."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

from labharness.devices.transport import LOOK_S, nothing
from labharness.errors import DeviceLost, DeviceTimeout
from labharness.model.reasons.wire import Wire

_Answer = TypeVar("_Answer")
_CHUNK = 1 << 18
"""Longest single transfer."""


class ByteStream(Protocol):
    """An open connection. Every call raises :class:`OSError` where the connection is lost."""

    def receive(self, size: int, timeout: float) -> bytes:
        """Return 1 to ``size`` bytes; raises :class:`TimeoutError` if none arrives within about ``timeout`` seconds."""
        ...

    def send(self, data: memoryview, timeout: float) -> int:
        """Send some bytes and return their number; raises :class:`TimeoutError` if none leaves in time."""
        ...

    def close(self) -> None:
        """Let go; safe to call twice."""
        ...


class StreamTransport:
    """A transport on a stream that is connected when it is opened.

    Parameters
    ----------
    url
        What the user wrote.
    connect
        Connects and returns the stream with what is known of the other end; raises a :class:`DeviceError`.
    """

    def __init__(self, url: str, connect: Callable[[], tuple[ByteStream, dict[str, str]]]) -> None:
        self.url = url
        self.look: Callable[[], None] = nothing
        self._connect = connect
        self._stream: ByteStream | None = None

    def open(self) -> dict[str, str]:
        """Connect; return what is known of the other end."""
        self.close()
        self._stream, info = self._connect()
        return info

    def write(self, data: bytes, timeout: float) -> None:
        """Send all of ``data`` within ``timeout`` seconds."""
        stream, view = self._opened(), memoryview(data)
        deadline = time.monotonic() + timeout
        while view:
            view = view[self._waited(partial(stream.send, view[:_CHUNK]), deadline) :]

    def read(self, size: int, timeout: float) -> bytes:
        """Return 1 to ``size`` bytes."""
        stream, most = self._opened(), min(size, _CHUNK)
        return self._waited(partial(stream.receive, most), time.monotonic() + timeout)

    def close(self) -> None:
        """Disconnect; safe to call twice."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _waited(self, transfer: Callable[[float], _Answer], deadline: float) -> _Answer:
        """Carry out a transfer in short waits, with a look between them."""
        while True:
            left = max(0.0, deadline - time.monotonic())
            try:
                return transfer(min(LOOK_S, left))
            except TimeoutError as error:
                # A connection that gave up by itself also raises a TimeoutError, with a number.
                if error.errno == errno.ETIMEDOUT:
                    raise DeviceLost(Wire.LOST(link=self.url)) from error
                if time.monotonic() >= deadline:
                    raise DeviceTimeout(Wire.SILENT(link=self.url)) from error
                self.look()
            except OSError as error:
                raise DeviceLost(Wire.LOST(link=self.url)) from error

    def _opened(self) -> ByteStream:
        if self._stream is None:
            raise DeviceLost(Wire.CLOSED(link=self.url))
        return self._stream
