"""Speaks the Lab Test Interface (docs/lab-test-interface.md) with shufflers, shoes and generators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from labharness.devices import kit


@kit.adapter(
    name="lab_test_interface",
    title="Lab Test Interface",
    schemes=("usb", "usbip", "serial", "tcp", "tls", "capture"),
    kinds=(kit.Kind.SHUFFLE, kit.Kind.ROUND, kit.Kind.DEAL, kit.Kind.DRAW, kit.Kind.BYTES),
    source=kit.Source.DEVICE_REPORTED,
    repeatable=("identify", "software", "count", "status"),
    usual=True,
)
@dataclass
class LabTestInterface:
    """A device that speaks the Lab Test Interface.

    Parameters
    ----------
    link
        The tapped transport.
    """

    link: kit.Link

    def hello(self) -> kit.lti_message.Hello:
        """Ask what the device can do."""
        hello = kit.lti_message.Hello.decode(
            self._ask(
                kit.lti_message.RequestType.HELLO,
                kit.lti_message.encode_hello_request(kit.lti_frame.VERSION, kit.lti_frame.VERSION),
            )
        )
        if hello.version != kit.lti_frame.VERSION:
            raise kit.ProtocolError(
                kit.Lti.OTHER_VERSION(version=hello.version, expected=kit.lti_frame.VERSION)
            )
        return hello

    def objections(self, demands: Sequence[kit.Demand]) -> tuple[kit.Reason, ...]:
        """Ask the device for its limits; return which demands of a plan exceed them."""
        return kit.lti_limits.objections(self.hello(), demands)

    def identify(self) -> kit.DeviceIdentity:
        """Ask who the device is."""
        hello = self.hello()
        identity = kit.lti_message.Identity.decode(self._ask(kit.lti_message.RequestType.IDENTIFY))
        return kit.DeviceIdentity(
            identity.manufacturer,
            identity.model,
            identity.serial,
            identity.hardware,
            kit.lti_message.device_class(hello.device_class).name.lower(),
            f"Lab Test Interface {hello.version}",
        )

    def software(self) -> tuple[kit.SoftwareComponent, ...]:
        """Ask which software it says it runs."""
        return kit.lti_message.decode_software(self._ask(kit.lti_message.RequestType.SOFTWARE))

    def load(self, order: kit.Order) -> kit.CountReport:
        """Tell the device that these cards have been put in, in this order; it counts them."""
        return kit.lti_message.decode_count(
            self._ask(kit.lti_message.RequestType.LOAD, kit.lti_message.encode_load(order))
        )

    def count(self) -> kit.CountReport:
        """Ask the device to count its cards."""
        return kit.lti_message.decode_count(self._ask(kit.lti_message.RequestType.COUNT))

    def status(self) -> kit.DeviceStatus:
        """Ask for mode, alarms and meters."""
        return kit.lti_message.decode_status(self._ask(kit.lti_message.RequestType.STATUS))

    def events(self) -> tuple[kit.lti_message.LtiEvent, ...]:
        """Ask for the device's log."""
        return kit.lti_message.decode_events(self._ask(kit.lti_message.RequestType.EVENTS))

    def safe_state(self) -> None:
        """Bring the device to rest."""
        self._ask(kit.lti_message.RequestType.REST)

    def acquire(self, request: kit.AcquireRequest) -> tuple[kit.Observation, ...]:
        """Make the device do its work and report it.

        A deck with a card missing or too many is data and passes; a wrong number of decks, deals or
        outcomes is not.
        """
        if request.units < 1:
            raise kit.InputError(kit.Adapters.NO_UNITS(units=request.units))
        match request.kind:
            case kit.Kind.SHUFFLE:
                return self._shuffles(request)
            case kit.Kind.ROUND:
                return self._rounds(request)
            case kit.Kind.DEAL:
                return self._deals(request)
            case kit.Kind.DRAW:
                return self._draws(request)
            case kit.Kind.BYTES:
                return self._raw(request)

    def _shuffles(self, request: kit.AcquireRequest) -> tuple[kit.Observation, ...]:
        outputs = kit.lti_cards.decode_orders(
            self._ask(kit.lti_message.RequestType.SHUFFLE, kit.lti_message.encode_number(request.units)),
            request.units,
        )
        unread = np.full(len(outputs[0]), kit.UNREAD, dtype=np.uint16)
        inputs = [unread if request.input is None else request.input, *outputs[:-1]]
        return tuple(map(kit.Shuffle, inputs, outputs))

    def _rounds(self, request: kit.AcquireRequest) -> tuple[kit.Observation, ...]:
        payload = self._ask(
            kit.lti_message.RequestType.ROUNDS,
            kit.lti_message.encode_rounds(request.units, request.round_cards),
        )
        orders = kit.lti_cards.decode_orders(payload, 2 * request.units)
        return tuple(map(kit.Round, orders[::2], orders[1::2]))

    def _deals(self, request: kit.AcquireRequest) -> tuple[kit.Observation, ...]:
        payload = self._ask(
            kit.lti_message.RequestType.DEAL, kit.lti_message.encode_deal(request.units, request.stacks)
        )
        lists = len(request.stacks) + 1
        orders = kit.lti_cards.decode_orders(payload, lists * request.units)
        return tuple(
            kit.Deal(tuple(orders[at : at + lists - 1]), orders[at + lists - 1])
            for at in range(0, len(orders), lists)
        )

    def _draws(self, request: kit.AcquireRequest) -> tuple[kit.Observation, ...]:
        payload = self._ask(
            kit.lti_message.RequestType.DRAW,
            kit.lti_message.encode_draw(request.units, request.low, request.high),
        )
        values = kit.lti_cards.decode_words(payload)
        if len(values) != request.units:
            raise _other_amount(kit.Listed.OUTCOMES, len(values), request)
        return (kit.Draws(values),)

    def _raw(self, request: kit.AcquireRequest) -> tuple[kit.Observation, ...]:
        data = self._ask(kit.lti_message.RequestType.RAW, kit.lti_message.encode_number(request.units))
        if len(data) != request.units:
            raise _other_amount(kit.Listed.BYTES, len(data), request)
        return (kit.RawBytes(data),)

    def _ask(self, message: kit.lti_message.RequestType, payload: bytes = b"") -> bytes:
        """Send a request and return the joined payload of its answer.

        The request's number is the number of the frame that records it, so a replay asks the same.
        """
        number = self.link.position & 0xFFFFFFFF
        self.link.write(kit.lti_frame.LtiFrame(message, number, payload).encode())
        stream, parts, size = kit.lti_answer.AnswerReader(number), list[bytes](), 0
        while size <= kit.lti_limits.MAX_ANSWER:
            frame = self._receive(stream)
            refused = frame.kind == kit.lti_frame.ERROR
            if frame.request != number and not (refused and frame.request == kit.lti_frame.NO_REQUEST):
                continue  # of a request that timed out
            if refused:
                raise _refusal(frame)
            self._require_next(frame, message, len(parts))
            parts.append(frame.payload)
            size += len(frame.payload)
            if frame.last:
                if len(stream):
                    raise kit.ProtocolError(kit.Lti.BYTES_LEFT(message=message.name, surplus=len(stream)))
                return b"".join(parts)
        raise kit.ProtocolError(kit.Lti.ANSWER_ENDLESS(message=message.name))

    def _receive(self, stream: kit.lti_answer.AnswerReader) -> kit.lti_frame.LtiFrame:
        while (frame := stream.next_frame()) is None:
            try:
                stream.feed(self.link.read(kit.lti_frame.READ_SIZE))
            except (
                kit.DeviceTimeout,
                kit.CaptureMismatch,
            ) as error:  # a recording ends where earlier versions gave up
                if not stream.noise:
                    raise
                raise kit.TransferDamaged(kit.Lti.NO_FRAME(received=stream.noise.hex(" "))) from error
        return frame

    def _require_next(
        self, frame: kit.lti_frame.LtiFrame, message: kit.lti_message.RequestType, part: int
    ) -> None:
        if frame.version != kit.lti_frame.VERSION:
            raise kit.ProtocolError(
                kit.Lti.OTHER_VERSION(version=frame.version, expected=kit.lti_frame.VERSION)
            )
        if frame.kind != message | kit.lti_frame.ANSWER:
            raise kit.ProtocolError(kit.Lti.OTHER_ANSWER(message=message.name, kind=f"0x{frame.kind:02X}"))
        if frame.part != part % 256:
            raise kit.ProtocolError(kit.Lti.PART_MISSING(message=message.name, part=part))


def _refusal(frame: kit.lti_frame.LtiFrame) -> kit.DeviceRefused | kit.ProtocolError:
    refusal = kit.lti_message.Refusal.decode(frame.payload)
    asked = (
        kit.lti_message.RequestType(refusal.message).name
        if refusal.message in set(kit.lti_message.RequestType)
        else f"0x{refusal.message:02X}"
    )
    if refusal.code == kit.lti_message.ErrorCode.DAMAGED:
        return kit.TransferDamaged(kit.Lti.REQUEST_DAMAGED(text=refusal.text))
    refused = kit.DeviceJammed if refusal.code == kit.lti_message.ErrorCode.HARDWARE else kit.DeviceRefused
    return refused(kit.Lti.REFUSED(message=asked, error=refusal.name, text=refusal.text))


def _other_amount(listed: kit.Listed, sent: int, request: kit.AcquireRequest) -> kit.ProtocolError:
    return kit.ProtocolError(kit.Lti.OTHER_AMOUNT(listed=listed, sent=sent, requested=request.units))
