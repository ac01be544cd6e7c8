"""A link to firmware in the same process: no bus, no waiting, for tests and benchmarks."""

from __future__ import annotations

from collections import deque

from labharness.devices.control_request import ControlRequest
from labharness.errors import DeviceLost, DeviceRefused, DeviceStalled, DeviceTimeout
from labharness.model.reasons.wire import Wire
from labharness.simulators.fault import Die, Discard, Send, Stall, Step, Unplug, Wait
from labharness.simulators.firmware import Firmware

LINK = "direct://"
"""What errors call the link."""
TIMEOUT = 10.0
"""Seconds that a read waits; here they pass at once."""


class DirectLink:
    """The host's end of a cable to simulated firmware."""

    def __init__(self, firmware: Firmware) -> None:
        self.position = 0
        self._firmware = firmware
        self._steps: deque[Step] = deque()

    def write(self, data: bytes, timeout: float | None = None) -> None:  # noqa: ARG002  nothing waits here
        """Hand a transfer to the firmware."""
        self.position += 1
        if self._steps and isinstance(self._steps[0], Unplug | Die):
            raise DeviceLost(Wire.LOST(link=LINK))
        self._steps += self._firmware.receive(data)

    def control(self, request: ControlRequest, timeout: float | None = None) -> bytes:  # noqa: ARG002  it is no USB
        """Refuse."""
        raise DeviceRefused(Wire.NO_CONTROL(link=LINK))

    def read(self, size: int, timeout: float | None = None) -> bytes:
        """Return what the firmware sent, at most one transfer."""
        self.position += 1
        if not self._steps:
            raise DeviceTimeout(Wire.SILENT(link=LINK))
        match step := self._steps.popleft():
            case Send(data):
                if len(data) > size:
                    self._steps.appendleft(Send(data[size:]))
                return data[:size]
            case Wait(seconds) | Discard(seconds):
                if seconds > (TIMEOUT if timeout is None else timeout):
                    raise DeviceTimeout(Wire.SILENT(link=LINK))
                return self.read(size, timeout)
            case Stall():
                raise DeviceStalled(Wire.STALLED(link=LINK))
            case Unplug() | Die():
                self._steps.appendleft(step)
                raise DeviceLost(Wire.LOST(link=LINK))
