"""``usb://VID:PID`` or ``usb://VID:PID/SERIAL``: a device on this machine's USB, through libusb."""

from __future__ import annotations

import re
from urllib.parse import unquote

from labharness.devices.transport import Transport
from labharness.devices.usb.bus import ListedDevice, libusb_device, list_libusb
from labharness.devices.usb.pipe import BulkPipe, PipeTransport
from labharness.errors import InputError
from labharness.model.reasons.wire import Wire

_URL = re.compile(r"usb://([0-9a-fA-F]{4}):([0-9a-fA-F]{4})(?:/(.*))?")


def transport(url: str) -> Transport:
    """Return the transport; raises :class:`InputError` unless VID and PID are four hexadecimal digits each."""
    match = _URL.fullmatch(url)
    if not match:
        raise InputError(Wire.URL_INVALID(url=url, forms=("usb://1209:0001", "usb://1209:0001/SERIAL")))
    vid, pid, serial = int(match[1], 16), int(match[2], 16), unquote(match[3] or "")
    return PipeTransport(url, lambda look: BulkPipe(libusb_device(vid, pid, serial), url, look=look))


def list_devices() -> list[ListedDevice]:
    """List what libusb sees; nothing where there is no bus."""
    return list_libusb()
