"""A pyusb backend that reaches devices over USB/IP instead of libusb.

``usb.core.find(backend=UsbipBackend(host, port))`` works as with libusb.  A device is imported
for a moment when its descriptors are asked for, because USB/IP tells them in no other way, and again when it
is opened.
"""

from __future__ import annotations

import errno
import struct
import time
from array import array
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import NoReturn

from usb.core import USBError, USBTimeoutError

from labharness.devices.transport import nothing
from labharness.devices.usb.descriptors import (
    CONFIGURATION,
    CONFIGURATION_LAYOUT,
    DEVICE,
    DEVICE_LAYOUT,
    ConfigurationTree,
    configuration_tree,
    device_fields,
)
from labharness.devices.usb.usbip_link import ImportedDevice, LinkError, exported_devices
from labharness.devices.usb.usbip_wire import BUFFER_LIMIT, PORT, ExportedDevice, Import, LinuxError

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

    def __init__(self, host: str = "127.0.0.1", port: int = PORT) -> None:
        self.address = (host, port)

    def enumerate_devices(self) -> Iterator[RemoteDevice]:
        """Yield what the server exports; nothing where no server answers."""
        try:
            exported = exported_devices(*self.address)
        except OSError:
            return
        for each in exported:
            yield RemoteDevice(*self.address, each)

    def get_parent(self, device: RemoteDevice) -> None:
        """USB/IP tells no hubs."""

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
