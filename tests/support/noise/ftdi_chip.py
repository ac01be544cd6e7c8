"""A simulated chip of FTDI: vendor requests, a mode, and packets that begin with two bytes of status."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from labharness.devices.control_request import INWARD, ControlRequest
from labharness.simulators.usbip import DeviceLayout, EndpointLayout, Gadget, Strings

BIT_MODE = 0x0B
"""The request that sets the mode, as the host numbers it too."""
STATUS = b"\x01\x60"
LATENCY_S = 0.001
_REPLIES = {0x05: STATUS, 0x0A: b"\x10", 0x90: b"\xff\xff"}


class FtdiChip:
    """A chip whose modes, by the high byte of the bit mode, give bytes for the bytes that are written."""

    def __init__(
        self, strings: Strings, pid: int, packet: int, modes: dict[int, Callable[[bytes], bytes]]
    ) -> None:
        self.requests: list[ControlRequest] = []
        self._packet, self._modes = packet, modes
        self._mode = 0
        self._read = bytearray()
        self._lock = threading.Lock()
        ends = (EndpointLayout(0x81, packet=packet), EndpointLayout(0x02, packet=packet))
        self.gadget = Gadget(
            strings,
            self._write,
            vid=0x0403,
            pid=pid,
            release=0x1000,
            layout=DeviceLayout(endpoints=ends, microsoft=False),
            vendor=self._request,
            sources={0x81: self._packets},
        )

    def _request(self, request: ControlRequest) -> bytes | None:
        self.requests.append(request)
        if request.kind & INWARD:
            return _REPLIES.get(request.request)
        if request.request == BIT_MODE:
            self._mode = request.value >> 8
        return b""

    def _write(self, data: bytes) -> None:
        mode = self._modes.get(self._mode)
        if mode is not None:
            answer = mode(data)
            with self._lock:
                self._read += answer

    def _packets(self, size: int) -> bytes:
        """Return packets for a transfer: full ones and a short one at the end, status alone after the latency."""
        if not self._read:
            time.sleep(LATENCY_S)
        packets = bytearray()
        with self._lock:
            while size - len(packets) >= self._packet:
                part = self._read[: self._packet - len(STATUS)]
                del self._read[: len(part)]
                packets += STATUS + part
                if len(part) < self._packet - len(STATUS):
                    break
        return bytes(packets) or STATUS
