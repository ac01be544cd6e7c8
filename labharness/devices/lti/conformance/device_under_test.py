"""What the steps of a conformance check share: the probe, what HELLO declared, the cards that are loaded.

What a step of the conformance check ends with, for each rule.

Steps about generators, DRAW and RAW, and about the length of every request.

What is filed of a conformance check.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from labharness.devices.lti import message as lti
from labharness.devices.lti.conformance.probe import DeviceAnswer, Probe
from labharness.devices.lti.frame import ANSWER, MAX_ANSWER
from labharness.devices.lti.message import (
    ErrorCode,
    FieldReader,
    Identity,
    RequestType,
    decode_words,
    text_field,
)
from labharness.errors import ProtocolError
from labharness.model.cards import JOKER, Order
from labharness.model.device import SoftwareComponent, UsbFacts
from labharness.model.reasons.lti import FramePart, LtiRule, Seen
from labharness.reason import Reason


class Conformity(StrEnum):
    """How a rule stands."""

    PASS = "pass"  # noqa: S105  a result
    FAIL = "fail"
    NOT_TRIED = "not tried"
    NOT_APPLICABLE = "not applicable"


class BrokenError(Exception):
    """The device breaks the rule under test."""

    def __init__(self, seen: Reason) -> None:
        super().__init__(seen)
        self.seen = seen


class UntestedError(Exception):
    """The rule cannot be tested on this device, or does not concern it."""

    def __init__(self, seen: Reason, result: Conformity) -> None:
        super().__init__(seen)
        self.seen, self.result = seen, result


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """How one rule stands.

    Parameters
    ----------
    seen
        What was seen on the wire, or why the rule was not tested.
    """

    rule: LtiRule
    result: Conformity
    seen: Reason


def require(condition: bool, seen: Reason) -> None:
    """Raise :class:`BrokenError` unless a condition holds."""
    if not condition:
        raise BrokenError(seen)


def require_value(condition: bool, what: FramePart, expected: object, received: object) -> None:
    """Raise :class:`BrokenError` that names what was expected and received, unless a condition holds."""
    require(condition, Seen.DIFFERS(what=what, expected=str(expected), received=str(received)))


def require_equal(what: FramePart, expected: object, received: object) -> None:
    """Raise :class:`BrokenError` unless what was received is what was expected."""
    require_value(expected == received, what, expected, received)


CARD_WORK: dict[RequestType, Callable[[int], bytes]] = {
    RequestType.SHUFFLE: lti.encode_number,
    RequestType.ROUNDS: lambda units: lti.encode_rounds(units, 1),
    RequestType.DEAL: lambda units: lti.encode_deal(units, (1,)),
}
"""Work with cards, by the number of units."""
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
            other = f"0x{message:02X}", f"0x{refusal.message:02X}"
            self.probe.note_other(LtiRule.R_4_13, FramePart.MESSAGE, *other)
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
            self.probe.note_other(LtiRule.R_4_13, FramePart.CODE, "1 – 8", refusal.code)
        if not refusal.text.strip():
            self.probe.note(LtiRule.R_4_13, Seen.BARE(what=FramePart.TEXT))
        if not answer.payload.startswith(refusal.encode()):
            self.probe.note(LtiRule.R_3_7, Seen.NOT_PRINTABLE(message="ERROR"))
        elif answer.payload != refusal.encode():
            size, received = len(refusal.encode()), len(answer.payload)
            self.probe.note_other(LtiRule.R_4_13, FramePart.LENGTH, size, received)
        return refusal

    def refused_all(self, requests: Iterable[tuple[RequestType, bytes]], code: ErrorCode) -> Reason:
        """Ask for several things that the device must refuse with the same code."""
        names = []
        for message, payload in requests:
            self.refused(message, payload, code)
            names.append(message.name)
        return Seen.REFUSED(messages=tuple(dict.fromkeys(names)), error=code.name)

    def beyond(self, message: RequestType) -> list[tuple[RequestType, bytes]]:
        """Return the requests for no unit and, where the number can be written, for one more than allowed."""
        most = self.hello.max_units
        return [(message, CARD_WORK[message](units)) for units in (0, most + 1) if units < 1 << 32]

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


_OUTCOMES, _BYTES = 1000, 100_000
_LOW, _HIGH = 1, 6
"""The range that every device with DRAW has, a shaker of dice included."""


def outcomes(bench: DeviceUnderTest) -> Reason:
    """R-5.33: as many as requested, within the range."""
    for count in (1, _OUTCOMES):
        values = _draw(bench, count)
        require_equal(FramePart.OUTCOMES, count, len(values))
        outside = values[(values < _LOW) | (values > _HIGH)]
        worst = str(int(outside[0])) if outside.size else ""
        require_value(not outside.size, FramePart.OUTCOME, f"{_LOW} – {_HIGH}", worst)
    return Seen.VALUE(what=FramePart.OUTCOMES, value=str(_OUTCOMES))


def outcomes_differ(bench: DeviceUnderTest) -> Reason:
    """R-5.34: neither constant nor repeated."""
    first, second = _draw(bench, _OUTCOMES), _draw(bench, _OUTCOMES)
    require(_varied(first, second), Seen.REPEATED(message="DRAW"))
    return Seen.UNLIKE(message="DRAW", units=2 * _OUTCOMES)


def draw_limits(bench: DeviceUnderTest) -> Reason:
    """R-5.35: an empty range, no outcome, too many."""
    bench.needs(RequestType.DRAW)
    bench.refused(RequestType.DRAW, lti.encode_draw(1, _HIGH, _LOW), ErrorCode.MALFORMED)
    counts = (0, MAX_ANSWER // 2 + 1)
    return bench.refused_all(
        [(RequestType.DRAW, lti.encode_draw(count, _LOW, _HIGH)) for count in counts], ErrorCode.LIMIT
    )


def raw_bytes(bench: DeviceUnderTest) -> Reason:
    """R-5.36: as many as requested."""
    bench.needs(RequestType.RAW)
    for count in (1, _BYTES):
        data = bench.accepted(RequestType.RAW, lti.encode_number(count))
        require_equal(FramePart.BYTES, count, len(data))
    return Seen.VALUE(what=FramePart.BYTES, value=str(_BYTES))


def raw_bytes_differ(bench: DeviceUnderTest) -> Reason:
    """R-5.37: neither constant nor repeated."""
    bench.needs(RequestType.RAW)
    answers = [bench.accepted(RequestType.RAW, lti.encode_number(_OUTCOMES)) for _ in range(2)]
    first, second = (np.frombuffer(each, dtype=np.uint8) for each in answers)
    require(_varied(first, second), Seen.REPEATED(message="RAW"))
    return Seen.UNLIKE(message="RAW", units=2 * _OUTCOMES)


def raw_limits(bench: DeviceUnderTest) -> Reason:
    """R-5.38: no byte, too many."""
    bench.needs(RequestType.RAW)
    return bench.refused_all(
        [(RequestType.RAW, lti.encode_number(count)) for count in (0, MAX_ANSWER + 1)], ErrorCode.LIMIT
    )


def lengths(bench: DeviceUnderTest) -> Reason:
    """R-5.14: every request one byte too long, and where it has a payload one byte too short."""
    payloads = {
        **dict.fromkeys((*lti.REQUIRED[1:], RequestType.COUNT), b""),
        RequestType.HELLO: lti.encode_hello_request(1, 1),
        RequestType.LOAD: b"\2\0\0\0\1\0",
        **{message: encode(1) for message, encode in CARD_WORK.items()},
        RequestType.DRAW: lti.encode_draw(1, _LOW, _HIGH),
        RequestType.RAW: lti.encode_number(1),
    }
    requests = [
        (message, wrong)
        for message, right in payloads.items()
        if bench.hello.offers(message)
        for wrong in (right + b"\0", *([right[:-1]] if right else []))
    ]
    return bench.refused_all(requests, ErrorCode.MALFORMED)


def _varied(first: NDArray[np.unsignedinteger], second: NDArray[np.unsignedinteger]) -> bool:
    """Whether two answers neither begin alike nor repeat within themselves."""
    half = min(len(first), len(second)) // 2
    begin_alike = np.array_equal(first[:half], second[:half])
    return not begin_alike and not any(
        np.array_equal(each[lag:], each[:-lag]) for each in (first, second) for lag in range(1, half + 1)
    )


def _draw(bench: DeviceUnderTest, count: int) -> NDArray[np.uint16]:
    bench.needs(RequestType.DRAW)
    return decode_words(bench.accepted(RequestType.DRAW, lti.encode_draw(count, _LOW, _HIGH)))


@dataclass(frozen=True, slots=True)
class ConformanceRecord:
    """What is filed of a conformance check.

    Parameters
    ----------
    identity
        What the device says it is; empty strings where it did not answer.
    findings
        One for each rule, in the order of the document.
    made
        When the check ended, UTC in ISO format.
    version
        Version of labharness.
    """

    url: str
    identity: Identity
    components: tuple[SoftwareComponent, ...]
    findings: tuple[RuleFinding, ...]
    made: str
    version: str


def counts(findings: Iterable[RuleFinding]) -> dict[str, int]:
    """Return how many rules have each result."""
    return Counter(finding.result.value for finding in findings)
