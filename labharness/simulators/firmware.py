"""The device's side of the Lab Test Interface: bytes of requests in, steps on the wire out.

A thread that serves the hosts of a socket or terminal, one after the other.

A simulated device at the end of a stream: over TCP, or on a pseudo-terminal as a serial port.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from inspect import getfile
from pathlib import Path
from typing import Protocol, Self

from labharness import __version__
from labharness.devices.lti import message as lti
from labharness.devices.lti.frame import (
    ANSWER,
    ERROR,
    MAX_PAYLOAD,
    NO_REQUEST,
    VERSION,
    FrameReader,
    LtiFrame,
    split,
)
from labharness.devices.lti.message import WORD, ErrorCode, RequestType, encode_orders
from labharness.errors import InputError, ProtocolError
from labharness.language.catalog import explain
from labharness.model.cards import UNREAD, types
from labharness.model.device import HARDWARE, DeviceStatus, SoftwareComponent
from labharness.model.observations import Kind
from labharness.simulators.fault import KILLED, Die, Discard, Fault, Send, Stall, Step, Unplug, Wait
from labharness.simulators.unit import SimulatedUnit

MAX_REQUEST = 4096
"""Longest request payload: an order of 2,000 cards fits."""
MAX_UNITS = 100_000
MAX_ANSWER = 1 << 24
PATIENCE = 1.0
"""Seconds after which the rest of a request that broke off is no longer waited for."""
SETTLE_S = 0.05
"""Seconds without a byte after which a device answers what was damaged."""

_WORK = {
    RequestType.SHUFFLE: Kind.SHUFFLE,
    RequestType.ROUNDS: Kind.ROUND,
    RequestType.DEAL: Kind.DEAL,
    RequestType.DRAW: Kind.DRAW,
    RequestType.RAW: Kind.BYTES,
}


@dataclass(frozen=True, slots=True)
class Traits:
    """How a device uses the freedoms that the document leaves it.

    Parameters
    ----------
    max_request, max_units
        Limits that it declares and keeps.
    max_cards
        Most cards that it holds; None for those of the machine.
    without
        Messages that it could offer and does not.
    part
        Bytes of payload in one frame of an answer.
    empty_last
        Whether every answer ends with an empty part.
    start_s
        Seconds before the first frame of an answer to work.
    alive_s
        Seconds between signs of life before that.
    """

    max_request: int = MAX_REQUEST
    max_units: int = MAX_UNITS
    max_cards: int | None = None
    without: frozenset[RequestType] = frozenset()
    part: int = MAX_PAYLOAD
    empty_last: bool = False
    start_s: float = 0.0
    alive_s: float = 1.5


class RefusedError(Exception):
    """The device will not do what a request asks; the code and the text go to the host."""

    def __init__(self, code: ErrorCode, text: str) -> None:
        super().__init__(text)
        self.code = code


class Firmware:
    """Answers requests for one unit.

    Parameters
    ----------
    unit
        The machine behind the port.
    serial
        The unit's serial number.
    faults
        Those that may act on the wire.
    traits
        How it uses the freedoms of the document.
    clock
        Seconds since any moment.
    """

    def __init__(
        self,
        unit: SimulatedUnit,
        serial: str,
        faults: Sequence[Fault] = (),
        traits: Traits = Traits(),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.unit = unit
        self._traits = traits
        self._clock = clock
        self._max_cards = unit.machine.MAX_CARDS if traits.max_cards is None else traits.max_cards
        self._serial = serial
        self._faults = tuple(faults)
        self._stream = FrameReader(self._traits.max_request)
        self._started = self._heard = self._clock()
        self._events: list[lti.LtiEvent] = []
        self._mode = "rest"
        self._record(1, "power on")
        offered = {m for m, kind in _WORK.items() if kind in unit.machine.KINDS} | set(lti.REQUIRED)
        if unit.machine.MAX_CARDS:
            offered |= set(lti.CARD_MESSAGES)
        self._offered = offered - traits.without

    def receive(self, data: bytes) -> list[Step]:
        """Take bytes from the host and return what to do on the wire."""
        now = self._clock()
        if now - self._heard > PATIENCE:
            self._stream = FrameReader(self._traits.max_request)
        self._heard = now
        self._stream.feed(data)
        steps: list[Step] = []
        try:
            while (request := self._stream.next_frame()) is not None:
                steps += self._answered(request)
        except ProtocolError as error:
            self._stream = FrameReader(self._traits.max_request)
            refusal = lti.Refusal(ErrorCode.DAMAGED, 0, explain(error))
            steps += [Discard(SETTLE_S), Send(LtiFrame(ERROR, NO_REQUEST, refusal.encode()).encode())]
        return steps

    def _answered(self, request: LtiFrame) -> list[Step]:
        kind = request.kind | ANSWER
        try:
            payload = self._answer(request)
        except RefusedError as error:
            kind, payload = ERROR, lti.Refusal(error.code, request.kind, str(error)).encode()
        steps: list[Step] = [] if kind == ERROR else list(self._signs_of_life(request))
        first = len(steps) // 2
        frames = self._frames(kind, request.request, payload)
        steps += [Send(replace(frame, part=(first + frame.part) % 256).encode()) for frame in frames]
        for fault in self._faults:
            steps = fault.answered(request, steps)
        return steps

    def _frames(self, kind: int, request: int, payload: bytes) -> Iterator[LtiFrame]:
        if kind == ERROR:
            return iter((LtiFrame(kind, request, payload),))
        frames = list(split(kind, request, payload, self._traits.part))
        if self._traits.empty_last:
            end = LtiFrame(kind, request, part=len(frames) % 256)
            frames = [*(replace(frame, last=False) for frame in frames), end]
        return iter(frames)

    def _signs_of_life(self, request: LtiFrame) -> Iterator[Step]:
        """Yield a wait and an empty part, again and again, until work begins to answer."""
        traits = self._traits
        if request.kind in _WORK:
            for part in range(int(traits.start_s / traits.alive_s)):
                yield Wait(traits.alive_s)
                kind = request.kind | ANSWER
                yield Send(LtiFrame(kind, request.request, last=False, part=part % 256).encode())

    def _answer(self, request: LtiFrame) -> bytes:
        if request.version != VERSION:
            raise RefusedError(ErrorCode.VERSION, f"this device speaks version {VERSION}")
        if request.kind not in self._offered:
            raise RefusedError(ErrorCode.UNSUPPORTED, f"message 0x{request.kind:02X} is not offered")
        if not request.last or request.part:
            raise RefusedError(ErrorCode.MALFORMED, "a request is one frame, part 0 with LAST")
        message, handlers = RequestType(request.kind), self._handlers()
        try:
            if message in handlers:
                return handlers[message](request.payload)
            if request.payload:
                raise RefusedError(ErrorCode.MALFORMED, "this request has no payload")
            return self._facts()[message]()
        except ProtocolError as error:
            raise RefusedError(ErrorCode.MALFORMED, explain(error)) from error
        except InputError as error:
            raise RefusedError(ErrorCode.STATE, explain(error)) from error

    def _handlers(self) -> dict[RequestType, Callable[[bytes], bytes]]:
        return {
            RequestType.HELLO: self._hello,
            RequestType.LOAD: self._load,
            RequestType.SHUFFLE: self._shuffle,
            RequestType.ROUNDS: self._rounds,
            RequestType.DEAL: self._deal,
            RequestType.DRAW: self._draw,
            RequestType.RAW: self._raw,
        }

    def _facts(self) -> dict[RequestType, Callable[[], bytes]]:
        return {
            RequestType.IDENTIFY: self._identify,
            RequestType.SOFTWARE: self._software,
            RequestType.COUNT: lambda: lti.encode_count(self.unit.count()),
            RequestType.STATUS: self._status,
            RequestType.EVENTS: lambda: lti.encode_events(tuple(self._events)),
            RequestType.REST: self._rest,
        }

    def _hello(self, payload: bytes) -> bytes:
        oldest, newest = lti.decode_hello_request(payload)
        if not oldest <= VERSION <= newest:
            raise RefusedError(ErrorCode.VERSION, f"this device speaks version {VERSION}")
        machine = self.unit.machine
        capabilities = sum(1 << message for message in self._offered)
        return lti.Hello(
            VERSION,
            lti.LtiDeviceClass[machine.DEVICE_CLASS.name],
            capabilities,
            self._traits.max_request,
            self._traits.max_units,
            self._max_cards,
        ).encode()

    def _identify(self) -> bytes:
        return lti.Identity("Simulated", self.unit.machine.TITLE, self._serial, HARDWARE).encode()

    def _software(self) -> bytes:
        parts = (("machine", type(self.unit.machine)), ("interface", Firmware))
        return lti.encode_software(tuple(_component(name, owner) for name, owner in parts))

    def _load(self, payload: bytes) -> bytes:
        order = lti.decode_load(payload)
        if (types(order) == UNREAD).any():
            raise RefusedError(ErrorCode.MALFORMED, "a card that was not read cannot be loaded")
        most = self._max_cards
        if not 1 <= len(order) <= most:
            raise RefusedError(ErrorCode.LIMIT, f"this device holds 1 to {most} cards, not {len(order)}")
        report = self.unit.load(order)
        self._mode = "ready"
        self._record(2, f"{report.inside} cards loaded")
        return lti.encode_count(report)

    def _shuffle(self, payload: bytes) -> bytes:
        shuffles = lti.decode_number(payload)
        self._require_work(shuffles, (len(self.unit.cards) + 1) * WORD.itemsize)
        self._mode = "ready"
        return encode_orders(self.unit.shuffle() for _ in range(shuffles))

    def _rounds(self, payload: bytes) -> bytes:
        rounds, cards = lti.decode_rounds(payload)
        self._require_work(rounds, 2 * (cards + 1) * WORD.itemsize)
        self._require_cards(cards)
        self._mode = "ready"
        return encode_orders(order for _ in range(rounds) for order in self.unit.round(cards))

    def _deal(self, payload: bytes) -> bytes:
        deals, stacks = lti.decode_deal(payload)
        self._require_work(deals, (len(self.unit.cards) + len(stacks) + 1) * WORD.itemsize)
        self._require_cards(sum(stacks))
        self._mode = "ready"
        return encode_orders(order for _ in range(deals) for order in self.unit.deal(stacks))

    def _draw(self, payload: bytes) -> bytes:
        count, low, high = lti.decode_draw(payload)
        if high < low:
            raise RefusedError(ErrorCode.MALFORMED, f"the range {low} to {high} is empty")
        _require_size(count, WORD.itemsize)
        return self.unit.draw(count, low, high).astype(WORD).tobytes()

    def _raw(self, payload: bytes) -> bytes:
        count = lti.decode_number(payload)
        _require_size(count, 1)
        return self.unit.raw(count)

    def _status(self) -> bytes:
        report = self.unit.count()
        alarms = (*self.unit.alarms, *(() if report.correct else (report.message,)))
        return lti.encode_status(DeviceStatus(self._mode, alarms, {"units": self.unit.units}))

    def _rest(self) -> bytes:
        self._mode = "rest"
        return b""

    def _require_work(self, units: int, size: int) -> None:
        """Refuse a number of shuffles, rounds or deals that cannot be done."""
        if units > self._traits.max_units:
            raise RefusedError(ErrorCode.LIMIT, f"ask for 1 to {self._traits.max_units} at once, not {units}")
        _require_size(units, size)
        if not len(self.unit.cards):
            raise RefusedError(ErrorCode.STATE, "no cards are loaded")

    def _require_cards(self, number: int) -> None:
        if not 1 <= number <= len(self.unit.cards):
            raise RefusedError(ErrorCode.LIMIT, f"{number} cards asked for, {len(self.unit.cards)} inside")

    def _record(self, code: int, text: str) -> None:
        milliseconds = int((self._clock() - self._started) * 1000)
        self._events = [*self._events, lti.LtiEvent(milliseconds, code, text)][-100:]


def _require_size(units: int, size: int) -> None:
    if not 1 <= units * size <= MAX_ANSWER:
        raise RefusedError(ErrorCode.LIMIT, f"ask for 1 to {MAX_ANSWER // size} at once, not {units}")


def _component(name: str, owner: type) -> SoftwareComponent:
    digest = sha256(Path(getfile(owner)).read_bytes()).hexdigest()
    return SoftwareComponent(name, __version__, "SHA-256", digest)


class DeviceConnection(Protocol):
    """The device's end of one connection; lost connections raise :class:`OSError`."""

    def fileno(self) -> int:
        """Return what can be waited for."""

    def recv(self, size: int, /) -> bytes:
        """Return 1 to ``size`` bytes, or nothing at the end."""

    def send(self, data: memoryview, /) -> int:
        """Send some bytes; return how many."""

    def close(self) -> None:
        """Disconnect."""


