"""``tls://HOST:PORT?sha256=…``: TCP under TLS to the device whose certificate has this SHA-256."""

from __future__ import annotations

import re
from functools import partial

from labharness.devices.stream import StreamTransport, Transport, connect_tls
from labharness.errors import InputError
from labharness.model.reasons.wire import Wire

_URL = re.compile(
    r"tls://(\[[0-9a-fA-F:.%]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})\?sha256=([0-9a-fA-F]{64}|(?:[0-9a-fA-F]{2}:){31}[0-9a-fA-F]{2})"
)
"""The digest may have colons, as ``openssl x509 -fingerprint -sha256`` prints it."""


def transport(url: str) -> Transport:
    """Return the transport; raises :class:`InputError` unless host, port and digest of the certificate are there."""
    match = _URL.fullmatch(url)
    if not match or not 0 < int(match[2]) < 65536:
        raise InputError(Wire.URL_INVALID(url=url, forms=("tls://192.168.7.2:4000?sha256=CERTIFICATE",)))
    pin = match[3].replace(":", "").lower()
    return StreamTransport(url, partial(connect_tls, url, match[1].strip("[]"), int(match[2]), pin))
