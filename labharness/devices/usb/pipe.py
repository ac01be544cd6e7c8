"""A pair of endpoints of a device that pyusb opened, by whatever backend."""

from __future__ import annotations

import contextlib
import errno
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn, TypeVar

import usb.core
import usb.util

from labharness.devices.control_request import ControlRequest
from labharness.devices.transport import LOOK_S
from labharness.devices.untrusted import printable
from labharness.devices.usb.choice import PipeChoice, chosen, shares_the_device
from labharness.devices.usb.facts import usb_facts
from labharness.errors import (
    DeviceLost,
    DeviceNotFound,
    DeviceRefused,
    DeviceStalled,
    DeviceTimeout,
    LabharnessError,
    LockedError,
    ProtocolError,
    TransferDamaged,
)
from labharness.model.device import UsbFacts
from labharness.model.reasons.wire import Wire
from labharness.reason import Reason

_Answer = TypeVar("_Answer")
_NOISE = frozenset({errno.EIO, errno.EPROTO, errno.EILSEQ})
"""Damaged packets on the cable: bad CRC, bit stuffing, no handshake. A device that is gone gives ENODEV."""
_TRANSFER = 1 << 20
"""Longest single transfer; longer reads and writes take several."""
CONTROL_S = 5.0
"""Longest that a device may take for a control request, by USB 2.0, § 9.2.6.1."""


