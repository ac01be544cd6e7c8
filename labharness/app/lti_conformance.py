"""Proves that a device speaks the Lab Test Interface as docs/lab-test-interface.md says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from labharness.devices.adapter import Link
from labharness.devices.lti import message as lti
from labharness.devices.lti.cards import decode_orders, decode_words
from labharness.devices.lti.frame import ANSWER, ERROR, NO_REQUEST, READ_SIZE, VERSION, FrameReader, LtiFrame
from labharness.devices.lti.message import ErrorCode, Message
from labharness.devices.opening import open_transport
from labharness.devices.tap import Limits, Tap
from labharness.errors import DeviceError
from labharness.evidence.segments import Direction
from labharness.language.catalog import explain
from labharness.model.cards import Order

MAX_FRAMES = 1 << 12
LONGEST_S = 3600.0
"""Seconds for all steps together."""
UNOFFERED = 0x3E
"""A message type that no version defines."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one step of the conformance test found."""

    name: str
    passed: bool
    sentence: str


class _DeviationError(Exception):
    """The device deviates from the document; the text says how."""


def check_interface(link: Link) -> list[Step]:
    """Run every conformance step against a device.

    A device that can be loaded must hold the cards that the test names: a new deck of 52 cards, or 53 with a
    joker for a dealing shoe, in new-deck order.

    Parameters
    ----------
    link
        A tapped transport to the device.
    """
    return [_run(name, step) for name, step in _Conformance(link).steps()]


@dataclass
class _Memory:
    """Frames that are only counted: conformance is no run and leaves no evidence."""

    position: int = 0

    def record(self, direction: Direction, payload: bytes) -> int:  # noqa: ARG002  nothing is kept
        """Count a frame."""
        self.position += 1
        return self.position - 1


def check_url(url: str, timeout: float = 10.0) -> list[Step]:
    """Open a device and run every conformance step against it; raises the errors of opening it."""
    link = Tap(open_transport(url), _Memory(), Limits(timeout, LONGEST_S))
    link.open()
    try:
        return check_interface(link)
    finally:
        link.close()


def _run(name: str, step: Callable[[], str]) -> Step:
    try:
        return Step(name, passed=True, sentence=step())
    except _DeviationError as deviation:
        return Step(name, passed=False, sentence=str(deviation))
    except DeviceError as error:
        return Step(name, passed=False, sentence=explain(error))


