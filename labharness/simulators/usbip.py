"""A USB device in Python, served over USB/IP.

The device side of USB: standard requests, and endpoints with a byte pipe to the firmware.

Unless its layout says otherwise, a gadget has a bulk OUT endpoint (0x01), a bulk IN endpoint (0x81) and an interrupt IN
endpoint (0x82).  The firmware is one callable: it is given each OUT transfer, on a thread of its own, and answers with
:meth:`Gadget.send`.  While it works the device takes no further OUT transfer, as real devices do (NAK).

What a simulated USB device has: numbers, strings, an interface, endpoints; and the descriptors that tell of them.

A USB/IP server with one gadget on it, for our own backend and for the kernel's ``usbip attach``.
"""

from __future__ import annotations

import contextlib
import select
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import BinaryIO, Self, cast

from labharness.devices.control_request import CLASS, ControlRequest
from labharness.devices.control_request import VENDOR as VENDOR_TYPE
from labharness.devices.usb import usbip_wire as wire
from labharness.devices.usb.descriptors import (
    BOS,
    BULK,
    CONFIGURATION,
    CONFIGURATION_LAYOUT,
    DEVICE,
    DEVICE_LAYOUT,
    ENDPOINT,
    ENDPOINT_LAYOUT,
    ENGLISH,
    INTERFACE,
    INTERFACE_LAYOUT,
    INTERRUPT,
    MS_OS_20_INDEX,
    STRING,
    bos_descriptor,
    string_descriptor,
    winusb_descriptors,
)
from labharness.devices.usb.usbip_wire import ExportedDevice, Import, LinuxError
from labharness.model.device import PRODUCT, VENDOR

BULK_OUT, BULK_IN, EVENT_IN = 0x01, 0x81, 0x82
PACKET, EVENT_PACKET = 512, 64
VENDOR_CLASS = 0xFF
MICROSOFT_CODE = 0x20
"""The vendor request for the Microsoft OS 2.0 descriptors."""


@dataclass(frozen=True, slots=True)
class Strings:
    """What the device says of itself on the bus."""

    manufacturer: str
    product: str
    serial: str


@dataclass(frozen=True, slots=True)
class EndpointLayout:
    """An endpoint: address, transfer type, longest packet and polling interval."""

    address: int
    kind: int = BULK
    packet: int = PACKET
    interval: int = 0


@dataclass(frozen=True, slots=True)
class DeviceLayout:
    """An interface and its endpoints; that of the Lab Test Interface unless stated.

    Parameters
    ----------
    interface_class
        Class of the interface.
    endpoints
        Its endpoints, at most one of them to be written to.
    microsoft
        Whether the device names WinUSB as its driver.
    """

    interface_class: int = VENDOR_CLASS
    endpoints: tuple[EndpointLayout, ...] = (
        EndpointLayout(BULK_OUT),
        EndpointLayout(BULK_IN),
        EndpointLayout(EVENT_IN, INTERRUPT, EVENT_PACKET, 4),
    )
    microsoft: bool = True


def descriptors(layout: DeviceLayout, strings: Strings, vid: int, pid: int, release: int) -> dict[int, bytes]:
    """Return every descriptor by the value field of the request for it."""
    endpoints = b"".join(
        ENDPOINT_LAYOUT.pack(
            ENDPOINT_LAYOUT.size, ENDPOINT, each.address, each.kind, each.packet, each.interval
        )
        for each in layout.endpoints
    )
    interface = INTERFACE_LAYOUT.pack(
        INTERFACE_LAYOUT.size, INTERFACE, 0, 0, len(layout.endpoints), layout.interface_class, 0, 0, 0
    )
    size = CONFIGURATION_LAYOUT.size
    total = size + len(interface) + len(endpoints)
    configuration = CONFIGURATION_LAYOUT.pack(size, CONFIGURATION, total, 1, 1, 0, 0x80, 50)
    usb = 0x0210 if layout.microsoft else 0x0200
    device = DEVICE_LAYOUT.pack(
        DEVICE_LAYOUT.size, DEVICE, usb, 0, 0, 0, 64, vid, pid, release, 1, 2, 3, 1
    )  # fmt: skip
    texts = (strings.manufacturer, strings.product, strings.serial)
    return {
        DEVICE << 8: device,
        CONFIGURATION << 8: configuration + interface + endpoints,
        **({BOS << 8: bos_descriptor(MICROSOFT_CODE)} if layout.microsoft else {}),
        STRING << 8: bytes([4, STRING]) + ENGLISH.to_bytes(2, "little"),
        **{(STRING << 8) | number: string_descriptor(text) for number, text in enumerate(texts, 1)},
    }


