"""Speaks the Lab Test Interface (docs/lab-test-interface.md) with shufflers, shoes and generators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from labharness.devices.adapter import AcquireRequest, Demand, Link, adapter
from labharness.devices.lti import message as lti
from labharness.devices.lti.answer import AnswerReader
from labharness.devices.lti.cards import decode_orders, decode_words
from labharness.devices.lti.frame import ANSWER, ERROR, NO_REQUEST, READ_SIZE, VERSION, LtiFrame
from labharness.devices.lti.limits import MAX_ANSWER, objections
from labharness.devices.lti.message import RequestType
from labharness.errors import (
    CaptureMismatch,
    DeviceJammed,
    DeviceRefused,
    DeviceTimeout,
    InputError,
    ProtocolError,
    TransferDamaged,
)
from labharness.model.cards import UNREAD, Order
from labharness.model.device import CountReport, DeviceIdentity, DeviceStatus, SoftwareComponent
from labharness.model.observations import Deal, Draws, Kind, Observation, RawBytes, Round, Shuffle, Source
from labharness.model.reasons.adapter import Adapters
from labharness.model.reasons.lti import Listed, Lti
from labharness.reason import Reason


@adapter(
    name="lab_test_interface",
    title="Lab Test Interface",
    schemes=("usb", "usbip", "serial", "tcp", "tls", "capture"),
    kinds=(Kind.SHUFFLE, Kind.ROUND, Kind.DEAL, Kind.DRAW, Kind.BYTES),
    source=Source.DEVICE_REPORTED,
    repeatable=("identify", "software", "count", "status"),
)
@dataclass
class LabTestInterface:
    """A device that speaks the Lab Test Interface.

    Parameters
    ----------
    link
        The tapped transport.
    """

    link: Link

    def hello(self) -> lti.Hello:
        """Ask what the device can do."""
        hello = lti.Hello.decode(self._ask(RequestType.HELLO, lti.encode_hello_request(VERSION, VERSION)))
        if hello.version != VERSION:
            raise ProtocolError(Lti.OTHER_VERSION(version=hello.version, expected=VERSION))
        return hello

    def objections(self, demands: Sequence[Demand]) -> tuple[Reason, ...]:
        """Ask the device for its limits; return which demands of a plan exceed them."""
        return objections(self.hello(), demands)

    def identify(self) -> DeviceIdentity:
        """Ask who the device is."""
        hello = self.hello()
        identity = lti.Identity.decode(self._ask(RequestType.IDENTIFY))
        return DeviceIdentity(
            identity.manufacturer,
            identity.model,
            identity.serial,
            identity.hardware,
            lti.device_class(hello.device_class).name.lower(),
            f"Lab Test Interface {hello.version}",
        )

    def software(self) -> tuple[SoftwareComponent, ...]:
        """Ask which software it says it runs."""
        return lti.decode_software(self._ask(RequestType.SOFTWARE))

    def load(self, order: Order) -> CountReport:
        """Tell the device that these cards have been put in, in this order; it counts them."""
        return lti.decode_count(self._ask(RequestType.LOAD, lti.encode_load(order)))

    def count(self) -> CountReport:
        """Ask the device to count its cards."""
        return lti.decode_count(self._ask(RequestType.COUNT))

    def status(self) -> DeviceStatus:
        """Ask for mode, alarms and meters."""
        return lti.decode_status(self._ask(RequestType.STATUS))

    def events(self) -> tuple[lti.LtiEvent, ...]:
        """Ask for the device's log."""
        return lti.decode_events(self._ask(RequestType.EVENTS))

    def safe_state(self) -> None:
        """Bring the device to rest."""
        self._ask(RequestType.REST)

    def acquire(self, request: AcquireRequest) -> tuple[Observation, ...]:
        """Make the device do its work and report it.

        A deck with a card missing or too many is data and passes; a wrong number of decks, deals or
        outcomes is not.
        """
        if request.units < 1:
            raise InputError(Adapters.NO_UNITS(units=request.units))
        match request.kind:
            case Kind.SHUFFLE:
                return self._shuffles(request)
            case Kind.ROUND:
                return self._rounds(request)
            case Kind.DEAL:
                return self._deals(request)
            case Kind.DRAW:
                return self._draws(request)
            case Kind.BYTES:
                return self._raw(request)

    def _shuffles(self, request: AcquireRequest) -> tuple[Observation, ...]:
        outputs = decode_orders(
            self._ask(RequestType.SHUFFLE, lti.encode_number(request.units)), request.units
        )
        unread = np.full(len(outputs[0]), UNREAD, dtype=np.uint16)
        inputs = [unread if request.input is None else request.input, *outputs[:-1]]
        return tuple(map(Shuffle, inputs, outputs))

    def _rounds(self, request: AcquireRequest) -> tuple[Observation, ...]:
        payload = self._ask(RequestType.ROUNDS, lti.encode_rounds(request.units, request.round_cards))
        orders = decode_orders(payload, 2 * request.units)
        return tuple(map(Round, orders[::2], orders[1::2]))

    def _deals(self, request: AcquireRequest) -> tuple[Observation, ...]:
        payload = self._ask(RequestType.DEAL, lti.encode_deal(request.units, request.stacks))
        lists = len(request.stacks) + 1
        orders = decode_orders(payload, lists * request.units)
        return tuple(
            Deal(tuple(orders[at : at + lists - 1]), orders[at + lists - 1])
            for at in range(0, len(orders), lists)
        )

    def _draws(self, request: AcquireRequest) -> tuple[Observation, ...]:
        payload = self._ask(RequestType.DRAW, lti.encode_draw(request.units, request.low, request.high))
        values = decode_words(payload)
        if len(values) != request.units:
            raise _other_amount(Listed.OUTCOMES, len(values), request)
        return (Draws(values),)

    def _raw(self, request: AcquireRequest) -> tuple[Observation, ...]:
        data = self._ask(RequestType.RAW, lti.encode_number(request.units))
        if len(data) != request.units:
            raise _other_amount(Listed.BYTES, len(data), request)
        return (RawBytes(data),)

    def _ask(self, message: RequestType, payload: bytes = b"") -> bytes:
        """Send a request and return the joined payload of its answer.

        The request's number is the number of the frame that records it, so a replay asks the same.
        """
        number = self.link.position & 0xFFFFFFFF
        self.link.write(LtiFrame(message, number, payload).encode())
        stream, parts, size = AnswerReader(number), list[bytes](), 0
        while size <= MAX_ANSWER:
            frame = self._receive(stream)
            refused = frame.kind == ERROR
            if frame.request != number and not (refused and frame.request == NO_REQUEST):
                continue  # of a request that timed out
            if refused:
                raise _refusal(frame)
            self._require_next(frame, message, len(parts))
            parts.append(frame.payload)
            size += len(frame.payload)
            if frame.last:
                if len(stream):
                    raise ProtocolError(Lti.BYTES_LEFT(message=message.name, surplus=len(stream)))
                return b"".join(parts)
        raise ProtocolError(Lti.ANSWER_ENDLESS(message=message.name))

    def _receive(self, stream: AnswerReader) -> LtiFrame:
        while (frame := stream.next_frame()) is None:
            try:
                stream.feed(self.link.read(READ_SIZE))
            except (
                DeviceTimeout,
                CaptureMismatch,
            ) as error:  # a recording ends where earlier versions gave up
                if not stream.noise:
                    raise
                raise TransferDamaged(Lti.NO_FRAME(received=stream.noise.hex(" "))) from error
        return frame

    def _require_next(self, frame: LtiFrame, message: RequestType, part: int) -> None:
        if frame.version != VERSION:
            raise ProtocolError(Lti.OTHER_VERSION(version=frame.version, expected=VERSION))
        if frame.kind != message | ANSWER:
            raise ProtocolError(Lti.OTHER_ANSWER(message=message.name, kind=f"0x{frame.kind:02X}"))
        if frame.part != part % 256:
            raise ProtocolError(Lti.PART_MISSING(message=message.name, part=part))


def _refusal(frame: LtiFrame) -> DeviceRefused | ProtocolError:
    refusal = lti.Refusal.decode(frame.payload)
    asked = (
        RequestType(refusal.message).name
        if refusal.message in set(RequestType)
        else f"0x{refusal.message:02X}"
    )
    if refusal.code == lti.ErrorCode.DAMAGED:
        return TransferDamaged(Lti.REQUEST_DAMAGED(text=refusal.text))
    refused = DeviceJammed if refusal.code == lti.ErrorCode.HARDWARE else DeviceRefused
    return refused(Lti.REFUSED(message=asked, error=refusal.name, text=refusal.text))


def _other_amount(listed: Listed, sent: int, request: AcquireRequest) -> ProtocolError:
    return ProtocolError(Lti.OTHER_AMOUNT(listed=listed, sent=sent, requested=request.units))
