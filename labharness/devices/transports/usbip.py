"""``usbip://HOST:PORT/BUSID``: a device that another process or machine exports over USB/IP."""

from __future__ import annotations

import re

from labharness.devices.stream import Transport
from labharness.devices.usb.bus import usbip_pipe
from labharness.devices.usb.pipe import PipeTransport
from labharness.devices.usb.usbip_wire import PORT
from labharness.errors import InputError
from labharness.model.reasons.wire import Wire

_URL = re.compile(r"usbip://(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?/([A-Za-z0-9.:_-]{1,31})")


def transport(url: str) -> Transport:
    """Return the transport; raises :class:`InputError` unless host and bus id are there."""
    match = _URL.fullmatch(url)
    port = int(match[2] or PORT) if match else 0
    if not match or not 0 < port < 65536:
        raise InputError(Wire.URL_INVALID(url=url, forms=("usbip://127.0.0.1:3240/1-1",)))
    host, bus_id = match[1].strip("[]"), match[3]
    return PipeTransport(url, lambda look: usbip_pipe(host, port, bus_id, look))
