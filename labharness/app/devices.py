"""Devices that are present, for people to choose from."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from labharness.errors import DeviceError, InputError
from labharness.language.catalog import say
from labharness.model.reasons.wire import Wire

if TYPE_CHECKING:  # the libraries are imported where devices are asked for
    from labharness.devices.serial_port import ListedPort
    from labharness.devices.usb.bus import ListedDevice


@dataclass(frozen=True, slots=True)
class DeviceListing:
    """A device that answers, with the URL to use it by."""

    url: str
    title: str
    problem: str = ""
    """Why it cannot be opened."""


def present(usbip_hosts: Iterable[str] = ()) -> list[DeviceListing]:
    """Return the USB devices that an adapter could drive, USB serial ports, and what USB/IP hosts (``HOST:PORT``) export."""
    from labharness.devices.serial_port import list_serial
    from labharness.devices.usb.bus import list_libusb, list_usbip

    result = []
    with suppress(DeviceError):  # no USB on this computer; doctor says so
        result += list_libusb()
    result += map(_port, list_serial())
    for host in usbip_hosts:
        name, _, port = host.rpartition(":")
        if not name or not port.isdigit():
            raise InputError(Wire.NOT_A_HOST(host=host))
        result += list_usbip(name, int(port))
    return [
        DeviceListing(
            each.url,
            f"{each.manufacturer} {each.product} {each.serial}".strip(),
            " ".join(map(say, each.problem)),
        )
        for each in result
    ]


def _port(port: ListedPort) -> ListedDevice:
    """Return a serial port as a device, with what keeps this account from it."""
    from labharness.devices.usb.bus import ListedDevice

    number = "/" + quote(port.serial, safe="") if port.serial else ""
    url = f"serial://{port.vid}:{port.pid}{number}"
    allowed = os.name != "posix" or os.access(port.path, os.R_OK | os.W_OK)
    problem = () if allowed else (Wire.NO_PORT_PERMISSION(link=url, path=port.path),)
    return ListedDevice(url, port.vid, port.pid, port.serial, port.product, port.manufacturer, problem)
