"""A USB/IP server with one gadget on it, for our own backend and for the kernel's ``usbip attach``."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from types import TracebackType
from typing import BinaryIO, Self, cast

from labharness.devices.usb import usbip_wire as wire
from labharness.devices.usb.usbip_wire import ExportedDevice, Import, LinuxError
from labharness.simulators.usbip.gadget import Gadget, GadgetTransfer

BUS_ID = "1-1"
HIGH_SPEED = 3


def serve(gadget: Gadget, host: str = "127.0.0.1", port: int = 0) -> Server:
    """Serve a gadget from threads of this process; port 0 takes a free one.

    Raises
    ------
    OSError
        If the address cannot be had.
    """
    return Server(gadget, socket.create_server((host, port)))


class Server:
    """A running server; :meth:`close` ends it and the gadget's firmware."""

    def __init__(self, gadget: Gadget, listener: socket.socket) -> None:
        self.gadget = gadget
        self.host, self.port = listener.getsockname()[:2]
        self._listener = listener
        self._wake, self._woken = socket.socketpair()
        self._lock = threading.Lock()
        self._connections: dict[socket.socket, threading.Thread] = {}
        self._imported = threading.Semaphore()
        self._address = 1
        gadget.on_unplug = self._disconnect
        self._acceptor = threading.Thread(target=self._accept, name="usbip server", daemon=True)
        self._acceptor.start()

    @property
    def url(self) -> str:
        """Where the gadget can be reached."""
        return f"usbip://{self.host}:{self.port}/{BUS_ID}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def unplug(self) -> None:
        """Pull the plug: the connection breaks and the device is listed no more."""
        self.gadget.unplug()

    def replug(self) -> None:
        """Plug the device in again; it has a new address on the bus."""
        self._address += 1
        self.gadget.reset()
        self.gadget.plugged = True

    def close(self) -> None:
        """Drop every connection and end all threads."""
        self._wake.close()
        self._acceptor.join()
        self._disconnect()
        with self._lock:
            threads = tuple(self._connections.values())
        for thread in threads:
            thread.join()
        self.gadget.close()

    def _disconnect(self) -> None:
        with self._lock:
            for connection in self._connections:
                wire.interrupt(connection)

    def _accept(self) -> None:
        with self._listener, self._woken:
            while self._woken not in select.select([self._listener, self._woken], [], [])[0]:
                connection, _ = self._listener.accept()
                thread = threading.Thread(
                    target=self._talk, args=(connection,), name="usbip client", daemon=True
                )
                with self._lock:
                    self._connections[connection] = thread
                thread.start()

    def _talk(self, connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        stream = cast("BinaryIO", connection.makefile("rb", 1 << 16))
        try:
            with contextlib.suppress(OSError):  # the client left, or unplug() broke the connection
                self._operation(connection, stream)
        finally:
            with self._lock:
                del self._connections[connection]
            wire.close(connection, stream)

    def _operation(self, connection: socket.socket, stream: BinaryIO) -> None:
        _, code, _ = wire.OPERATION.unpack(wire.exactly(stream, wire.OPERATION.size))
        if code == wire.REQUEST_LIST:
            devices = [self._exported()] if self.gadget.plugged else []
            reply = wire.OPERATION.pack(wire.VERSION, wire.REPLY_LIST, 0) + wire.COUNT.pack(len(devices))
            connection.sendall(reply + b"".join(each.pack(with_interfaces=True) for each in devices))
        elif code == wire.REQUEST_IMPORT:
            name = wire.exactly(stream, wire.BUS_ID.size).partition(b"\0")[0]
            if not self.gadget.plugged or name != BUS_ID.encode():
                connection.sendall(wire.OPERATION.pack(wire.VERSION, wire.REPLY_IMPORT, Import.NO_DEVICE))
            elif not self._imported.acquire(blocking=False):
                connection.sendall(wire.OPERATION.pack(wire.VERSION, wire.REPLY_IMPORT, Import.BUSY))
            else:
                try:
                    self._serve_import(connection, stream)
                finally:
                    self.gadget.reset()
                    self._imported.release()

    def _serve_import(self, connection: socket.socket, stream: BinaryIO) -> None:
        self.gadget.reset()
        device = self._exported()
        reply = wire.OPERATION.pack(wire.VERSION, wire.REPLY_IMPORT, Import.OK)
        connection.sendall(reply + device.pack(with_interfaces=False))
        _Attachment(self.gadget, connection, stream).run()

    def _exported(self) -> ExportedDevice:
        gadget = self.gadget
        return ExportedDevice(
            BUS_ID, 1, self._address, HIGH_SPEED, gadget.vid, gadget.pid, gadget.release, gadget.configuration, 1, ((gadget.layout.interface_class, 0, 0),)
        )  # fmt: skip


class _Attachment:
    """The commands of one client that has imported the gadget."""

    def __init__(self, gadget: Gadget, connection: socket.socket, stream: BinaryIO) -> None:
        self._gadget = gadget
        self._connection = connection
        self._stream = stream
        self._sending = threading.Lock()
        self._flight: dict[int, GadgetTransfer] = {}

    def run(self) -> None:
        """Carry out commands until the connection ends or carries garbage."""
        while self._command():
            pass

    def _command(self) -> bool:
        packet = wire.exactly(self._stream, wire.COMMAND_BYTES)
        command, number, _, inward, index = wire.HEAD.unpack_from(packet)
        if command == wire.SUBMIT and inward in (0, 1) and index < 16:
            *_, length, _, _, _, setup = wire.SUBMIT_COMMAND.unpack(packet)
            if not 0 <= length <= wire.BUFFER_LIMIT:
                return False
            data = b"" if inward else wire.exactly(self._stream, length)
            self._submit(number, (inward << 7) | index, length, data, setup)
            return True
        if command == wire.UNLINK:
            *_, victim = wire.UNLINK_COMMAND.unpack(packet)
            transfer = self._flight.get(victim)
            canceled = transfer is not None and self._gadget.cancel(transfer)
            if canceled:
                self._flight.pop(victim)
            status = -LinuxError.ECONNRESET if canceled else 0
            self._send(wire.UNLINKED_REPLY.pack(wire.UNLINKED, number, 0, 0, 0, status))
            return True
        return False

    def _submit(self, number: int, endpoint: int, length: int, data: bytes, setup: bytes) -> None:
        def complete(status: int, actual: int, received: bytes | memoryview) -> None:
            self._flight.pop(number, None)
            reply = wire.SUBMITTED_REPLY.pack(wire.SUBMITTED, number, 0, 0, 0, status, actual, 0, 0, 0)
            # A client that has gone is noticed by whoever reads from it.
            with contextlib.suppress(OSError):
                self._send(reply, received)

        transfer = self._flight[number] = GadgetTransfer(endpoint, length, data, setup, complete)
        self._gadget.submit(transfer)

    def _send(self, reply: bytes, received: bytes | memoryview = b"") -> None:
        with self._sending:
            wire.send(self._connection, reply, received)
