"""A transport on the pipe of a USB device that is looked for when it is opened."""

from __future__ import annotations

from collections.abc import Callable

from labharness.devices.control_request import ControlRequest
from labharness.devices.transport import nothing
from labharness.devices.usb.pipe import BulkPipe
from labharness.errors import DeviceLost
from labharness.model.device import UsbFacts
from labharness.model.reasons.wire import Wire


class PipeTransport:
    """A transport on the bulk pipe of a device that is looked for when it is opened.

    Parameters
    ----------
    url
        What the user wrote.
    find
        Returns the pipe of the device, not yet opened; given what to call while a read waits.
    """

    def __init__(self, url: str, find: Callable[[Callable[[], None]], BulkPipe]) -> None:
        self.url = url
        self.look: Callable[[], None] = nothing
        self._find = find
        self._pipe: BulkPipe | None = None

    def open(self) -> dict[str, str]:
        """Find the device and claim it; return what the bus says."""
        self.close()
        pipe = self._find(self._look)
        info = pipe.open()
        self._pipe = pipe
        return info

    def write(self, data: bytes, timeout: float) -> None:
        """Send all of ``data``."""
        self._opened().write(data, timeout)

    def read(self, size: int, timeout: float) -> bytes:
        """Return 1 to ``size`` bytes."""
        return self._opened().read(size, timeout)

    def control(self, request: ControlRequest, timeout: float) -> bytes:
        """Carry out a control request; return what the device replies."""
        return self._opened().control(request, timeout)

    def usb_facts(self) -> UsbFacts:
        """Read the descriptors of the open device."""
        return self._opened().facts()

    def close(self) -> None:
        """Let go of the device; safe to call twice."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def _look(self) -> None:
        self.look()  # whichever is set when a read waits

    def _opened(self) -> BulkPipe:
        if self._pipe is None:
            raise DeviceLost(Wire.CLOSED(link=self.url))
        return self._pipe
