"""What libusb sees, and the one device that a URL means."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

import usb.core
import usb.util

from labharness.devices.adapter import printable
from labharness.devices.stream import nothing
from labharness.devices.usb.pipe import BulkPipe, access_error, describe, is_drivable, opening_error, string
from labharness.devices.usb.usbip_link import RemoteDevice, UsbipBackend, exported_devices
from labharness.devices.usb.usbip_wire import ExportedDevice
from labharness.errors import DeviceLost, DeviceNotFound, LabharnessError, WrongDevice
from labharness.model.reasons.wire import Wire
from labharness.reason import Reason


@dataclass(frozen=True, slots=True)
class ListedDevice:
    """One device on a bus; strings that could not be read are empty."""

    url: str
    vid: str
    pid: str
    serial: str
    product: str
    manufacturer: str
    problem: tuple[Reason, ...] = ()
    """Why it cannot be opened."""


def libusb_devices(vid: int | None = None, pid: int | None = None) -> list[Any]:
    """Return the pyusb devices that libusb sees; raises :class:`DeviceNotFound` without libusb."""
    import libusb_package

    backend = libusb_package.get_libusb1_backend()
    if backend is None:
        raise DeviceNotFound(Wire.USB_LIBRARY_MISSING())
    wanted = {name: value for name, value in (("idVendor", vid), ("idProduct", pid)) if value is not None}
    return list(usb.core.find(find_all=True, backend=backend, **wanted))


def libusb_device(vid: int, pid: int, serial: str) -> Any:
    """Return the one device with these numbers, and with this serial unless it is "".

    Raises
    ------
    DeviceNotFound
        If there is none, more than one to choose from, or one whose serial number this account may not read.
    WrongDevice
        If all that are there have other serials.
    """
    devices = libusb_devices(vid, pid)
    name = f"{vid:04x}:{pid:04x}"
    if not devices:
        raise DeviceNotFound(Wire.USB_ABSENT(device=name))
    serials = tuple(string(device, device.iSerialNumber) or None for device in devices)
    # A serial number that may not be read says nothing about whose it is.
    barred = [
        access_error(device, f"usb://{name}")
        for device, serial in zip(devices, serials, strict=True)
        if serial is None and device.iSerialNumber
    ]
    matching = [index for index, each in enumerate(serials) if serial in ("", each)]
    for index, device in enumerate(devices):
        if matching != [index]:
            usb.util.dispose_resources(device)
    if not matching and any(barred):
        raise next(error for error in barred if error)
    if not matching:
        raise WrongDevice(Wire.USB_OTHER_UNIT(device=name, serial=printable(serial), serials=serials))
    if len(matching) > 1:
        raise DeviceNotFound(Wire.USB_SEVERAL(device=name, serials=serials))
    return devices[matching[0]]


def libusb_place(vid: int, pid: int, serial: str) -> tuple[int, int]:
    """Return bus and address of the one device with these numbers; raises as :func:`libusb_device`."""
    device = libusb_device(vid, pid, serial)
    usb.util.dispose_resources(device)
    return int(device.bus), int(device.address)


def usbip_pipe(host: str, port: int, bus_id: str, look: Callable[[], None] = nothing) -> BulkPipe:
    """Import the device that a USB/IP server exports under a bus id; return its pipe, not yet opened.

    Parameters
    ----------
    look
        Called while a transfer waits; what it raises ends the transfer.

    Raises
    ------
    DeviceNotFound
        If no server answers or it exports no such device.
    LockedError
        If another program has it.
    DeviceLost
        If it goes away meanwhile.
    """
    try:
        exported = exported_devices(host, port)
    except OSError as error:
        raise DeviceNotFound(Wire.SERVER_ABSENT(address=f"{host}:{port}")) from error
    link = f"usbip://{host}:{port}/{bus_id}"
    listed = next((each for each in exported if each.bus_id == bus_id), None)
    # The server of Linux does not list what somebody uses: only the answer to an import tells that from what is not there.
    remote = RemoteDevice(host, port, listed or ExportedDevice.unlisted(bus_id), look)
    try:
        return BulkPipe(_imported(remote, link), link, remote.ends)
    except DeviceLost as error:
        if listed:
            raise
        raise DeviceNotFound(Wire.NOT_EXPORTED(address=f"{host}:{port}", bus_id=bus_id)) from error


def _imported(remote: RemoteDevice, link: str) -> Any:
    try:
        return usb.core.Device(remote, UsbipBackend())
    except usb.core.USBError as error:
        raise opening_error(error, link) from error


def list_libusb() -> list[ListedDevice]:
    """List what an adapter could drive; hubs, keyboards and disks are left out, and nothing is there without a bus."""
    listed = []
    for device in libusb_devices():
        try:
            if not is_drivable(device):
                continue
        except (usb.core.USBError, NotImplementedError):  # not even its descriptors can be read
            continue
        info = describe(device)
        serial = "/" + quote(info["serial"], safe="") if info["serial"] else ""
        url = f"usb://{info['vid']}:{info['pid']}{serial}"
        error = access_error(device, url)
        usb.util.dispose_resources(device)
        listed.append(replace(_listed(url, info), problem=error.reasons if error else ()))
    return listed


def list_usbip(host: str, port: int) -> list[ListedDevice]:
    """List what a USB/IP server exports; nothing where none answers."""
    try:
        exported = exported_devices(host, port)
    except OSError:
        return []
    listed = []
    for each in exported:
        url = f"usbip://{host}:{port}/{printable(each.bus_id)}"
        info = {"vid": f"{each.vid:04x}", "pid": f"{each.pid:04x}"}
        with contextlib.suppress(LabharnessError):  # in use: its strings cannot be asked for
            device = _imported(RemoteDevice(host, port, each), url)
            info = describe(device)
            usb.util.dispose_resources(device)
        listed.append(_listed(url, info))
    return listed


def _listed(url: str, info: dict[str, str]) -> ListedDevice:
    serial, product, manufacturer = (info.get(name, "") for name in ("serial", "product", "manufacturer"))
    return ListedDevice(url, info["vid"], info["pid"], serial, product, manufacturer)
