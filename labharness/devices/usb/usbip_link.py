"""One imported USB/IP device: a connection, a thread that reads its replies, and transfers in flight.

A pyusb backend that reaches devices over USB/IP instead of libusb.

``usb.core.Device(RemoteDevice(…), UsbipBackend())`` is a device as libusb's are.  It is imported for a moment
when its descriptors are asked for, because USB/IP tells them in no other way, and again when it is opened.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import math
import socket
import struct
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from types import SimpleNamespace
from typing import BinaryIO, NoReturn, cast

from usb.core import USBError, USBTimeoutError

from labharness.devices.stream import LOOK_S, nothing
from labharness.devices.usb import usbip_wire as wire
from labharness.devices.usb.descriptors import (
    CONFIGURATION,
    CONFIGURATION_LAYOUT,
    DEVICE,
    DEVICE_LAYOUT,
    ConfigurationTree,
    configuration_tree,
    device_fields,
)
from labharness.devices.usb.usbip_wire import BUFFER_LIMIT, ExportedDevice, Import, LinuxError

CONNECT_S = 5.0
GRACE_S = 2.0
"""A server that does not answer a cancellation, or take our bytes, for so long is lost."""


class LinkError(OSError):
    """A transfer failed; ``status`` is the Linux error number."""

    def __init__(self, status: int) -> None:
        super().__init__(f"USB/IP status {status}")
        self.status = status


class _Transfer:
    """A transfer in flight; its one reply (status, actual length, data) arrives on a queue."""

    __slots__ = ("endpoint", "length", "number", "reply")

    def __init__(self, number: int, endpoint: int, length: int) -> None:
        self.length = length
        self.number = number
        self.endpoint = endpoint
        self.reply: SimpleQueue[tuple[int, int, bytes]] = SimpleQueue()


def connect(host: str, port: int) -> tuple[socket.socket, BinaryIO]:
    """Connect to a USB/IP server; raises :class:`OSError`."""
    connection = socket.create_connection((host, port), CONNECT_S)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    return connection, cast("BinaryIO", connection.makefile("rb", 1 << 16))


@contextlib.contextmanager
def _deadline(connection: socket.socket) -> Iterator[None]:
    """End a connection that is still at work after :data:`CONNECT_S`, however slowly bytes drip in."""
    timer = threading.Timer(CONNECT_S, wire.interrupt, (connection,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def exported_devices(host: str, port: int) -> list[ExportedDevice]:
    """Ask a server what it exports; raises :class:`OSError` where there is none."""
    connection, stream = connect(host, port)
    try:
        with _deadline(connection):
            connection.sendall(wire.OPERATION.pack(wire.VERSION, wire.REQUEST_LIST, 0))
            _answer(stream, wire.REPLY_LIST)
            (count,) = wire.COUNT.unpack(wire.exactly(stream, wire.COUNT.size))
            return [ExportedDevice.read(stream, with_interfaces=True) for _ in range(min(count, 1024))]
    finally:
        wire.close(connection, stream)


def _answer(stream: BinaryIO, expected: int) -> int:
    _, code, status = wire.OPERATION.unpack(wire.exactly(stream, wire.OPERATION.size))
    if code != expected:
        raise ConnectionError("what answers is no USB/IP server")
    return int(status)


def _import(connection: socket.socket, stream: BinaryIO, bus_id: str) -> ExportedDevice:
    request = wire.OPERATION.pack(wire.VERSION, wire.REQUEST_IMPORT, 0)
    connection.sendall(request + wire.BUS_ID.pack(bus_id.encode()))
    if status := _answer(stream, wire.REPLY_IMPORT):
        raise LinkError(status)
    return ExportedDevice.read(stream, with_interfaces=False)


def _send_limit() -> bytes:
    """Return the grace period as the option ``SO_SNDTIMEO`` of this system wants it."""
    if sys.platform == "win32":
        limit = struct.pack("@L", int(GRACE_S * 1000))
    else:
        limit = struct.pack("@ll", int(GRACE_S), int(GRACE_S % 1 * 1e6))
    return limit


class ImportedDevice:
    """An imported device; the server keeps it from everybody else until :meth:`close`.

    Raises
    ------
    LinkError
        With the status of the import (:class:`usbip_wire.Import`) where the server refuses it.
    OSError
        Where no server answers.
    """

    def __init__(self, host: str, port: int, bus_id: str) -> None:
        self._connection, self._stream = connect(host, port)
        try:
            with _deadline(self._connection):
                self.device = _import(self._connection, self._stream, bus_id)
        except BaseException:
            wire.close(self._connection, self._stream)
            raise
        self._connection.settimeout(None)
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, _send_limit())
        self._numbers = itertools.count(1)
        self._flight: dict[int, _Transfer] = {}
        self._lock = threading.Lock()
        self._lost = False
        self._reader = threading.Thread(target=self._read_replies, name=f"usbip {bus_id}", daemon=True)
        self._reader.start()

    def ends(self) -> dict[str, str]:
        """Return the addresses of the server and of this computer; raises :class:`LinkError` where it is gone."""
        try:
            peer, own = self._connection.getpeername(), self._connection.getsockname()
        except OSError as error:
            raise LinkError(LinuxError.ENODEV) from error
        return {"peer": str(peer[0]), "own": str(own[0])}

    def transfer(
        self,
        endpoint: int,
        data: bytes | memoryview,
        length: int,
        timeout: float | None,
        setup: bytes = bytes(8),
        look: Callable[[], None] = nothing,
    ) -> tuple[int, bytes]:
        """Carry out one transfer.

        Parameters
        ----------
        endpoint
            Address, 0x80 set for IN.
        data
            Bytes to send, empty for IN.
        length
            Bytes to send, or the most to receive.
        timeout
            Seconds, None for ever.
        look
            Called while the reply is awaited; what it raises ends the transfer.

        Returns
        -------
        tuple
            Bytes transferred, and the bytes received.

        Raises
        ------
        LinkError
            With ETIMEDOUT, EPIPE, ENODEV, EOVERFLOW or what else the server said.
        """
        transfer = self._submit(endpoint, data, length, setup)
        status, actual, received = self._reply(transfer, math.inf if timeout is None else timeout, look)
        if status:
            raise LinkError(-status)
        return actual, received

    def close(self) -> None:
        """Give the device back; safe to call twice and after the loss of the server."""
        wire.interrupt(self._connection)
        self._reader.join()
        wire.close(self._connection, self._stream)

    @property
    def lost(self) -> bool:
        """Whether the server or the device went away."""
        return self._lost

    def _submit(self, endpoint: int, data: bytes | memoryview, length: int, setup: bytes) -> _Transfer:
        with self._lock:
            transfer = _Transfer(next(self._numbers), endpoint, length)
            head = self._enter(transfer.number, transfer)
            self._send(wire.SUBMIT_COMMAND.pack(wire.SUBMIT, *head, 0, length, 0, 0, 0, setup), data)
        return transfer

    def _reply(self, transfer: _Transfer, timeout: float, look: Callable[[], None]) -> tuple[int, int, bytes]:
        deadline = time.monotonic() + timeout
        while True:
            left = deadline - time.monotonic()
            try:
                return transfer.reply.get(timeout=min(LOOK_S, max(0.0, left)))
            except Empty:
                if left <= LOOK_S:
                    return self._cancel(transfer)
            try:
                look()
            except BaseException:
                with contextlib.suppress(LinkError):
                    self._cancel(transfer)
                raise

    def _cancel(self, transfer: _Transfer) -> tuple[int, int, bytes]:
        """Take a transfer back; what arrived in the meantime is not thrown away."""
        with self._lock:
            head = self._enter(next(self._numbers), transfer)
            self._send(wire.UNLINK_COMMAND.pack(wire.UNLINK, *head, transfer.number))
        try:
            status, actual, received = transfer.reply.get(timeout=GRACE_S)
        except Empty:
            wire.interrupt(self._connection)
            raise LinkError(LinuxError.ETIMEDOUT) from None
        return (-LinuxError.ETIMEDOUT if status == -LinuxError.ECONNRESET else status), actual, received

    def _enter(self, number: int, transfer: _Transfer) -> tuple[int, int, int, int]:
        """Note that command ``number`` will be answered; return the rest of its head."""
        if self._lost:
            raise LinkError(LinuxError.ENODEV)
        self._flight[number] = transfer
        return number, self.device.number, int(transfer.endpoint >= 0x80), transfer.endpoint & 0x0F

    def _send(self, command: bytes, data: bytes | memoryview = b"") -> None:
        try:
            wire.send(self._connection, command, data)
        except OSError as error:
            wire.interrupt(self._connection)  # half a command may be out: nothing can follow it
            raise LinkError(LinuxError.ENODEV) from error

    def _read_replies(self) -> None:
        try:
            while self._read_reply():
                pass
        except OSError:
            pass  # the connection broke: what is in flight is told below
        finally:
            with self._lock:
                self._lost = True
                for transfer in self._flight.values():
                    transfer.reply.put((-LinuxError.ENODEV, 0, b""))
                self._flight.clear()
            wire.interrupt(self._connection)

    def _read_reply(self) -> bool:
        """Hand on one reply; returns False where the server sends garbage."""
        packet = wire.exactly(self._stream, wire.COMMAND_BYTES)
        command, number, *_ = wire.HEAD.unpack_from(packet)
        transfer = self._flight.get(number)
        if transfer is None:
            return False
        if command == wire.SUBMITTED:
            _, _, _, _, _, status, actual, *_ = wire.SUBMITTED_REPLY.unpack(packet)
            if actual > wire.BUFFER_LIMIT:
                return False
            received = wire.exactly(self._stream, actual) if transfer.endpoint & 0x80 else b""
            del self._flight[number]
            longer = len(received) > transfer.length  # than was asked for: no bus delivers that
            transfer.reply.put((-LinuxError.EOVERFLOW, 0, b"") if longer else (status, actual, received))
            return True
        if command == wire.UNLINKED:
            *_, status = wire.UNLINKED_REPLY.unpack(packet)
            del self._flight[number]
            if status and self._flight.pop(transfer.number, None):
                transfer.reply.put((status, 0, b""))
            return True
        return False


CONTROL_MS = 1000
HANDOVER_S = 0.3
_LOOK_S = HANDOVER_S / 50
_IN = 0x80
_GET_DESCRIPTOR, _GET_CONFIGURATION, _SET_CONFIGURATION, _SET_INTERFACE, _CLEAR_FEATURE = 6, 8, 9, 11, 1

# What libusb would report: words, its own code, and the error number of this system.
_ERRORS: dict[int, tuple[str, int, int]] = {
    LinuxError.EPIPE: ("Pipe error", -9, errno.EPIPE),
    LinuxError.EOVERFLOW: ("Overflow", -8, errno.EOVERFLOW),
    LinuxError.ENODEV: ("No such device (it may have been disconnected)", -4, errno.ENODEV),
    LinuxError.ESHUTDOWN: ("No such device (it may have been disconnected)", -4, errno.ENODEV),
}
_IO_ERROR = ("Input/Output Error", -1, errno.EIO)


def _usb_error(status: int) -> USBError:
    if status == LinuxError.ETIMEDOUT:
        return USBTimeoutError("Operation timed out", -7, errno.ETIMEDOUT)
    return USBError(*_ERRORS.get(status, _IO_ERROR))


class RemoteDevice:
    """A device of a USB/IP server, imported when it is first needed."""

    def __init__(
        self, host: str, port: int, exported: ExportedDevice, look: Callable[[], None] = nothing
    ) -> None:
        self.exported = exported
        self._look = look
        self._address = (host, port)
        self._link: ImportedDevice | None = None
        self._description: tuple[SimpleNamespace, ConfigurationTree] | None = None

    def control(
        self, kind: int, request: int, value: int, index: int, data: bytes, length: int, ms: int
    ) -> bytes:
        """Carry out a control transfer; raises :class:`USBError`."""
        setup = struct.pack("<BBHHH", kind, request, value, index, length)
        return self.transfer(kind & _IN, data, length, ms, setup)[1]

    def transfer(
        self, endpoint: int, data: bytes | memoryview, length: int, ms: int, setup: bytes = bytes(8)
    ) -> tuple[int, bytes]:
        """Carry out a transfer; return bytes moved and bytes received; raises :class:`USBError`."""
        link = self.imported()
        try:
            return link.transfer(endpoint, data, length, ms / 1000 if ms else None, setup, self._look)
        except LinkError as error:
            raise _usb_error(error.status) from error

    def imported(self) -> ImportedDevice:
        """Return the link, importing the device where that has not been done; raises :class:`USBError`."""
        if self._link is None:
            self._link = self._import()
            self.exported = self._link.device
        return self._link

    def _import(self) -> ImportedDevice:
        """Import the device, with patience for a server that is still noticing that the last client left."""
        deadline = time.monotonic() + HANDOVER_S
        while True:
            try:
                return ImportedDevice(*self._address, self.exported.bus_id)
            except LinkError as error:
                if error.status == Import.NO_DEVICE:
                    raise _usb_error(LinuxError.ENODEV) from error
                if time.monotonic() >= deadline:
                    raise USBError("Resource busy", -6, errno.EBUSY) from error
            except OSError as error:
                raise _usb_error(LinuxError.ENODEV) from error
            time.sleep(_LOOK_S)

    def ends(self) -> dict[str, str]:
        """Return the addresses of the server and of this computer; raises :class:`USBError` where it is gone."""
        try:
            return self.imported().ends()
        except LinkError as error:
            raise _usb_error(error.status) from error

    def close(self) -> None:
        """Give the device back."""
        if self._link is not None:
            self._link.close()
            self._link = None

    @property
    def descriptor(self) -> SimpleNamespace:
        """The device descriptor with the place on the bus that pyusb wants in it."""
        return self._described()[0]

    @property
    def tree(self) -> ConfigurationTree:
        """The first configuration; the devices we meet have one."""
        return self._described()[1]

    def _described(self) -> tuple[SimpleNamespace, ConfigurationTree]:
        if self._description is None:
            opened = self._link is not None
            try:
                self._description = self._ask_descriptors()
            finally:
                if not opened:
                    self.close()
        return self._description

    def _ask_descriptors(self) -> tuple[SimpleNamespace, ConfigurationTree]:
        head = self._get_descriptor(CONFIGURATION, CONFIGURATION_LAYOUT.size)
        total = int.from_bytes(head[2:4], "little")
        try:
            device = device_fields(self._get_descriptor(DEVICE, DEVICE_LAYOUT.size))
            tree = configuration_tree(self._get_descriptor(CONFIGURATION, total))
        except ValueError as error:
            raise USBError(*_IO_ERROR) from error
        place = self.exported
        device.bus, device.address, device.speed = place.bus, place.address, place.speed
        device.port_number, device.port_numbers = 1, (1,)
        return device, tree

    def _get_descriptor(self, kind: int, length: int) -> bytes:
        return self.control(_IN, _GET_DESCRIPTOR, kind << 8, 0, b"", length, CONTROL_MS)


class UsbipBackend:
    """What pyusb calls; see ``usb.backend.IBackend`` for the meaning of each method."""

    def get_device_descriptor(self, device: RemoteDevice) -> SimpleNamespace:
        """Return the device descriptor."""
        return device.descriptor

    def get_configuration_descriptor(self, device: RemoteDevice, configuration: int) -> SimpleNamespace:
        """Return the only configuration."""
        if configuration:
            raise IndexError(configuration)
        return device.tree.configuration

    def get_interface_descriptor(
        self, device: RemoteDevice, interface: int, alternate: int, _configuration: int
    ) -> SimpleNamespace:
        """Return one alternate setting of an interface."""
        return self._setting(device, interface, alternate)[0]

    def get_endpoint_descriptor(
        self, device: RemoteDevice, endpoint: int, interface: int, alternate: int, _configuration: int
    ) -> SimpleNamespace:
        """Return an endpoint of an alternate setting."""
        return self._setting(device, interface, alternate)[1][endpoint]

    @staticmethod
    def _setting(
        device: RemoteDevice, interface: int, alternate: int
    ) -> tuple[SimpleNamespace, tuple[SimpleNamespace, ...]]:
        settings = [
            each
            for each in device.tree.interfaces
            if each[0].bInterfaceNumber == interface and each[0].bAlternateSetting == alternate
        ]
        return settings[0]  # pyusb counts up until IndexError

    def open_device(self, device: RemoteDevice) -> RemoteDevice:
        """Import the device; it is its own handle."""
        device.imported()
        return device

    def close_device(self, device: RemoteDevice) -> None:
        """Give the device back."""
        device.close()

    def set_configuration(self, device: RemoteDevice, value: int) -> None:
        """Choose the configuration."""
        device.control(0, _SET_CONFIGURATION, value, 0, b"", 0, CONTROL_MS)

    def get_configuration(self, device: RemoteDevice) -> int:
        """Ask for the value of the configuration."""
        value = device.control(_IN, _GET_CONFIGURATION, 0, 0, b"", 1, CONTROL_MS)
        if not value:
            raise USBError(*_IO_ERROR)
        return value[0]

    def set_interface_altsetting(self, device: RemoteDevice, interface: int, alternate: int) -> None:
        """Choose the alternate setting."""
        device.control(1, _SET_INTERFACE, alternate, interface, b"", 0, CONTROL_MS)

    def claim_interface(self, device: RemoteDevice, interface: int) -> None:
        """Do nothing: importing has claimed the whole device."""

    def release_interface(self, device: RemoteDevice, interface: int) -> None:
        """Do nothing: closing gives the whole device back."""

    def bulk_write(
        self, device: RemoteDevice, endpoint: int, _interface: int, data: array[int], ms: int
    ) -> int:
        """Send; return how many bytes went."""
        view = memoryview(data).cast("B")
        return device.transfer(endpoint, view, len(view), ms)[0]

    def bulk_read(
        self, device: RemoteDevice, endpoint: int, _interface: int, buffer: array[int], ms: int
    ) -> int:
        """Receive into ``buffer``; return how many bytes came."""
        view = memoryview(buffer).cast("B")
        received = device.transfer(endpoint, b"", min(len(view), BUFFER_LIMIT), ms)[1]
        view[: len(received)] = received
        return len(received)

    intr_write = bulk_write
    intr_read = bulk_read

    def iso_write(self, *_: object) -> NoReturn:
        """No device we test is isochronous."""
        raise NotImplementedError("isochronous transfers over USB/IP")

    iso_read = iso_write

    def ctrl_transfer(
        self, device: RemoteDevice, kind: int, request: int, value: int, index: int, data: array[int], ms: int
    ) -> int:
        """Carry out a control transfer on ``data``, which is the buffer of an IN request."""
        view = memoryview(data).cast("B")
        if kind & _IN:
            received = device.control(kind, request, value, index, b"", len(view), ms)[: len(view)]
            view[: len(received)] = received
            return len(received)
        device.control(kind, request, value, index, view.tobytes(), len(view), ms)
        return len(view)

    def clear_halt(self, device: RemoteDevice, endpoint: int) -> None:
        """Make a halted endpoint work again."""
        device.control(2, _CLEAR_FEATURE, 0, endpoint, b"", 0, CONTROL_MS)

    def reset_device(self, device: RemoteDevice) -> None:
        """Import again, which resets the device; there is no other way over USB/IP."""
        device.close()
        device.imported()

    def is_kernel_driver_active(self, _device: RemoteDevice, _interface: int) -> bool:
        """No driver of this machine sees the device."""
        return False
