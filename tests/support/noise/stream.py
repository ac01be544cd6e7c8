"""A generator at the end of a stream that sends without being asked, as serial generators do."""

from __future__ import annotations

import contextlib
import select

from labharness.simulators.firmware import DeviceConnection, UnpluggedError, WireServer

_CHUNK = 1 << 12
IDLE_S = 0.02
"""Seconds between two looks at a unit that has nothing to send."""


class NoiseServer(WireServer):
    """A generator behind a socket or terminal, which takes what hosts send and gives its next packet."""

    def __init__(self, end, unit):
        self._unit = unit
        super().__init__(end, "noise server")

    def _talk(self, wire: DeviceConnection) -> None:
        packet = memoryview(b"")
        while True:
            packet = packet or memoryview(self._unit.take())
            waited = [self._woken, wire]
            readable, writable, _ = select.select(
                waited, [wire] if packet else [], [], None if packet else IDLE_S
            )
            if self._woken in readable:
                raise UnpluggedError
            if wire in readable:
                data = wire.recv(_CHUNK)
                if not data:
                    return
                self._unit.receive(data)
            if writable:
                with contextlib.suppress(BlockingIOError):
                    packet = packet[wire.send(packet) :]
