"""``tcp://HOST:PORT``: a device, or a terminal server in front of its serial port, on the bench's own network."""

from __future__ import annotations

import re
from functools import partial

from labharness.devices.stream import StreamTransport, Transport, connect_tcp
from labharness.errors import InputError
from labharness.model.reasons.wire import Wire

_URL = re.compile(r"tcp://(\[[0-9a-fA-F:.%]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})")


def transport(url: str) -> Transport:
    """Return the transport; raises :class:`InputError` unless host and port are there."""
    match = _URL.fullmatch(url)
    if not match or not 0 < int(match[2]) < 65536:
        raise InputError(Wire.URL_INVALID(url=url, forms=("tcp://192.168.7.2:4000",)))
    return StreamTransport(url, partial(connect_tcp, url, match[1].strip("[]"), int(match[2])))