class _Conformance:
    def __init__(self, link: Link) -> None:
        self._link = link
        self._number = 0x01020300
        self._hello: lti.Hello | None = None

    def steps(self) -> Iterator[tuple[str, Callable[[], str]]]:
        """Yield the steps in order; what the device offers decides which apply."""
        yield "capabilities", self._capabilities
        yield "capabilities again", self._capabilities_again
        yield "identity", self._identity
        yield "software", self._software
        yield "status", self._status
        yield "events", self._events
        yield "empty payload", self._empty_payload
        yield "unknown message", self._unknown_message
        yield "damaged frame", self._damaged_frame
        yield "oversize frame", self._oversize_frame
        yield "other version", self._other_version
        hello = self._hello
        if hello is not None:
            if hello.offers(Message.LOAD):
                yield "load and count", self._load_and_count
            work = {
                Message.SHUFFLE: self._shuffle,
                Message.ROUNDS: self._rounds,
                Message.DEAL: self._deal,
                Message.DRAW: self._draw,
                Message.RAW: self._raw,
            }
            for message, step in work.items():
                if hello.offers(message):
                    yield message.name.lower(), step
        yield "rest", self._rest

    def _capabilities(self) -> str:
        hello = self._hello = self._greet()
        missing = [m.name for m in lti.REQUIRED if not hello.offers(m)]
        _require(not missing, f"The device does not offer {' '.join(missing)}, which every device must.")
        _require(
            any(map(hello.offers, lti.WORK)),
            "The device offers no work: no SHUFFLE, ROUNDS, DEAL, DRAW or RAW.",
        )
        cards = any(map(hello.offers, (Message.SHUFFLE, Message.ROUNDS, Message.DEAL)))
        offered = all(map(hello.offers, lti.CARD_MESSAGES))
        _require(
            cards == offered == (hello.max_cards > 0),
            "LOAD, COUNT and max_cards do not fit the work offered.",
        )
        _require(hello.max_units >= 1, "max_units is 0.")
        _require(
            hello.max_request >= 16 + 2 * hello.max_cards, "max_request is too short for the largest LOAD."
        )
        return f"Version {hello.version}, {lti.device_class(hello.device_class).name.lower()}, capabilities consistent."

    def _capabilities_again(self) -> str:
        _require(self._greet() == self._hello, "A second HELLO is answered differently.")
        return "A second HELLO is answered alike."

    def _greet(self) -> lti.Hello:
        hello = lti.Hello.decode(self._ask(Message.HELLO, lti.encode_hello_request(VERSION, VERSION)))
        _require(hello.version == VERSION, f"HELLO asked for version {VERSION} and got {hello.version}.")
        return hello

    def _identity(self) -> str:
        payload = self._ask(Message.IDENTIFY)
        identity = lti.Identity.decode(payload)
        texts = (identity.manufacturer, identity.model, identity.serial, identity.hardware)
        _require(all(texts), "Manufacturer, model, serial number and hardware must not be empty.")
        _require_same(identity.encode(), payload)
        return f"{identity.manufacturer} {identity.model}, serial number {identity.serial}."

    def _software(self) -> str:
        payload = self._ask(Message.SOFTWARE)
        components = lti.decode_software(payload)
        _require(len(components) > 0, "The device names no software.")
        for each in components:
            texts = (each.name, each.version, each.algorithm, each.digest)
            _require(all(texts), "Name, version, algorithm and digest of a component must not be empty.")
        _require_same(lti.encode_software(components), payload)
        return f"{len(components)} components with their digests."

    def _status(self) -> str:
        payload = self._ask(Message.STATUS)
        status = lti.decode_status(payload)
        _require_same(lti.encode_status(status), payload)
        return f"Mode {status.mode!r}, {len(status.alarms)} alarms, {len(status.meters)} meters."

    def _events(self) -> str:
        payload = self._ask(Message.EVENTS)
        events = lti.decode_events(payload)
        _require_same(lti.encode_events(events), payload)
        times = [event.time for event in events]
        _require(times == sorted(times), "The events are not in order of time.")
        return f"{len(events)} events in order."

    def _empty_payload(self) -> str:
        self._require_refusal(Message.STATUS, b"\0", ErrorCode.MALFORMED)
        return "A payload where none belongs is MALFORMED."

    def _unknown_message(self) -> str:
        self._require_refusal(UNOFFERED, b"", ErrorCode.UNSUPPORTED)
        return "An unknown message is UNSUPPORTED."

    def _damaged_frame(self) -> str:
        frame = bytearray(LtiFrame(Message.STATUS, self._next_number()).encode())
        frame[-1] ^= 0xFF
        return self._require_damaged(bytes(frame), "A frame with a wrong CRC")

    def _oversize_frame(self) -> str:
        hello = self._hello or self._greet()
        payload = bytes(hello.max_request + 1)
        return self._require_damaged(
            LtiFrame(Message.STATUS, self._next_number(), payload).encode(), "A frame too long"
        )

    def _other_version(self) -> str:
        frame = LtiFrame(Message.STATUS, self._next_number(), version=VERSION + 100)
        self._link.write(frame.encode())
        self._require_error(self._answer(frame.request), ErrorCode.VERSION, "Another version")
        self._require_refusal(Message.HELLO, lti.encode_hello_request(200, 201), ErrorCode.VERSION)
        return "Another version is answered with VERSION."

    def _load_and_count(self) -> str:
        order = self._deck()
        loaded = lti.decode_count(self._ask(Message.LOAD, lti.encode_load(order)))
        counted = lti.decode_count(self._ask(Message.COUNT))
        for report in (loaded, counted):
            _require(
                report.expected == len(order), f"{len(order)} cards were loaded, {report.expected} expected."
            )
            _require(
                report.correct == (report.inside == report.expected), "The count and its verdict disagree."
            )
        _require(loaded == counted, "COUNT differs from the answer to LOAD, though nothing happened between.")
        _require(loaded.correct, f"The device counts {loaded.inside} cards where {len(order)} were put in.")
        self._require_refusal(Message.LOAD, lti.encode_load(order)[:-1], ErrorCode.MALFORMED)
        return f"{len(order)} cards loaded and counted."

    def _shuffle(self) -> str:
        orders = decode_orders(self._ask(Message.SHUFFLE, lti.encode_number(2)), 2)
        for order in orders:
            self._require_deck(order)
        self._require_limit(Message.SHUFFLE, lti.encode_number)
        return "Two shuffles, each with every card."

    def _rounds(self) -> str:
        orders = decode_orders(self._ask(Message.ROUNDS, lti.encode_rounds(2, 5)), 4)
        _require(
            all(len(order) == 5 for order in orders),
            "A round of five cards dealt or took back another number.",
        )
        self._require_limit(Message.ROUNDS, lambda units: lti.encode_rounds(units, 5))
        return "Two rounds of five cards, all put back."

    def _deal(self) -> str:
        orders = decode_orders(self._ask(Message.DEAL, lti.encode_deal(1, (7, 7))), 3)
        _require(
            [len(order) for order in orders[:2]] == [7, 7], "Two stacks of seven came with another size."
        )
        self._require_deck(np.concatenate(orders))
        self._require_limit(Message.DEAL, lambda units: lti.encode_deal(units, (7, 7)))
        return "Two stacks of seven and a stub, together every card."

    def _draw(self) -> str:
        values = decode_words(self._ask(Message.DRAW, lti.encode_draw(1000, 1, 7)))
        _require(len(values) == 1000, f"{len(values)} outcomes came where 1000 were asked for.")
        _require(bool(((values >= 1) & (values <= 7)).all()), "An outcome lies outside 1 to 7.")
        self._require_refusal(Message.DRAW, lti.encode_draw(1, 7, 1), ErrorCode.MALFORMED)
        self._require_refusal(Message.DRAW, lti.encode_draw(0, 1, 7), ErrorCode.LIMIT)
        return "1000 outcomes from 1 to 7."

    def _raw(self) -> str:
        data = self._ask(Message.RAW, lti.encode_number(100_000))
        _require(len(data) == 100_000, f"{len(data)} bytes came where 100000 were asked for.")
        self._require_refusal(Message.RAW, lti.encode_number(0), ErrorCode.LIMIT)
        return "100000 raw bytes."

    def _rest(self) -> str:
        _require(self._ask(Message.REST) == b"", "REST is answered with a payload.")
        return "The device rests."

    def _deck(self) -> Order:
        hello = self._hello
        joker = hello is not None and hello.device_class == lti.LtiDeviceClass.AUTOMATED_DEALING_SHOE
        return np.arange(52 + joker, dtype=np.uint16)

    def _require_deck(self, order: Order) -> None:
        _require(
            np.array_equal(np.sort(order & 0x3F), self._deck()),
            f"The {len(order)} cards that came are not those that were put in: {len(self._deck())} in new-deck order.",
        )

    def _require_limit(self, message: Message, encode: Callable[[int], bytes]) -> None:
        """Ask for no unit and, where the number can be written, for one more than the device allows."""
        most = self._hello.max_units if self._hello else 0
        for units in (0, most + 1):
            if units < 1 << 32:
                self._require_refusal(message, encode(units), ErrorCode.LIMIT)

    def _require_damaged(self, frame: bytes, what: str) -> str:
        self._link.write(frame)
        answer = self._answer(NO_REQUEST)
        self._require_error(answer, ErrorCode.DAMAGED, what)
        self._ask(Message.STATUS)
        return f"{what} is answered with DAMAGED, and the next request is answered as ever."

    def _require_refusal(self, message: int, payload: bytes, code: ErrorCode) -> None:
        frame = LtiFrame(message, self._next_number(), payload)
        self._link.write(frame.encode())
        refusal = self._require_error(self._answer(frame.request), code, f"Message 0x{message:02X}")
        _require(
            refusal.message == message,
            f"The error names message 0x{refusal.message:02X}, not 0x{message:02X}.",
        )

    def _require_error(self, frame: LtiFrame, code: ErrorCode, what: str) -> lti.Refusal:
        _require(frame.kind == ERROR, f"{what} was answered with type 0x{frame.kind:02X}, not with an error.")
        refusal = lti.Refusal.decode(frame.payload)
        _require(refusal.code == code, f"{what} was answered with {refusal.name}, not with {code.name}.")
        return refusal

    def _ask(self, message: Message, payload: bytes = b"") -> bytes:
        number = self._next_number()
        self._link.write(LtiFrame(message, number, payload).encode())
        frame = self._answer(number)
        if frame.kind == ERROR:
            refusal = lti.Refusal.decode(frame.payload)
            raise _DeviationError(f"{message.name} was refused with {refusal.name}: {refusal.text}")
        _require(frame.kind == message | ANSWER, f"{message.name} was answered with type 0x{frame.kind:02X}.")
        return frame.payload

    def _answer(self, number: int) -> LtiFrame:
        """Read one answer and join its parts."""
        stream, payload = FrameReader(), b""
        for part in range(MAX_FRAMES):
            while (frame := stream.next_frame()) is None:
                stream.feed(self._link.read(READ_SIZE))
            _require(frame.request == number, f"An answer repeats request {frame.request}, not {number}.")
            _require(frame.part == part % 256, f"Part {part} of an answer says that it is part {frame.part}.")
            payload += frame.payload
            if frame.last:
                _require(not len(stream), f"{len(stream)} bytes follow the last frame of an answer.")
                return LtiFrame(frame.kind, number, payload)
        raise _DeviationError("An answer does not end.")

    def _next_number(self) -> int:
        self._number += 0x01010101
        return self._number & 0x7FFFFFFF


def _require(condition: bool, sentence: str) -> None:
    if not condition:
        raise _DeviationError(sentence)


def _require_same(written: bytes, payload: bytes) -> None:
    """Require that what was read is what was sent: strings that had to be made printable differ."""
    _require(payload.startswith(written), "A string holds a control character or is no UTF-8.")
