"""A pair of bulk endpoints of a device that pyusb opened, by whatever backend."""

from __future__ import annotations

import contextlib
import errno
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn, TypeVar

import usb.core
import usb.util

from labharness.devices.transport import LOOK_S, nothing
from labharness.devices.untrusted import printable
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
from labharness.model.reasons.wire import Wire

_Answer = TypeVar("_Answer")
_TRANSFER = 1 << 20
"""Longest single transfer; longer reads and writes take several."""


class BulkPipe:
    """Reads and writes on the first interface that has a bulk IN endpoint.

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
    """

    def __init__(
        self,
        device: Any,
        link: str,
        ends: Callable[[], dict[str, str]] = dict,
        look: Callable[[], None] | None = None,
    ) -> None:
        self._device = device
        self._link = link
        self._ends = ends
        self._look = look
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
            If it has no bulk endpoint to read from.
        """
        try:
            configuration = self._configuration()
            interface = self._choose(configuration)
            with contextlib.suppress(NotImplementedError):  # systems without kernel drivers to detach
                if self._device.is_kernel_driver_active(interface.bInterfaceNumber):
                    self._device.detach_kernel_driver(interface.bInterfaceNumber)
            usb.util.claim_interface(self._device, interface)
            return {**describe(self._device), **self._ends()}
        except usb.core.USBError as error:
            self.close()
            raise opening_error(error, self._link) from error
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

    def close(self) -> None:
        """Release the interface and the device; safe to call twice."""
        self._rest = b""
        with contextlib.suppress(usb.core.USBError):  # it may be gone already
            usb.util.dispose_resources(self._device)

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

    def _choose(self, configuration: Any) -> Any:
        found: list[tuple[bool, Any, Any, Any]] = []
        for interface in configuration:
            bulk = [
                each
                for each in interface
                if usb.util.endpoint_type(each.bmAttributes) == usb.util.ENDPOINT_TYPE_BULK
            ]
            inward = next((each for each in bulk if each.bEndpointAddress & 0x80), None)
            outward = next((each for each in bulk if not each.bEndpointAddress & 0x80), None)
            if inward is not None and interface.bAlternateSetting == 0:
                found.append((outward is None, interface, inward, outward))
        if not found:
            raise ProtocolError(Wire.NO_READ_ENDPOINT(link=self._link))
        # A pair goes before an endpoint that can only be read, as random number generators have.
        _, interface, self._in, self._out = min(found, key=lambda each: each[0])
        self._packet = max(1, self._in.wMaxPacketSize & 0x7FF)
        return interface

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
        raise DeviceLost(Wire.LOST(link=self._link)) from error

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


def _milliseconds(timeout: float) -> int:
    return max(1, round(timeout * 1000))  # 0 would wait for ever


def opening_error(error: usb.core.USBError, link: str) -> LabharnessError:
    """Say what a failure to open a device means."""
    if error.errno == errno.EBUSY:
        return LockedError(Wire.IN_USE(link=link))
    if error.errno in (errno.EACCES, errno.EPERM):
        return DeviceNotFound(Wire.NO_PERMISSION(link=link))
    return DeviceLost(Wire.NOT_OPENED(link=link, why=str(error.strerror)))


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