class Socket(Protocol):
    """Where hosts connect, one after the other."""

    url: str

    def connections(self, stop: socket.socket) -> Iterator[DeviceConnection]:
        """Yield one connection after the other until something arrives at ``stop``."""

    def close(self) -> None:
        """Be gone for hosts."""


class UnpluggedError(Exception):
    """The device leaves."""


class WireServer(ABC):
    """A simulated device at the end of a stream, on a thread of its own; :meth:`close` ends it.

    Parameters
    ----------
    end
        Where hosts connect.
    name
        Name of the thread.
    """

    def __init__(self, end: Socket, name: str) -> None:
        self.url, self._end = end.url, end
        self._wake, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Drop the host and end the thread; safe to call twice."""
        self._wake.close()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    @abstractmethod
    def _talk(self, wire: DeviceConnection) -> None:
        """Serve one host; returns when it left, raises :class:`UnpluggedError` where the device leaves."""

    def _run(self) -> None:
        with self._woken, contextlib.closing(self._end):
            for wire in self._end.connections(self._woken):
                with contextlib.closing(wire):
                    try:
                        self._talk(wire)
                    except UnpluggedError:
                        return
                    except OSError:  # the host left
                        continue


_CHUNK = 1 << 16


class TcpSocket:
    """A port of a network; while a host is connected, the next one waits.

    Raises
    ------
    OSError
        If the address cannot be had.
    """

    def __init__(self, host: str, port: int) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._listener = socket.create_server((host, port), family=family)
        self.host, self.port = self._listener.getsockname()[:2]
        self.url = f"tcp://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"

    def connections(self, stop: socket.socket) -> Iterator[DeviceConnection]:
        """Accept one host after the other."""
        while stop not in select.select([self._listener, stop], [], [])[0]:
            connection, _ = self._listener.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.settimeout(0.0)
            yield connection

    def close(self) -> None:
        """Listen no more."""
        self._listener.close()


if sys.platform != "win32":
    import tty

    class _Master:
        """The master of a pseudo-terminal."""

        def __init__(self, file: int) -> None:
            self._file = file

        def fileno(self) -> int:
            """Return its file descriptor."""
            return self._file

        def recv(self, size: int, /) -> bytes:
            """Return 1 to ``size`` bytes."""
            return os.read(self._file, size)

        def send(self, data: memoryview, /) -> int:
            """Send some bytes; return how many."""
            return os.write(self._file, data)

        def close(self) -> None:
            """Keep it: hosts come and go without the device's notice, as on a serial cable."""

    class PtySocket:
        """A pseudo-terminal in the place of a serial port."""

        def __init__(self) -> None:
            # The slave stays open, because a master whose last slave closed reads as an error.
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self.url = f"serial://{os.ttyname(self._slave)}"

        def connections(self, stop: socket.socket) -> Iterator[DeviceConnection]:
            """Yield the only one."""
            del stop
            yield _Master(self._master)

        def close(self) -> None:
            """Remove the terminal; whoever has it open is told."""
            for file in (self._master, self._slave):
                os.close(file)


