"""Devices that are present, for people to choose from."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from labharness.errors import DeviceError, InputError
from labharness.model.reasons.wire import Wire


@dataclass(frozen=True, slots=True)
class DeviceListing:
    """A device that answers, with the URL to use it by."""

    url: str
    title: str


def present(usbip_hosts: Iterable[str] = ()) -> list[DeviceListing]:
    """Return what libusb sees, and what the given USB/IP hosts (``HOST:PORT``) export."""
    from labharness.devices.usb.bus import list_libusb, list_usbip

    found = []
    with suppress(DeviceError):  # no USB on this computer; doctor says so
        found += list_libusb()
    for host in usbip_hosts:
        name, _, port = host.rpartition(":")
        if not name or not port.isdigit():
            raise InputError(Wire.NOT_A_HOST(host=host))
        found += list_usbip(name, int(port))
    return [DeviceListing(one.url, f"{one.manufacturer} {one.product} {one.serial}".strip()) for one in found]
