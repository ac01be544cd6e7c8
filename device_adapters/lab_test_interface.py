"""Speaks the Lab Test Interface (docs/lab-test-interface.md) with shufflers, shoes and generators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from labharness.devices import kit

lti = kit.lti_message
wire = kit.lti_frame
Message = lti.RequestType


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

    def hello(self) -> lti.Hello:
        """Ask what the device can do."""
        hello = lti.Hello.decode(
            self._ask(Message.HELLO, lti.encode_hello_request(wire.VERSION, wire.VERSION))
        )
        if hello.version != wire.VERSION:
            raise kit.ProtocolError(kit.Lti.OTHER_VERSION(version=hello.version, expected=wire.VERSION))
        return hello

    def objections(self, demands: Sequence[kit.Demand]) -> tuple[kit.Reason, ...]:
        """Ask the device for its limits; return which demands of a plan exceed them."""
        return kit.lti_limits.objections(self.hello(), demands)

    def identify(self) -> kit.DeviceIdentity:
        """Ask who the device is."""
        hello = self.hello()
        identity = lti.Identity.decode(self._ask(Message.IDENTIFY))
        return kit.DeviceIdentity(
            identity.manufacturer,
            identity.model,
            identity.serial,
            identity.hardware,
            lti.device_class(hello.device_class).name.lower(),
            f"Lab Test Interface {hello.version}",
        )

    def software(self) -> tuple[kit.SoftwareComponent, ...]:
        """Ask which software it says it runs."""
        return lti.decode_software(self._ask(Message.SOFTWARE))

    def load(self, order: kit.Order) -> kit.CountReport:
        """Tell the device that these cards have been put in, in this order; it counts them."""
        return lti.decode_count(self._ask(Message.LOAD, lti.encode_load(order)))

    def count(self) -> kit.CountReport:
        """Ask the device to count its cards."""
        return lti.decode_count(self._ask(Message.COUNT))

    def status(self) -> kit.DeviceStatus:
        """Ask for mode, alarms and meters."""
        return lti.decode_status(self._ask(Message.STATUS))

    def events(self) -> tuple[lti.LtiEvent, ...]:
        """Ask for the device's log."""
        return lti.decode_events(self._ask(Message.EVENTS))

    def safe_state(self) -> None:
        """Bring the device to rest."""
        self._ask(Message.REST)

    def acquire(self, request: kit.AcquireRequest) -> tuple[kit.Observation, ...]:
        """Make the device do its work and report it.

        A deck with a card missing or too many is data and passes; a wrong number of decks, deals or
        outcomes is not.
        """
        if request.units < 1:
            raise kit.InputError(kit.Adapters.NO_UNITS(units=request.units))
        units = request.units
        match request.kind:
            case kit.Kind.SHUFFLE:
                outputs = kit.lti_cards.decode_orders(
                    self._ask(Message.SHUFFLE, lti.encode_number(units)), units
                )
                unread = np.full(len(outputs[0]), kit.UNREAD, dtype=np.uint16)
                inputs = [unread if request.input is None else request.input, *outputs[:-1]]
                return tuple(map(kit.Shuffle, inputs, outputs))
            case kit.Kind.ROUND:
                payload = self._ask(Message.ROUNDS, lti.encode_rounds(units, request.round_cards))
                orders = kit.lti_cards.decode_orders(payload, 2 * units)
                return tuple(map(kit.Round, orders[::2], orders[1::2]))
            case kit.Kind.DEAL:
                lists = len(request.stacks) + 1
                payload = self._ask(Message.DEAL, lti.encode_deal(units, request.stacks))
                orders = kit.lti_cards.decode_orders(payload, lists * units)
                deals = (orders[at : at + lists] for at in range(0, len(orders), lists))
                return tuple(kit.Deal(tuple(stacks), stub) for *stacks, stub in deals)
            case kit.Kind.DRAW:
                payload = self._ask(Message.DRAW, lti.encode_draw(units, request.low, request.high))
                values = kit.lti_cards.decode_words(payload)
                _require_amount(kit.Listed.OUTCOMES, len(values), units)
                return (kit.Draws(values),)
            case kit.Kind.BYTES:
                data = self._ask(Message.RAW, lti.encode_number(units))
                _require_amount(kit.Listed.BYTES, len(data), units)
                return (kit.RawBytes(data),)

    def _ask(self, message: Message, payload: bytes = b"") -> bytes:
        """Send a request and return the joined payload of its answer.

        The request's number is the number of the frame that records it, so a replay asks the same.
        """
        number = self.link.position & 0xFFFFFFFF
        self.link.write(wire.LtiFrame(message, number, payload).encode())
        stream, parts, size = kit.lti_answer.AnswerReader(number), list[bytes](), 0
        while size <= kit.lti_limits.MAX_ANSWER:
            frame = self._receive(stream)
            refused = frame.kind == wire.ERROR
            if frame.request != number and not (refused and frame.request == wire.NO_REQUEST):
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

    def _receive(self, stream: kit.lti_answer.AnswerReader) -> wire.LtiFrame:
        while (frame := stream.next_frame()) is None:
            try:
                stream.feed(self.link.read(wire.READ_SIZE))
            # A recording ends where earlier versions gave up.
            except (kit.DeviceTimeout, kit.CaptureMismatch) as error:
                if not stream.noise:
                    raise
                raise kit.TransferDamaged(kit.Lti.NO_FRAME(received=stream.noise.hex(" "))) from error
        return frame

    def _require_next(self, frame: wire.LtiFrame, message: Message, part: int) -> None:
        if frame.version != wire.VERSION:
            raise kit.ProtocolError(kit.Lti.OTHER_VERSION(version=frame.version, expected=wire.VERSION))
        if frame.kind != message | wire.ANSWER:
            raise kit.ProtocolError(kit.Lti.OTHER_ANSWER(message=message.name, kind=f"0x{frame.kind:02X}"))
        if frame.part != part % 256:
            raise kit.ProtocolError(kit.Lti.PART_MISSING(message=message.name, part=part))


def _refusal(frame: wire.LtiFrame) -> kit.DeviceRefused | kit.ProtocolError:
    refusal = lti.Refusal.decode(frame.payload)
    asked = Message(refusal.message).name if refusal.message in set(Message) else f"0x{refusal.message:02X}"
    if refusal.code == lti.ErrorCode.DAMAGED:
        return kit.TransferDamaged(kit.Lti.REQUEST_DAMAGED(text=refusal.text))
    refused = kit.DeviceJammed if refusal.code == lti.ErrorCode.HARDWARE else kit.DeviceRefused
    return refused(kit.Lti.REFUSED(message=asked, error=refusal.name, text=refusal.text))


def _require_amount(listed: kit.Listed, sent: int, requested: int) -> None:
    if sent != requested:
        raise kit.ProtocolError(kit.Lti.OTHER_AMOUNT(listed=listed, sent=sent, requested=requested))
