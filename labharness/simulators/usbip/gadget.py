"""The device side of USB: standard requests, and endpoints with a byte pipe to the firmware.

Unless its layout says otherwise, a gadget has a bulk OUT endpoint (0x01), a bulk IN endpoint (0x81) and an interrupt IN
endpoint (0x82).  The firmware is one callable: it is given each OUT transfer, on a thread of its own, and answers with
:meth:`Gadget.send`.  While it works the device takes no further OUT transfer, as real devices do (NAK).
"""

from __future__ import annotations

import struct
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from labharness.devices.control_request import CLASS, ControlRequest
from labharness.devices.control_request import VENDOR as VENDOR_TYPE
from labharness.devices.usb.microsoft import MS_OS_20_INDEX, winusb_descriptors
from labharness.devices.usb.usbip_wire import LinuxError
from labharness.model.simulation import PRODUCT, VENDOR
from labharness.simulators.usbip.layout import (
    BULK_IN,
    BULK_OUT,
    EVENT_IN,
    MICROSOFT_CODE,
    DeviceLayout,
    Strings,
    descriptors,
)

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
        layout: DeviceLayout = DeviceLayout(),  # noqa: B008  it is frozen
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