_HALT = 0
_STALLED = -LinuxError.EPIPE


@dataclass(slots=True, eq=False)
class GadgetTransfer:
    """One transfer that the host asked for.

    Parameters
    ----------
    endpoint
        Address, 0x80 set for IN.
    length
        Bytes sent, or the most that may come back.
    data
        Bytes sent.
    setup
        The eight bytes of a control transfer.
    complete
        Called once with status (0 or a negative Linux error number), actual length and received bytes.
    """

    endpoint: int
    length: int
    data: bytes
    setup: bytes
    complete: Callable[[int, int, bytes | memoryview], None]


@dataclass(slots=True)
class _Endpoint:
    packet: int
    halted: bool = False
    waiting: deque[GadgetTransfer] = field(default_factory=deque)
    messages: deque[memoryview] = field(default_factory=deque)

    def clear(self) -> None:
        self.halted = False
        self.waiting.clear()
        self.messages.clear()


class Gadget:
    """A simulated USB device.

    Parameters
    ----------
    strings
        Manufacturer, product and serial number.
    firmware
        Called with the bytes of each OUT transfer.
    vid, pid, release
        Numbers of the device descriptor.
    layout
        Its interface and endpoints.
    vendor
        Answers class and vendor requests: the reply, or None to refuse.
    sources
        For endpoints that generate bytes, by address: given the most bytes of a transfer, each returns its bytes, or none
        to keep the host waiting.
    """

    def __init__(
        self,
        strings: Strings,
        firmware: Callable[[bytes], None],
        *,
        vid: int = VENDOR,
        pid: int = PRODUCT,
        release: int = 0x0100,
        layout: DeviceLayout = DeviceLayout(),
        vendor: Callable[[ControlRequest], bytes | None] = lambda _: None,
        sources: Mapping[int, Callable[[int], bytes]] | None = None,
    ) -> None:
        self.layout = layout
        self.vid, self.pid, self.release = vid, pid, release
        self.configuration = 0
        self.plugged = True
        self.on_unplug: Callable[[], None] = lambda: None
        self._firmware = firmware
        self._endpoints = {each.address: _Endpoint(each.packet) for each in layout.endpoints}
        self._outward = next((each for each in self._endpoints if not each & 0x80), BULK_OUT)
        self._inward = next((each for each in self._endpoints if each & 0x80), BULK_IN)
        self._vendor, self._sources = vendor, dict(sources or {})
        self._descriptors = descriptors(layout, strings, vid, pid, release)
        self._change = threading.Condition(threading.RLock())
        self._session = 0
        self._working: int | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="firmware", daemon=True)
        self._thread.start()

    def send(self, data: bytes) -> None:
        """Queue one message for the host; it ends with a short or empty packet, so no read spans two."""
        self._queue(self._inward, data)

    def notify(self, data: bytes) -> None:
        """Queue one event on the interrupt endpoint."""
        self._queue(EVENT_IN, data)

    def discard(self, seconds: float) -> None:
        """Take what the host sends, and forget it, until so many seconds pass without a transfer; for the firmware."""
        endpoint = self._endpoints[self._outward]
        with self._change:
            while (
                self._change.wait_for(lambda: self._closed or endpoint.waiting, seconds) and not self._closed
            ):
                transfer = endpoint.waiting.popleft()
                transfer.complete(0, len(transfer.data), b"")

    def stall(self) -> None:
        """Halt both bulk endpoints until the host clears them; what was queued is gone."""
        with self._change:
            for address in self._endpoints.keys() & {self._outward, self._inward}:
                self._halt(self._endpoints[address])

    def unplug(self) -> None:
        """Leave the bus; nothing is answered any more."""
        self.plugged = False
        self.on_unplug()  # first, so that nobody is still waiting for a client that does not read
        with self._change:
            self._clear()

    def reset(self) -> None:
        """Forget everything between host and device, as a reset of the port does."""
        with self._change:
            self._session += 1
            self.configuration = 0
            self._clear()

    def close(self) -> None:
        """Stop the firmware's thread; it ends its present call first."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def submit(self, transfer: GadgetTransfer) -> None:
        """Carry out a transfer now or when the firmware lets it."""
        with self._change:
            endpoint = self._endpoints.get(transfer.endpoint)
            if transfer.endpoint & 0x0F == 0:
                self._control(transfer)
            elif endpoint is None or endpoint.halted:
                transfer.complete(_STALLED, 0, b"")
            else:
                endpoint.waiting.append(transfer)
                self._serve(transfer.endpoint)

    def cancel(self, transfer: GadgetTransfer) -> bool:
        """Take a transfer back; False if it has been completed."""
        with self._change:
            endpoint = self._endpoints.get(transfer.endpoint)
            if endpoint is None or transfer not in endpoint.waiting:
                return False
            endpoint.waiting.remove(transfer)
            return True

    def _queue(self, address: int, data: bytes) -> None:
        with self._change:
            # A call of the firmware that began before a reset speaks to a host that has gone.
            stale = threading.current_thread() is self._thread and self._working != self._session
            endpoint = self._endpoints[address]
            if self.plugged and not stale and not endpoint.halted:
                endpoint.messages.append(memoryview(data))
                self._serve(address)

    def _serve(self, address: int) -> None:
        if not address & 0x80:
            self._change.notify_all()
            return
        endpoint = self._endpoints[address]
        source = self._sources.get(address)
        while source and endpoint.waiting and (data := source(endpoint.waiting[0].length)):
            endpoint.waiting.popleft().complete(0, len(data), data)
        while endpoint.waiting and endpoint.messages:
            transfer, message = endpoint.waiting.popleft(), endpoint.messages.popleft()
            whole = transfer.length - transfer.length % endpoint.packet
            if len(message) <= transfer.length:
                transfer.complete(0, len(message), message)
            elif whole < transfer.length:  # the device sends whole packets: the last one does not fit
                transfer.complete(-LinuxError.EOVERFLOW, 0, b"")
            else:
                transfer.complete(0, whole, message[:whole])
                endpoint.messages.appendleft(message[whole:])

    def _run(self) -> None:
        """Give the firmware one OUT transfer after the other."""
        endpoint = self._endpoints.get(self._outward)
        waiting = endpoint.waiting if endpoint else deque[GadgetTransfer]()
        while True:
            with self._change:
                self._change.wait_for(lambda: self._closed or waiting)
                if self._closed:
                    return
                transfer = waiting.popleft()
                self._working = self._session
                transfer.complete(0, len(transfer.data), b"")
            try:
                self._firmware(transfer.data)
            except BaseException:
                self.unplug()  # crashed firmware leaves the bus; the traceback goes to stderr
                raise

    def _halt(self, endpoint: _Endpoint) -> None:
        waiting = tuple(endpoint.waiting)
        endpoint.clear()
        endpoint.halted = True
        for transfer in waiting:
            transfer.complete(_STALLED, 0, b"")

    def _clear(self) -> None:
        for endpoint in self._endpoints.values():
            endpoint.clear()

    def _control(self, transfer: GadgetTransfer) -> None:
        kind, request, value, index, length = struct.unpack("<BBHHH", transfer.setup)
        if self.layout.microsoft and (kind, request, index) == (0xC0, MICROSOFT_CODE, MS_OS_20_INDEX):
            answer: bytes | None = winusb_descriptors()
        elif kind & 0x60 in (CLASS, VENDOR_TYPE):
            sent, most = (b"", length) if kind & 0x80 else (transfer.data, 0)
            try:
                answer = self._vendor(ControlRequest(kind, request, value, index, sent, most))
            except ValueError:  # a recipient that USB does not know
                answer = None
        else:
            answer = self._standard_request(kind, request, value, index)
        if answer is None:
            transfer.complete(_STALLED, 0, b"")
        elif kind & 0x80:
            answer = answer[: min(length, transfer.length)]
            transfer.complete(0, len(answer), answer)
        else:
            transfer.complete(0, len(transfer.data), b"")

    def _standard_request(self, kind: int, request: int, value: int, index: int) -> bytes | None:
        """Answer a request of chapter 9 of the USB specification; None stalls."""
        endpoint = self._endpoints.get(index & 0xFF)
        answer: bytes | None = None
        match kind, request:
            case 0x80, 6:  # get descriptor
                answer = self._descriptors.get(value)
            case 0x80, 8:  # get configuration
                answer = bytes([self.configuration])
            case 0x00, 9 if value in (0, 1):  # set configuration
                self.configuration, answer = value, b""
            case 0x80 | 0x81, 0:  # get status of the device or the interface
                answer = bytes(2)
            case 0x82, 0 if endpoint:  # get status of an endpoint
                answer = bytes([endpoint.halted, 0])
            case 0x81, 10 if index == 0:  # get interface
                answer = bytes(1)
            case 0x01, 11 if index == 0 and value == 0:  # set interface
                answer = b""
            case 0x02, 1 if endpoint and value == _HALT:  # clear feature
                endpoint.halted, answer = False, b""
            case 0x02, 3 if endpoint and value == _HALT:  # set feature
                self._halt(endpoint)
                answer = b""
        return answer


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

    def __exit__(self, *_: object) -> None:
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
