"""``serial:///dev/ttyUSB0?baud=9600``, ``serial://COM3`` or ``serial://VID:PID/SERIAL``: a serial port in raw mode, 8N1.

A path may be any link to the port, such as one of ``/dev/serial/by-id/``. Parameters: ``baud`` (115200 unless given), ``dtr``
and ``rts`` (0 or 1: their level from the opening on), ``flow`` (1: RTS and CTS hold the sender), ``knock`` (rates such as
``110.300.110.19200`` at which the port is opened for a moment before, by which some devices choose a mode).
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote

from labharness.devices.stream import ByteStream, StreamTransport, Transport
from labharness.errors import InputError
from labharness.model.reasons.wire import Wire

FORMS = ("serial:///dev/ttyUSB0?baud=9600", "serial://0403:6001/SERIAL?baud=9600", "serial://COM3?baud=9600")
_PLACE = re.compile(
    r"(?P<path>/[^\0]+|COM[0-9]{1,3})|(?P<vid>[0-9a-fA-F]{4}):(?P<pid>[0-9a-fA-F]{4})(?:/(?P<serial>.*))?"
)
_RATE = "[1-9][0-9]{1,7}"
_VALUES = {
    "baud": _RATE,
    "dtr": "[01]",
    "rts": "[01]",
    "flow": "[01]",
    "knock": rf"{_RATE}(\.{_RATE}){{0,7}}",
}


def transport(url: str) -> Transport:
    """Return the transport; raises :class:`InputError` if place or a parameter is not valid."""
    place, _, query = url.removeprefix("serial://").partition("?")
    match = _PLACE.fullmatch(place)
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query))
    except ValueError:
        pairs = [("", "")]
    values = dict(pairs)
    sound = all(name in _VALUES and re.fullmatch(_VALUES[name], value) for name, value in pairs)
    if not match or not sound or len(values) != len(pairs) or unquote(place).count("\0"):
        raise InputError(Wire.URL_INVALID(url=url, forms=FORMS))
    return StreamTransport(url, lambda: _connect(url, values))


def port_path(url: str) -> str:
    """Return the path of the port that a URL names; raises as :func:`transport`, or a :class:`DeviceError`."""
    from labharness.devices.serial_port import port_of

    match = _PLACE.fullmatch(url.removeprefix("serial://").partition("?")[0])
    if not match:
        raise InputError(Wire.URL_INVALID(url=url, forms=FORMS))
    if match["path"]:
        return unquote(match["path"])
    return port_of(match["vid"], match["pid"], unquote(match["serial"] or ""))


def _connect(url: str, values: dict[str, str]) -> tuple[ByteStream, dict[str, str]]:
    from labharness.devices.serial_port import SerialSettings, connect_serial

    levels = {name: values[name] == "1" for name in ("dtr", "rts") if name in values}
    knock = tuple(map(int, filter(None, values.get("knock", "").split("."))))
    settings = SerialSettings(
        int(values.get("baud", "115200")), flow=values.get("flow") == "1", knock=knock, **levels
    )
    return connect_serial(url, port_path(url), settings)
