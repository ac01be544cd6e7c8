"""Streams over TCP, plain or under TLS with a pinned certificate."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import socket
import ssl

from labharness.devices.stream import ByteStream
from labharness.errors import DeviceLost, DeviceNotFound, WrongDevice
from labharness.model.reasons.wire import Wire

CONNECT_S = 10.0
_KEEPALIVE = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}
"""A peer without power is noticed after 25 seconds of silence, where the system can set these."""


class SocketStream:
    """A connected socket as a :class:`ByteStream`."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def receive(self, size: int, timeout: float) -> bytes:
        """Return 1 to ``size`` bytes."""
        self._connection.settimeout(max(timeout, 0.001))  # 0 would not wait at all
        data = self._connection.recv(size)
        if not data:
            raise ConnectionResetError
        return data

    def send(self, data: memoryview, timeout: float) -> int:
        """Send some bytes and return their number."""
        self._connection.settimeout(max(timeout, 0.001))
        return self._connection.send(data)

    def close(self) -> None:
        """Disconnect at once; safe to call twice."""
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        self._connection.close()


def connect_tcp(url: str, host: str, port: int) -> tuple[ByteStream, dict[str, str]]:
    """Connect to a host.

    Raises
    ------
    DeviceNotFound
        If nothing answers there.
    """
    connection = _connected(url, host, port)
    return SocketStream(connection), {"transport": "tcp", **_ends(connection)}


def connect_tls(url: str, host: str, port: int, pin: str) -> tuple[ByteStream, dict[str, str]]:
    """Connect to a host under TLS 1.2 or later and compare its certificate before a byte of the protocol is sent.

    Parameters
    ----------
    pin
        SHA-256 of the certificate in DER, 64 lower-case hexadecimal digits. The pin alone identifies the device: names,
        dates and issuers of the certificate are not examined.

    Raises
    ------
    DeviceNotFound
        If nothing answers there.
    DeviceLost
        If what answers does not speak TLS.
    WrongDevice
        If it has another certificate.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    connection = _connected(url, host, port)
    ends = _ends(connection)
    try:
        secured = context.wrap_socket(connection, server_hostname=host)
    except OSError as error:
        connection.close()
        raise DeviceLost(Wire.NO_TLS(link=url)) from error
    received = hashlib.sha256(secured.getpeercert(binary_form=True) or b"").hexdigest()
    if not hmac.compare_digest(received, pin):
        secured.close()
        raise WrongDevice(Wire.OTHER_CERTIFICATE(link=url, received=received))
    version = secured.version() or ""
    return SocketStream(secured), {"transport": "tls", **ends, "tls": version, "certificate": received}


def _connected(url: str, host: str, port: int) -> socket.socket:
    try:
        connection = socket.create_connection((host, port), CONNECT_S)
    except (OSError, UnicodeError) as error:  # a name that cannot be a host's is a UnicodeError
        raise DeviceNotFound(Wire.HOST_SILENT(link=url)) from error
    # Requests are short and wait for their answers.
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _KEEPALIVE.items():
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    return connection


def _ends(connection: socket.socket) -> dict[str, str]:
    """Return the addresses that the connection is between."""
    return {"peer": str(connection.getpeername()[0]), "own": str(connection.getsockname()[0])}