class BulkPipe:
    """Reads and writes on an interface of the class that is asked for; it detaches no driver of another.

    Devices send whole packets, so reads ask for whole packets and keep what the caller has no room for.

    Parameters
    ----------
    device
        A ``usb.core.Device``.
    link
        Its URL, for errors.
    ends
        Says of an open connection over a network which addresses it is between.
    look
        Called between short transfers while a read waits; None where the backend itself looks about, because it loses
        what has arrived of a transfer that it takes back.
    choice
        Interface, class and endpoints.
    """

    def __init__(
        self,
        device: Any,
        link: str,
        ends: Callable[[], dict[str, str]] = dict,
        look: Callable[[], None] | None = None,
        choice: PipeChoice = PipeChoice(),  # noqa: B008  it is frozen
    ) -> None:
        self._device = device
        self._link = link
        self._ends = ends
        self._look = look
        self._choice = choice
        self._detached: int | None = None
        self._shared = False
        self._interface = -1
        self._in: Any = None
        self._out: Any = None
        self._packet = 0
        self._rest = b""

    def open(self) -> dict[str, str]:
        """Configure the device, claim its interface and return what the bus says.

        Raises
        ------
        DeviceNotFound
            If this account or this system may not open it.
        LockedError
            If another program has it.
        ProtocolError
            If it has no interface of the class, or no endpoint to read from.
        """
        try:
            configuration = self._configuration()
            interface, self._in, self._out = chosen(configuration, self._choice, self._link)
            self._packet = max(1, self._in.wMaxPacketSize & 0x7FF)
            self._shared = shares_the_device(configuration)
            self._detach(interface.bInterfaceNumber)
            usb.util.claim_interface(self._device, interface)
            self._interface = int(interface.bInterfaceNumber)
            return {**describe(self._device), **self._ends()}
        except usb.core.USBError as error:
            self.close()
            raise opening_error(error, self._link, self._device) from error
        except NotImplementedError as error:  # what pyusb makes of a device without a fitting driver
            self.close()
            raise DeviceNotFound(Wire.NO_DRIVER(link=self._link)) from error
        except LabharnessError:
            self.close()
            raise

    def write(self, data: bytes, timeout: float) -> None:
        """Send all of ``data``."""
        if self._out is None:
            raise DeviceRefused(Wire.READ_ONLY(link=self._link))
        view, sent = memoryview(data), 0
        while sent < len(data):
            piece = view[sent : sent + _TRANSFER]
            went = self._call(partial(self._out.write, piece, _milliseconds(timeout)))
            if went <= 0:
                raise ProtocolError(Wire.NOTHING_TAKEN(link=self._link))
            sent += went

    def read(self, size: int, timeout: float) -> bytes:
        """Return 1 to ``size`` bytes."""
        packets = max(1, -(-min(size, _TRANSFER) // self._packet))
        deadline = time.monotonic() + timeout
        while not self._rest:  # a device may end a message of whole packets with an empty one
            self._rest = self._received(packets * self._packet, deadline)
            if not self._rest and time.monotonic() >= deadline:
                raise DeviceTimeout(Wire.EMPTY_PACKETS(link=self._link))
        data, self._rest = self._rest[:size], self._rest[size:]
        return data

    def control(self, request: ControlRequest, timeout: float) -> bytes:
        """Carry out a control request that concerns what this pipe has claimed.

        Raises
        ------
        DeviceRefused
            If the request concerns another interface, or the device refuses it.
        """
        ends = tuple(each.bEndpointAddress for each in (self._in, self._out) if each is not None)
        if not request.belongs_to(self._interface, ends):
            raise DeviceRefused(Wire.FOREIGN_CONTROL(link=self._link, index=request.index & 0xFF))
        stage = request.length if request.inward else request.data
        setup = (request.kind, request.request, request.value, request.index)
        wait = _milliseconds(min(timeout, CONTROL_S))
        try:
            moved = self._device.ctrl_transfer(*setup, stage, wait)
        except usb.core.USBError as error:
            if error.errno == errno.EPIPE:  # endpoint 0 is not halted: the next request works
                refused = Wire.CONTROL_REFUSED(link=self._link, request=request.request)
                raise DeviceRefused(refused) from error
            self._raise(error)
        if request.inward:
            return bytes(moved.tobytes())
        if moved != len(request.data):
            raise ProtocolError(Wire.NOTHING_TAKEN(link=self._link))
        return b""

    def _received(self, size: int, deadline: float) -> bytes:
        """Carry out one transfer, with a look about as often as a read may wait without one."""
        while True:
            left = deadline - time.monotonic()
            wait = left if self._look is None else min(left, LOOK_S)
            try:
                received = self._call(partial(self._in.read, size, _milliseconds(wait)))
            except DeviceTimeout:
                if self._look is None or wait >= left:
                    raise
                self._look()
            else:
                return bytes(received.tobytes())

    def facts(self) -> UsbFacts:
        """Read the descriptors."""
        return usb_facts(self._device, string)

    def close(self) -> None:
        """Release the interface and the device, and give a kernel driver back what it had; safe to call twice."""
        self._rest = b""
        with contextlib.suppress(usb.core.USBError):  # it may be gone already
            usb.util.dispose_resources(self._device)
            if self._detached is not None:
                number, self._detached = self._detached, None
                self._device.attach_kernel_driver(number)
                usb.util.dispose_resources(self._device)

    def _detach(self, number: int) -> None:
        with contextlib.suppress(NotImplementedError):  # systems without kernel drivers to detach
            if self._device.is_kernel_driver_active(number):
                self._device.detach_kernel_driver(number)
                self._detached = number

    def _configuration(self) -> Any:
        try:
            return self._device.get_active_configuration()
        except usb.core.USBError as error:
            if error.errno is not None:
                raise
            # pyusb's way to say that no configuration is set.  One that is set is left alone: to set it
            # again would reset a device that others may be using.
            self._device.set_configuration()
            return self._device.get_active_configuration()

    def _call(self, transfer: Callable[[], _Answer]) -> _Answer:
        try:
            return transfer()
        except usb.core.USBError as error:
            self._raise(error)

    def _raise(self, error: usb.core.USBError) -> NoReturn:
        if isinstance(error, usb.core.USBTimeoutError) or error.errno == errno.ETIMEDOUT:
            raise DeviceTimeout(Wire.SILENT(link=self._link)) from error
        if error.errno == errno.EOVERFLOW:
            raise TransferDamaged(Wire.OVERFLOW(link=self._link)) from error
        if error.errno == errno.EPIPE and self._clear_halts():
            raise DeviceStalled(Wire.STALLED(link=self._link)) from error
        if error.errno in _NOISE and self._reset():
            raise TransferDamaged(Wire.NOISY(link=self._link)) from error
        raise DeviceLost(Wire.LOST(link=self._link)) from error

    def _reset(self) -> bool:
        """Reset a device that is still there after a damaged transfer; False if it is gone.

        The transfer is not repeated here, because the device may have acted on it: whoever asked knows whether to ask again.
        """
        if self._shared:
            return self._clear_halts()
        try:
            self._device.reset()
            self.close()
            self.open()
        except (usb.core.USBError, LabharnessError):
            return False
        return True

    def _clear_halts(self) -> bool:
        """Make the next call possible; False if the device has gone meanwhile."""
        self._rest = b""
        try:
            for endpoint in (self._in, self._out):
                if endpoint is not None:
                    endpoint.clear_halt()
        except usb.core.USBError:
            return False
        return True


def _milliseconds(timeout: float) -> int:
    return max(1, round(timeout * 1000))  # 0 would wait for ever


if sys.platform == "win32":

    def _barred(link: str, device: Any) -> Reason:  # noqa: ARG001  another driver than WinUSB has it
        return Wire.NO_DRIVER(link=link)

else:

    def _barred(link: str, device: Any) -> Reason:
        if device is None:
            return Wire.NO_PERMISSION(link=link)
        return Wire.NO_USB_PERMISSION(link=link, vid=f"{device.idVendor:04x}", pid=f"{device.idProduct:04x}")


def opening_error(error: usb.core.USBError, link: str, device: Any = None) -> LabharnessError:
    """Say what a failure to open a device means; with the device, its numbers for the rule that permits it."""
    if error.errno == errno.EBUSY:
        return LockedError(Wire.IN_USE(link=link))
    if error.errno in (errno.EACCES, errno.EPERM):
        return DeviceNotFound(_barred(link, device))
    return DeviceLost(Wire.NOT_OPENED(link=link, why=str(error.strerror)))


def access_error(device: Any, link: str) -> LabharnessError | None:
    """Return why this account or system may not open a device, or None where it may."""
    try:
        device.get_active_configuration()
    except usb.core.USBError as error:
        return None if error.errno is None else opening_error(error, link, device)
    except NotImplementedError:
        return DeviceNotFound(Wire.NO_DRIVER(link=link))
    return None


def describe(device: Any) -> dict[str, str]:
    """Return what the bus says of a device; strings that cannot be read are empty."""
    return {
        "vid": f"{device.idVendor:04x}",
        "pid": f"{device.idProduct:04x}",
        "release": f"{device.bcdDevice:04x}",
        "bus": str(device.bus),
        "address": str(device.address),
        "manufacturer": string(device, device.iManufacturer),
        "product": string(device, device.iProduct),
        "serial": string(device, device.iSerialNumber),
    }


def string(device: Any, index: int) -> str:
    """Read a string of a device for a record, or "" where it has none or refuses."""
    try:
        return printable(usb.util.get_string(device, index) or "") if index else ""
    except (usb.core.USBError, ValueError, NotImplementedError):
        return ""