class StreamServer(WireServer):
    """A simulated device behind a socket or terminal; :meth:`close` ends it.

    Parameters
    ----------
    end
        Where hosts connect.
    firmware
        Takes received bytes and returns what the device then does.
    """

    def __init__(self, end: Socket, firmware: Callable[[bytes], list[Step]]) -> None:
        self._firmware = firmware
        super().__init__(end, "stream server")

    def unplug(self) -> None:
        """Pull the plug; the device does not come back."""
        self.close()

    def _talk(self, wire: DeviceConnection) -> None:
        while self._ready(wire, reading=True):
            data = wire.recv(_CHUNK)
            if not data:
                return
            for step in self._firmware(data):
                self._perform(step, wire)
        raise UnpluggedError

    def _perform(self, step: Step, wire: DeviceConnection) -> None:
        match step:
            case Send(data):
                view = memoryview(data)
                while view:
                    if not self._ready(wire, reading=False):
                        raise UnpluggedError
                    with contextlib.suppress(BlockingIOError):
                        view = view[wire.send(view) :]
            case Wait(seconds):
                time.sleep(seconds)
            case Discard(seconds):
                self._discard(wire, seconds)
            case Stall():
                pass  # a stream has no endpoint to halt: what was to be sent is lost
            case Unplug():
                raise UnpluggedError
            case Die():
                os._exit(KILLED)

    def _discard(self, wire: DeviceConnection, seconds: float) -> None:
        while ready := select.select([self._woken, wire], [], [], seconds)[0]:
            if self._woken in ready:
                raise UnpluggedError
            if not wire.recv(_CHUNK):
                return

    def _ready(self, wire: DeviceConnection, *, reading: bool) -> bool:
        """Wait for the host; False where the server is to end."""
        waited: list[socket.socket | DeviceConnection] = [self._woken, *([wire] if reading else [])]
        return self._woken not in select.select(waited, [] if reading else [wire], [])[0]
