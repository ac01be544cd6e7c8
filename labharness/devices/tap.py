"""The tap between a transport and its adapter: nothing passes that is not on disk."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from labharness.devices.transport import Transport
from labharness.errors import LabharnessError
from labharness.evidence.segments import Direction

_Answer = TypeVar("_Answer")


class FrameSink(Protocol):
    """Where frames are kept."""

    @property
    def position(self) -> int:
        """Number of the next frame."""
        ...

    def record(self, direction: Direction, payload: bytes) -> int:
        """Write one frame to disk before returning its number."""
        ...


class Tap:
    """A link to an adapter that records both directions and every failure.

    Parameters
    ----------
    transport
        Not yet opened.
    sink
        Where frames go.  If it cannot keep one, its error goes up and the bytes go nowhere.
    default_timeout
        Seconds for calls that name none.
    """

    def __init__(self, transport: Transport, sink: FrameSink, default_timeout: float) -> None:
        self._transport = transport
        self._sink = sink
        self.default_timeout = default_timeout
        self._open = False

    @property
    def position(self) -> int:
        """Number of the next frame on this channel."""
        return self._sink.position

    def open(self) -> dict[str, str]:
        """Connect, record and return what the bus says."""
        info = self._guarded("open", self._transport.open)
        self._open = True
        self._sink.record(Direction.OPEN, _json(info))
        return info

    def write(self, data: bytes, timeout: float | None = None) -> None:
        """Record, then send."""
        self._sink.record(Direction.OUT, data)
        self._guarded("write", lambda: self._transport.write(data, self._seconds(timeout)))

    def read(self, size: int, timeout: float | None = None) -> bytes:
        """Receive, record, then return 1 to ``size`` bytes."""
        data = self._guarded("read", lambda: self._transport.read(size, self._seconds(timeout)))
        self._sink.record(Direction.IN, data)
        return data

    def close(self) -> None:
        """Let go of the device; safe to call twice."""
        self._transport.close()
        if self._open:
            self._open = False
            self._sink.record(Direction.CLOSE, b"")

    def _seconds(self, timeout: float | None) -> float:
        return self.default_timeout if timeout is None else timeout

    def _guarded(self, call: str, transfer: Callable[[], _Answer]) -> _Answer:
        """Carry out a call of the transport; record how it failed before anybody hears of it."""
        try:
            return transfer()
        except LabharnessError as error:
            fault = {"error": type(error).__name__, "reasons": error.dumped(), "call": call}
            self._sink.record(Direction.FAULT, _json(fault))
            raise


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, sort_keys=True).encode()
