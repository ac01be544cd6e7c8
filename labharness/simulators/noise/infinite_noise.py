"""A simulated Infinite Noise generator behind an FTDI chip in synchronous bit-bang mode."""

from __future__ import annotations

import threading
import time
from random import Random

from labharness.devices.control_request import INWARD, ControlRequest
from labharness.simulators.usbip.gadget import Gadget
from labharness.simulators.usbip.layout import DeviceLayout, EndpointLayout, Strings

GAIN = 1.84
PACKET, STATUS = 64, b"\x01\x60"
LATENCY_S = 0.001
NOISE = 1e-4
"""Standard deviation of the thermal noise at each step, in units of the reference voltage."""
_SET_BITMODE, _SYNCHRONOUS = 0x0B, 0x04
_REPLIES = {0x05: STATUS, 0x0A: b"\x10", 0x90: b"\xff\xff"}


class Multiplier:
    """The modular entropy multiplier: two capacitors by turns hold K times the voltage of the other, modulo 1."""

    def __init__(self, seed: int) -> None:
        self._draw = Random(seed)  # noqa: S311  a simulation, not a secret
        self._voltage = 0.5
        self._comparators = [0, 0]
        self.stuck = False

    def clocked(self, pins: int) -> int:
        """Set the switches; return the pins with both comparators."""
        if pins & 0x05:
            above = self._voltage > 0.5
            voltage = GAIN * self._voltage - (GAIN - 1 if above else 0)
            if not self.stuck:
                self._voltage = min(max(voltage + self._draw.gauss(0, NOISE), 0.0), 1.0)
            self._comparators[0 if pins & 0x04 else 1] = int(above)
        return pins & 0xED | self._comparators[0] << 1 | self._comparators[1] << 4


class InfiniteNoiseUnit:
    """Multiplier and chip: what is written comes back with the comparators, 62 bytes to a packet after 2 of status."""

    def __init__(self, seed: int) -> None:
        self.multiplier = Multiplier(seed)
        self.requests: list[ControlRequest] = []
        self._mode = 0
        self._read = bytearray()
        self._lock = threading.Lock()
        self.gadget = Gadget(
            Strings("13-37.org", "Infinite Noise TRNG", "SIM-1337"),
            self._write,
            vid=0x0403,
            pid=0x6015,
            release=0x1000,
            layout=DeviceLayout(
                endpoints=(EndpointLayout(0x81, packet=PACKET), EndpointLayout(0x02, packet=PACKET)),
                microsoft=False,
            ),
            vendor=self._request,
            sources={0x81: self._packets},
        )

    def _request(self, request: ControlRequest) -> bytes | None:
        self.requests.append(request)
        if request.kind & INWARD:
            return _REPLIES.get(request.request)
        if request.request == _SET_BITMODE:
            self._mode = request.value >> 8
        return b""

    def _write(self, data: bytes) -> None:
        if self._mode == _SYNCHRONOUS:
            sampled = bytes(map(self.multiplier.clocked, data))
            with self._lock:
                self._read += sampled

    def _packets(self, size: int) -> bytes:
        """Return packets for a transfer: full ones and a short one at the end, status alone after the latency."""
        if not self._read:
            time.sleep(LATENCY_S)
        packets = bytearray()
        with self._lock:
            while size - len(packets) >= PACKET:
                part = self._read[: PACKET - len(STATUS)]
                del self._read[: len(part)]
                packets += STATUS + part
                if len(part) < PACKET - len(STATUS):
                    break
        return bytes(packets) or STATUS
