"""One imported USB/IP device: a connection, a thread that reads its replies, and transfers in flight."""

from __future__ import annotations

import contextlib
import itertools
import math
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import BinaryIO, cast

from labharness.devices.transport import LOOK_S, nothing
from labharness.devices.usb import usbip_wire as wire
from labharness.devices.usb.usbip_wire import ExportedDevice, LinuxError

CONNECT_S = 5.0
GRACE_S = 2.0
"""A server that does not answer a cancellation, or take our bytes, for so long is lost."""


class LinkError(OSError):
    """A transfer failed; ``status`` is the Linux error number."""

    def __init__(self, status: int) -> None:
        super().__init__(f"USB/IP status {status}")
        self.status = status


class _Transfer:
    """A transfer in flight; its one reply (status, actual length, data) arrives on a queue."""

    __slots__ = ("endpoint", "length", "number", "reply")

    def __init__(self, number: int, endpoint: int, length: int) -> None:
        self.length = length
        self.number = number
        self.endpoint = endpoint
        self.reply: SimpleQueue[tuple[int, int, bytes]] = SimpleQueue()


def connect(host: str, port: int) -> tuple[socket.socket, BinaryIO]:
    """Connect to a USB/IP server; raises :class:`OSError`."""
    connection = socket.create_connection((host, port), CONNECT_S)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    return connection, cast("BinaryIO", connection.makefile("rb", 1 << 16))


