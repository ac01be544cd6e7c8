"""The tap between a transport and its adapter: nothing passes that is not on disk, and nothing lasts for ever."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from labharness.devices.control_request import ControlRequest
from labharness.devices.stream import Controlled, Transport, Watchful, nothing
from labharness.errors import DeviceRefused, DeviceTimeout, LabharnessError, TransferDamaged
from labharness.evidence.segments import Direction
from labharness.model.reasons.wire import Wire

_Answer = TypeVar("_Answer")


MOST_BYTES = 1 << 26
"""Bytes of four of the longest answers that the Lab Test Interface allows."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends an exchange, whatever the device does.

    Parameters
    ----------
    silence_s
        Seconds to wait for the next byte.
    total_s
        Seconds for the whole exchange.
    most_bytes
        Bytes that may be received in it.
    """

    silence_s: float
    total_s: float = math.inf
    most_bytes: int = MOST_BYTES


class FrameSink(Protocol):
    """Where frames are kept."""

    @property
    def position(self) -> int:
        """Number of the next frame."""

    def record(self, direction: Direction, payload: bytes) -> int:
        """Write one frame to disk before returning its number."""


class Tap:
    """A link to an adapter that records both directions and every failure, and keeps an exchange within its limits.

    Parameters
    ----------
    transport
        Not yet opened.
    sink
        Where frames go.  If it cannot keep one, its error goes up and the bytes go nowhere.
    limits
        Those of the first exchange.
    """

    def __init__(self, transport: Transport, sink: FrameSink, limits: Limits) -> None:
        self._transport = transport
        self._sink = sink
        self._look: Callable[[], None] = nothing
        self._open = False
        self.begin(limits)

    @property
    def position(self) -> int:
        """Number of the next frame on this channel."""
        return self._sink.position

    def begin(self, limits: Limits) -> None:
        """Begin an exchange: its limits hold from now on."""
        self._limits = limits
        self._deadline = time.monotonic() + limits.total_s
        self._bytes_left = limits.most_bytes

    def watch(self, look: Callable[[], None]) -> None:
        """Call ``look`` at every transfer and, where the transport can, while it waits; what it raises ends the exchange."""
        self._look = look
        if isinstance(self._transport, Watchful):
            self._transport.look = look

    def open(self) -> dict[str, str]:
        """Connect, record and return what the bus says."""
        info = self._guarded("open", self._transport.open)
        self._open = True
        self._sink.record(Direction.OPEN, _json(info))
        return info

    def write(self, data: bytes, timeout: float | None = None) -> None:
        """Record, then send."""
        self._sink.record(Direction.OUT, data)
        self._guarded("write", lambda: self._limited(timeout, lambda left: self._transport.write(data, left)))

    def read(self, size: int, timeout: float | None = None) -> bytes:
        """Receive, record, then return 1 to ``size`` bytes."""
        transport = self._transport
        data = self._guarded("read", lambda: self._counted(timeout, lambda left: transport.read(size, left)))
        self._sink.record(Direction.IN, data)
        return data

    def control(self, request: ControlRequest, timeout: float | None = None) -> bytes:
        """Record a control request, send it, record the reply and return it."""
        self._sink.record(Direction.CONTROL, request.packet())
        reply = self._guarded("control", lambda: self._controlled(request, timeout))
        if request.inward:
            self._sink.record(Direction.REPLY, reply)
        return reply

    def close(self) -> None:
        """Let go of the device; safe to call twice."""
        self._transport.close()
        if self._open:
            self._open = False
            self._sink.record(Direction.CLOSE, b"")

    def _controlled(self, request: ControlRequest, timeout: float | None) -> bytes:
        transport = self._transport
        if not isinstance(transport, Controlled):
            raise DeviceRefused(Wire.NO_CONTROL(link=transport.url))
        return self._counted(timeout, lambda left: transport.control(request, left))

    def _counted(self, timeout: float | None, transfer: Callable[[float], bytes]) -> bytes:
        """Receive what still fits into the exchange."""
        if self._bytes_left <= 0:
            raise TransferDamaged(Wire.TOO_MUCH(limit=self._limits.most_bytes))
        data = self._limited(timeout, transfer)
        self._bytes_left -= len(data)
        return data

    def _limited(self, timeout: float | None, transfer: Callable[[float], _Answer]) -> _Answer:
        """Carry out a transfer in the time that is left to the exchange."""
        self._look()
        wanted = self._limits.silence_s if timeout is None else timeout
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise DeviceTimeout(Wire.TOO_LONG(seconds=self._limits.total_s))
        try:
            return transfer(min(wanted, left))
        except DeviceTimeout as error:
            if wanted < left:
                raise
            raise DeviceTimeout(Wire.TOO_LONG(seconds=self._limits.total_s)) from error

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
