"""A transport on a stream of bytes without packets, such as a serial port or a socket.

A way to a device, opened by URL.

Each transport is one module of :mod:`labharness.devices.transports`, named after its URL scheme and
holding one class :class:`Transport` can open.  Failures are the typed errors of
:mod:`labharness.errors` (``DeviceTimeout``, ``DeviceStalled``, ``DeviceLost``, ``DeviceNotFound``,
``ProtocolError``), never data.

Streams over TCP, plain or under TLS with a pinned certificate.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import hmac
import socket
import ssl
import time
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar, runtime_checkable

from labharness.devices.control_request import ControlRequest
from labharness.errors import DeviceLost, DeviceNotFound, DeviceTimeout, WrongDevice
from labharness.model.device import UsbFacts
from labharness.model.reasons.wire import Wire

LOOK_S = 0.25
"""Longest wait without a look at what else there is to do."""


def nothing() -> None:
    """Have nothing to look at."""


class Transport(Protocol):
    """Bytes to and from one device."""

    url: str

    def open(self) -> dict[str, str]:
        """Connect; return what the bus says (VID, PID, serial, product, …) for the record."""

    def write(self, data: bytes, timeout: float) -> None:
        """Send all of ``data`` within ``timeout`` seconds."""

    def read(self, size: int, timeout: float) -> bytes:
        """Return 1 to ``size`` bytes, waiting up to ``timeout`` seconds for the first."""

    def close(self) -> None:
        """Let go; safe to call twice."""


@runtime_checkable
class Described(Protocol):
    """A transport over USB, whose descriptors can be read while it is open."""

    def usb_facts(self) -> UsbFacts:
        """Read the descriptors."""


@runtime_checkable
class Controlled(Protocol):
    """A transport over USB, which also carries control requests."""

    def control(self, request: ControlRequest, timeout: float) -> bytes:
        """Carry out a request within ``timeout`` seconds; return what the device replies."""


@runtime_checkable
class Watchful(Protocol):
    """A transport that calls :attr:`look` every :data:`LOOK_S` seconds while it waits; what that raises ends the wait."""

    look: Callable[[], None]


_Answer = TypeVar("_Answer")
_CHUNK = 1 << 18
"""Longest single transfer."""


class ByteStream(Protocol):
    """An open connection. Every call raises :class:`OSError` where the connection is lost."""

    def receive(self, size: int, timeout: float) -> bytes:
        """Return 1 to ``size`` bytes; raises :class:`TimeoutError` if none arrives within about ``timeout`` seconds."""

    def send(self, data: memoryview, timeout: float) -> int:
        """Send some bytes and return their number; raises :class:`TimeoutError` if none leaves in time."""

    def close(self) -> None:
        """Let go; safe to call twice."""


class StreamTransport:
    """A transport on a stream that is connected when it is opened.

    Parameters
    ----------
    url
        What the user wrote.
    connect
        Connects and returns the stream with what is known of the other end; raises a :class:`DeviceError`.
    """

    def __init__(self, url: str, connect: Callable[[], tuple[ByteStream, dict[str, str]]]) -> None:
        self.url = url
        self.look: Callable[[], None] = nothing
        self._connect = connect
        self._stream: ByteStream | None = None

    def open(self) -> dict[str, str]:
        """Connect; return what is known of the other end."""
        self.close()
        self._stream, info = self._connect()
        return info

    def write(self, data: bytes, timeout: float) -> None:
        """Send all of ``data`` within ``timeout`` seconds."""
        stream, view = self._opened(), memoryview(data)
        deadline = time.monotonic() + timeout
        while view:
            view = view[self._waited(partial(stream.send, view[:_CHUNK]), deadline) :]

    def read(self, size: int, timeout: float) -> bytes:
        """Return 1 to ``size`` bytes."""
        stream, most = self._opened(), min(size, _CHUNK)
        return self._waited(partial(stream.receive, most), time.monotonic() + timeout)

    def close(self) -> None:
        """Disconnect; safe to call twice."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _waited(self, transfer: Callable[[float], _Answer], deadline: float) -> _Answer:
        """Carry out a transfer in short waits, with a look between them."""
        while True:
            left = max(0.0, deadline - time.monotonic())
            try:
                return transfer(min(LOOK_S, left))
            except TimeoutError as error:
                # A connection that gave up by itself also raises a TimeoutError, with a number.
                if error.errno == errno.ETIMEDOUT:
                    raise DeviceLost(Wire.LOST(link=self.url)) from error
                if time.monotonic() >= deadline:
                    raise DeviceTimeout(Wire.SILENT(link=self.url)) from error
                self.look()
            except OSError as error:
                raise DeviceLost(Wire.LOST(link=self.url)) from error

    def _opened(self) -> ByteStream:
        if self._stream is None:
            raise DeviceLost(Wire.CLOSED(link=self.url))
        return self._stream


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