@contextlib.contextmanager
def _deadline(connection: socket.socket) -> Iterator[None]:
    """End a connection that is still at work after :data:`CONNECT_S`, however slowly bytes drip in."""
    timer = threading.Timer(CONNECT_S, wire.interrupt, (connection,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def exported_devices(host: str, port: int) -> list[ExportedDevice]:
    """Ask a server what it exports; raises :class:`OSError` where there is none."""
    connection, stream = connect(host, port)
    try:
        with _deadline(connection):
            connection.sendall(wire.OPERATION.pack(wire.VERSION, wire.REQUEST_LIST, 0))
            _answer(stream, wire.REPLY_LIST)
            (count,) = wire.COUNT.unpack(wire.exactly(stream, wire.COUNT.size))
            return [ExportedDevice.read(stream, with_interfaces=True) for _ in range(min(count, 1024))]
    finally:
        wire.close(connection, stream)


def _answer(stream: BinaryIO, expected: int) -> int:
    _, code, status = wire.OPERATION.unpack(wire.exactly(stream, wire.OPERATION.size))
    if code != expected:
        raise ConnectionError("what answers is no USB/IP server")
    return int(status)


def _import(connection: socket.socket, stream: BinaryIO, bus_id: str) -> ExportedDevice:
    request = wire.OPERATION.pack(wire.VERSION, wire.REQUEST_IMPORT, 0)
    connection.sendall(request + wire.BUS_ID.pack(bus_id.encode()))
    if status := _answer(stream, wire.REPLY_IMPORT):
        raise LinkError(status)
    return ExportedDevice.read(stream, with_interfaces=False)


def _send_limit() -> bytes:
    """Return the grace period as the option ``SO_SNDTIMEO`` of this system wants it."""
    if sys.platform == "win32":
        limit = struct.pack("@L", int(GRACE_S * 1000))
    else:
        limit = struct.pack("@ll", int(GRACE_S), int(GRACE_S % 1 * 1e6))
    return limit


class ImportedDevice:
    """An imported device; the server keeps it from everybody else until :meth:`close`.

    Raises
    ------
    LinkError
        With the status of the import (:class:`usbip_wire.Import`) where the server refuses it.
    OSError
        Where no server answers.
    """

    def __init__(self, host: str, port: int, bus_id: str) -> None:
        self._connection, self._stream = connect(host, port)
        try:
            with _deadline(self._connection):
                self.device = _import(self._connection, self._stream, bus_id)
        except BaseException:
            wire.close(self._connection, self._stream)
            raise
        self._connection.settimeout(None)
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, _send_limit())
        self._numbers = itertools.count(1)
        self._flight: dict[int, _Transfer] = {}
        self._lock = threading.Lock()
        self._lost = False
        self._reader = threading.Thread(target=self._read_replies, name=f"usbip {bus_id}", daemon=True)
        self._reader.start()

    def ends(self) -> dict[str, str]:
        """Return the addresses of the server and of this computer; raises :class:`LinkError` where it is gone."""
        try:
            peer, own = self._connection.getpeername(), self._connection.getsockname()
        except OSError as error:
            raise LinkError(LinuxError.ENODEV) from error
        return {"peer": str(peer[0]), "own": str(own[0])}

    def transfer(
        self,
        endpoint: int,
        data: bytes | memoryview,
        length: int,
        timeout: float | None,
        setup: bytes = bytes(8),
        look: Callable[[], None] = nothing,
    ) -> tuple[int, bytes]:
        """Carry out one transfer.

        Parameters
        ----------
        endpoint
            Address, 0x80 set for IN.
        data
            Bytes to send, empty for IN.
        length
            Bytes to send, or the most to receive.
        timeout
            Seconds, None for ever.
        look
            Called while the reply is awaited; what it raises ends the transfer.

        Returns
        -------
        tuple
            Bytes transferred, and the bytes received.

        Raises
        ------
        LinkError
            With ETIMEDOUT, EPIPE, ENODEV, EOVERFLOW or what else the server said.
        """
        transfer = self._submit(endpoint, data, length, setup)
        status, actual, received = self._reply(transfer, math.inf if timeout is None else timeout, look)
        if status:
            raise LinkError(-status)
        return actual, received

    def close(self) -> None:
        """Give the device back; safe to call twice and after the loss of the server."""
        wire.interrupt(self._connection)
        self._reader.join()
        wire.close(self._connection, self._stream)

    @property
    def lost(self) -> bool:
        """Whether the server or the device went away."""
        return self._lost

    def _submit(self, endpoint: int, data: bytes | memoryview, length: int, setup: bytes) -> _Transfer:
        with self._lock:
            transfer = _Transfer(next(self._numbers), endpoint, length)
            head = self._enter(transfer.number, transfer)
            self._send(wire.SUBMIT_COMMAND.pack(wire.SUBMIT, *head, 0, length, 0, 0, 0, setup), data)
        return transfer

    def _reply(self, transfer: _Transfer, timeout: float, look: Callable[[], None]) -> tuple[int, int, bytes]:
        deadline = time.monotonic() + timeout
        while True:
            left = deadline - time.monotonic()
            try:
                return transfer.reply.get(timeout=min(LOOK_S, max(0.0, left)))
            except Empty:
                if left <= LOOK_S:
                    return self._cancel(transfer)
            try:
                look()
            except BaseException:
                with contextlib.suppress(LinkError):
                    self._cancel(transfer)
                raise

    def _cancel(self, transfer: _Transfer) -> tuple[int, int, bytes]:
        """Take a transfer back; what arrived in the meantime is not thrown away."""
        with self._lock:
            head = self._enter(next(self._numbers), transfer)
            self._send(wire.UNLINK_COMMAND.pack(wire.UNLINK, *head, transfer.number))
        try:
            status, actual, received = transfer.reply.get(timeout=GRACE_S)
        except Empty:
            wire.interrupt(self._connection)
            raise LinkError(LinuxError.ETIMEDOUT) from None
        return (-LinuxError.ETIMEDOUT if status == -LinuxError.ECONNRESET else status), actual, received

    def _enter(self, number: int, transfer: _Transfer) -> tuple[int, int, int, int]:
        """Note that command ``number`` will be answered; return the rest of its head."""
        if self._lost:
            raise LinkError(LinuxError.ENODEV)
        self._flight[number] = transfer
        return number, self.device.number, int(transfer.endpoint >= 0x80), transfer.endpoint & 0x0F

    def _send(self, command: bytes, data: bytes | memoryview = b"") -> None:
        try:
            wire.send(self._connection, command, data)
        except OSError as error:
            wire.interrupt(self._connection)  # half a command may be out: nothing can follow it
            raise LinkError(LinuxError.ENODEV) from error

    def _read_replies(self) -> None:
        try:
            while self._read_reply():
                pass
        except OSError:
            pass  # the connection broke: what is in flight is told below
        finally:
            with self._lock:
                self._lost = True
                for transfer in self._flight.values():
                    transfer.reply.put((-LinuxError.ENODEV, 0, b""))
                self._flight.clear()
            wire.interrupt(self._connection)

    def _read_reply(self) -> bool:
        """Hand on one reply; returns False where the server sends garbage."""
        packet = wire.exactly(self._stream, wire.COMMAND_BYTES)
        command, number, *_ = wire.HEAD.unpack_from(packet)
        transfer = self._flight.get(number)
        if transfer is None:
            return False
        if command == wire.SUBMITTED:
            _, _, _, _, _, status, actual, *_ = wire.SUBMITTED_REPLY.unpack(packet)
            if actual > wire.BUFFER_LIMIT:
                return False
            received = wire.exactly(self._stream, actual) if transfer.endpoint & 0x80 else b""
            del self._flight[number]
            longer = len(received) > transfer.length  # than was asked for: no bus delivers that
            transfer.reply.put((-LinuxError.EOVERFLOW, 0, b"") if longer else (status, actual, received))
            return True
        if command == wire.UNLINKED:
            *_, status = wire.UNLINKED_REPLY.unpack(packet)
            del self._flight[number]
            if status and self._flight.pop(transfer.number, None):
                transfer.reply.put((status, 0, b""))
            return True
        return False
