"""A pair of endpoints of a device that pyusb opened, by whatever backend.

Which interface and endpoints of a device a URL means, and which interfaces are never touched.

What the descriptors of a USB device say of the Lab Test Interface: interface, strings, and whether Windows binds WinUSB.

A transport on the pipe of a USB device that is looked for when it is opened.
"""

from __future__ import annotations

import contextlib
import errno
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn, TypeVar

import usb.core
import usb.util

from labharness.devices.adapter import printable
from labharness.devices.control_request import ControlRequest
from labharness.devices.stream import LOOK_S, nothing
from labharness.devices.usb.descriptors import BOS, MOST, MS_OS_20_INDEX, names_winusb, vendor_code
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

VENDOR_SPECIFIC = 0xFF
NEVER = frozenset({0x03, 0x08, 0x09})
"""Classes of interfaces that belong to the system whatever a URL names: input devices, mass storage, hubs."""
_INWARD = 0x80


@dataclass(frozen=True, slots=True)
class PipeChoice:
    """What a URL says of interface and endpoints.

    Parameters
    ----------
    usb_class
        Class that the interface must have.
    interface
        Its number; None takes the first that fits, with an endpoint to write to before others.
    inward, outward
        Addresses of bulk or interrupt endpoints; None takes the first bulk endpoint of the direction.
    """

    usb_class: int = VENDOR_SPECIFIC
    interface: int | None = None
    inward: int | None = None
    outward: int | None = None


def chosen(configuration: Iterable[Any], choice: PipeChoice, link: str) -> tuple[Any, Any, Any]:
    """Return the interface, its endpoint to read from, and that to write to or None.

    Raises
    ------
    ProtocolError
        If no interface has the class, or none that has it the endpoints.
    """
    interfaces = [each for each in configuration if each.bAlternateSetting == 0]
    allowed = [
        each
        for each in interfaces
        if each.bInterfaceClass == choice.usb_class
        and each.bInterfaceClass not in NEVER
        and choice.interface in (None, each.bInterfaceNumber)
    ]
    if not allowed:
        classes = tuple(f"{each.bInterfaceNumber}: 0x{each.bInterfaceClass:02x}" for each in interfaces)
        raise ProtocolError(
            Wire.OTHER_USB_CLASS(link=link, usb_class=f"0x{choice.usb_class:02x}", interfaces=classes)
        )
    pipes = [(each, _end(each, _INWARD, choice.inward), _end(each, 0, choice.outward)) for each in allowed]
    readable = [
        pipe for pipe in pipes if pipe[1] is not None and (choice.outward is None or pipe[2] is not None)
    ]
    if not readable:
        raise ProtocolError(Wire.NO_READ_ENDPOINT(link=link))
    # A pair goes before an endpoint that can only be read, as random number generators have.
    return min(readable, key=lambda pipe: pipe[2] is None)


def shares_the_device(configuration: Iterable[Any]) -> bool:
    """Whether the device also is a disk or an input device, which a reset of the whole device would disturb."""
    return any(each.bInterfaceClass in NEVER for each in configuration)


def is_drivable(device: Any) -> bool:
    """Whether a device has a vendor-specific interface to read from: hubs, keyboards and disks have none."""
    for configuration in device:
        try:
            chosen(configuration, PipeChoice(), "")
        except ProtocolError:
            continue
        return True
    return False


def _end(interface: Any, direction: int, address: int | None) -> Any:
    kinds = {usb.util.ENDPOINT_TYPE_BULK} | ({usb.util.ENDPOINT_TYPE_INTR} if address is not None else set())
    for each in interface:
        if (
            each.bEndpointAddress & _INWARD == direction
            and address in (None, each.bEndpointAddress)
            and usb.util.endpoint_type(each.bmAttributes) in kinds
        ):
            return each
    return None


_TIMEOUT_MS = 1000


def usb_facts(device: Any, string: Callable[[Any, int], str]) -> UsbFacts:
    """Read the descriptors of an open device; what cannot be read is missing.

    Parameters
    ----------
    device
        A pyusb device.
    string
        Reads one of its strings.
    """
    interface = _interface(device)
    endpoints = [] if interface is None else list(interface)
    bulk = [
        each for each in endpoints if usb.util.endpoint_type(each.bmAttributes) == usb.util.ENDPOINT_TYPE_BULK
    ]
    inward = [each for each in bulk if each.bEndpointAddress & 0x80]
    return UsbFacts(
        usb_class=None if interface is None else int(interface.bInterfaceClass),
        bulk=0 < len(inward) < len(bulk),
        packet=max(1, inward[0].wMaxPacketSize & 0x7FF) if inward else 1,
        manufacturer=string(device, device.iManufacturer),
        product=string(device, device.iProduct),
        serial=string(device, device.iSerialNumber),
        winusb=names_winusb(_descriptor_set(device)),
    )


def _interface(device: Any) -> Any:
    try:
        for each in device[0]:
            if each.bInterfaceNumber == 0 and each.bAlternateSetting == 0:
                return each
    except (usb.core.USBError, IndexError):
        pass
    return None


def _descriptor_set(device: Any) -> bytes:
    try:
        bos = bytes(device.ctrl_transfer(0x80, 6, BOS << 8, 0, MOST, _TIMEOUT_MS))
        named = vendor_code(bos)
        if named is None:
            return b""
        code, size = named
        return bytes(device.ctrl_transfer(0xC0, code, 0, MS_OS_20_INDEX, size, _TIMEOUT_MS))
    except (usb.core.USBError, NotImplementedError):
        return b""


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
        choice: PipeChoice = PipeChoice(),
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
