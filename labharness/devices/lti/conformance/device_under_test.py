"""What the steps of a conformance check share: the probe, what HELLO declared, the cards that are loaded."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from labharness.devices.lti import message as lti
from labharness.devices.lti.conformance.outcome import (
    BrokenError,
    Conformity,
    UntestedError,
    require,
    require_value,
)
from labharness.devices.lti.conformance.probe import DeviceAnswer, Probe
from labharness.devices.lti.fields import FieldReader, text_field
from labharness.devices.lti.frame import ANSWER
from labharness.devices.lti.message import ErrorCode, RequestType
from labharness.errors import ProtocolError
from labharness.model.cards import JOKER, Order
from labharness.model.device import UsbFacts
from labharness.model.reasons.conformance import FramePart, Seen
from labharness.model.reasons.lti_rule import LtiRule
from labharness.reason import Reason

_BYTE, _VALUE = struct.Struct("<B"), struct.Struct("<Q")
DECK = 52
MAX_CARDS = (1 << 16) - 1
"""Most cards of a list."""
LEAST_CARDS = 20
"""Fewer cards have the same order twice too often for a rule about orders."""
COPY = 1 << 6
"""The copy that the check declares of every card, so that a device that loses copies is seen."""


@dataclass
class DeviceUnderTest:
    """A device under the conformance check.

    Parameters
    ----------
    probe
        The host's end.
    usb
        What the bus says; None where the device is not connected by USB.
    """

    probe: Probe
    usb: UsbFacts | None = None
    declared: lti.Hello | None = None
    loaded: Order | None = None
    worked: dict[RequestType, list[Order]] = field(default_factory=dict)

    @property
    def hello(self) -> lti.Hello:
        """What HELLO declared; without it a step is not tried."""
        if self.declared is None:
            raise UntestedError(Seen.NEEDS(rule=LtiRule.R_5_1.id), Conformity.NOT_TRIED)
        return self.declared

    @property
    def cards(self) -> Order:
        """The cards that are loaded; without them a step is not tried."""
        if self.loaded is None:
            raise UntestedError(Seen.NEEDS(rule=LtiRule.R_5_16.id), Conformity.NOT_TRIED)
        return self.loaded

    def deck(self) -> Order:
        """Return the cards that the person put in, in new-deck order, each with copy 1."""
        hello = self.hello
        shoe = hello.device_class == lti.LtiDeviceClass.AUTOMATED_DEALING_SHOE
        size = min(DECK + shoe, hello.max_cards)
        if size < LEAST_CARDS:
            raise UntestedError(Seen.NEEDS(rule=LtiRule.R_5_5.id), Conformity.NOT_TRIED)
        cards = np.arange(size, dtype=np.uint16)
        assert size <= JOKER + 1
        return cards + np.uint16(COPY)

    def needs(self, *messages: RequestType) -> None:
        """Stop a step that does not concern a device without these messages."""
        missing = tuple(each.name for each in messages if not self.hello.offers(each))
        if missing:
            raise UntestedError(Seen.NOT_OFFERED(messages=missing), Conformity.NOT_APPLICABLE)

    def accepted(self, message: RequestType, payload: bytes = b"") -> bytes:
        """Ask for what the device must do; return the payload of its answer."""
        answer = self.probe.ask(message, payload)
        if answer.refused:
            refusal = self.refusal(answer)
            raise BrokenError(Seen.REJECTED(message=message.name, received=refusal.name, text=refusal.text))
        require_value(
            answer.kind == message | ANSWER,
            FramePart.ANSWER,
            f"0x{message | ANSWER:02X}",
            f"0x{answer.kind:02X}",
        )
        self._strings(message, answer.payload)
        return answer.payload

    def refused(self, message: int, payload: bytes, code: ErrorCode) -> None:
        """Ask for what the device must refuse with a code."""
        self.require_error(self.probe.ask(message, payload), code, name_of(message), message)

    def require_error(self, answer: DeviceAnswer, code: ErrorCode, what: str, message: int) -> None:
        """Require that an answer is an error with a code about a message."""
        require(answer.refused, Seen.NOT_REFUSED(message=what, expected=code.name))
        refusal = self.refusal(answer)
        if refusal.message != message:
            reason = Seen.DIFFERS(
                what=FramePart.MESSAGE, expected=f"0x{message:02X}", received=f"0x{refusal.message:02X}"
            )
            self.probe.note(LtiRule.R_4_13, reason)
        if refusal.code != code:
            raise BrokenError(Seen.OTHER_ERROR(message=what, expected=code.name, received=refusal.name))

    def refusal(self, answer: DeviceAnswer) -> lti.Refusal:
        """Read an error, and hold it against what is true of every error."""
        try:
            refusal = lti.Refusal.decode(answer.payload)
        except ProtocolError as error:
            self.probe.note(LtiRule.R_4_13, Seen.ERROR(why=error.reasons))
            raise
        if refusal.code not in set(ErrorCode):
            reason = Seen.DIFFERS(what=FramePart.CODE, expected="1 – 8", received=str(refusal.code))
            self.probe.note(LtiRule.R_4_13, reason)
        if not refusal.text.strip():
            self.probe.note(LtiRule.R_4_13, Seen.BARE(what=FramePart.TEXT))
        if not answer.payload.startswith(refusal.encode()):
            self.probe.note(LtiRule.R_3_7, Seen.NOT_PRINTABLE(message="ERROR"))
        elif answer.payload != refusal.encode():
            size, received = len(refusal.encode()), len(answer.payload)
            self.probe.note(
                LtiRule.R_4_13,
                Seen.DIFFERS(what=FramePart.LENGTH, expected=str(size), received=str(received)),
            )
        return refusal

    def refused_all(self, requests: Iterable[tuple[RequestType, bytes]], code: ErrorCode) -> Reason:
        """Ask for several things that the device must refuse with the same code."""
        names = []
        for message, payload in requests:
            self.refused(message, payload, code)
            names.append(message.name)
        return Seen.REFUSED(messages=tuple(dict.fromkeys(names)), error=code.name)

    def beyond(self, message: RequestType, encode: Callable[[int], bytes]) -> list[tuple[RequestType, bytes]]:
        """Return the requests for no unit and, where the number can be written, for one more than allowed."""
        most = self.hello.max_units
        return [(message, encode(units)) for units in (0, most + 1) if units < 1 << 32]

    def _strings(self, message: RequestType, payload: bytes) -> None:
        """Require that strings are as they are shown: those that had to be made printable differ."""
        shown = {
            RequestType.IDENTIFY: lambda: lti.Identity.decode(payload).encode(),
            RequestType.SOFTWARE: lambda: lti.encode_software(lti.decode_software(payload)),
            RequestType.LOAD: lambda: lti.encode_count(lti.decode_count(payload))[9:],
            RequestType.COUNT: lambda: lti.encode_count(lti.decode_count(payload))[9:],
            RequestType.STATUS: lambda: _status(payload),
            RequestType.EVENTS: lambda: lti.encode_events(lti.decode_events(payload)),
        }.get(message)
        start = 9 if message in (RequestType.LOAD, RequestType.COUNT) else 0
        if shown is not None and not payload[start:].startswith(shown()):
            self.probe.note(LtiRule.R_3_7, Seen.NOT_PRINTABLE(message=message.name))


def _status(payload: bytes) -> bytes:
    """Return a status as it is shown, also one with several meters of the same name."""
    reader, shown = FieldReader(payload, "STATUS"), bytearray()
    shown += text_field(reader.text())
    for number in (_BYTE, _VALUE):
        size = reader.number(_BYTE)
        shown.append(size)
        for _ in range(size):
            shown += text_field(reader.text())
            if number is _VALUE:
                shown += _VALUE.pack(reader.number(_VALUE))
    return bytes(shown)


def name_of(message: int) -> str:
    """Return the protocol's name of a message, or its number."""
    return RequestType(message).name if message in set(RequestType) else f"0x{message:02X}"


Test = Callable[[DeviceUnderTest], Reason]
"""Tests a rule; returns what was seen, or raises an error of :mod:`.outcome` or a :class:`~labharness.errors.DeviceError`."""
