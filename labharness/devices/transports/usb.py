"""``usb://VID:PID`` or ``usb://VID:PID/SERIAL``: a device on this machine's USB, through libusb.

Parameters name what is not the first vendor-specific interface with bulk endpoints: ``interface`` (its number), ``class`` (its
class, such as 0x0a), ``in`` and ``out`` (addresses of bulk or interrupt endpoints, such as 0x82).
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote

from labharness.devices.stream import Transport
from labharness.devices.usb.bus import libusb_device
from labharness.devices.usb.pipe import NEVER, VENDOR_SPECIFIC, BulkPipe, PipeChoice, PipeTransport
from labharness.errors import InputError
from labharness.model.reasons.wire import Wire

FORMS = ("usb://1209:0001", "usb://1209:0001/SERIAL", "usb://1209:0001?interface=1&in=0x82")
_URL = re.compile(r"usb://([0-9a-fA-F]{4}):([0-9a-fA-F]{4})(?:/([^?]*))?(?:\?(.+))?")
_NUMBER = re.compile(r"0x[0-9a-fA-F]{1,2}|[0-9]{1,3}")
_NAMES = frozenset({"interface", "class", "in", "out"})


def transport(url: str) -> Transport:
    """Return the transport; raises :class:`InputError` unless VID and PID are four hexadecimal digits each."""
    match = _URL.fullmatch(url)
    try:
        choice = _choice(match[4] or "") if match else None
    except ValueError:
        choice = None
    if not match or choice is None:
        raise InputError(Wire.URL_INVALID(url=url, forms=FORMS))
    if choice.usb_class in NEVER:
        raise InputError(Wire.SYSTEM_CLASS(url=url))
    vid, pid, serial = int(match[1], 16), int(match[2], 16), unquote(match[3] or "")
    return PipeTransport(
        url, lambda look: BulkPipe(libusb_device(vid, pid, serial), url, look=look, choice=choice)
    )


def _choice(query: str) -> PipeChoice:
    """Read the parameters; raises :class:`ValueError` if one is unknown, named twice or out of range."""
    pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query))
    values = {name: int(text, 0) for name, text in pairs if name in _NAMES and _NUMBER.fullmatch(text)}
    inward, outward = values.get("in"), values.get("out")
    wrong_way = (inward is not None and not inward & 0x80) or (outward is not None and outward & 0x80)
    if len(values) != len(pairs) or wrong_way or any(value > 0xFF for value in values.values()):
        raise ValueError
    return PipeChoice(values.get("class", VENDOR_SPECIFIC), values.get("interface"), inward, outward)
