"""Steps about frames and the exchange: sections 3 and 4 of the document."""

from __future__ import annotations

import zlib

from labharness.devices.lti import message as lti
from labharness.devices.lti.conformance.device_under_test import (
    CARD_WORK,
    BrokenError,
    Conformity,
    DeviceUnderTest,
    Test,
    UntestedError,
    name_of,
    require,
    require_value,
)
from labharness.devices.lti.conformance.probe import QUIET_S, about_no_request
from labharness.devices.lti.frame import CRC, HEADER, MAGIC, MAX_PAYLOAD, NO_REQUEST, LtiFrame
from labharness.devices.lti.message import ErrorCode, RequestType
from labharness.errors import DeviceTimeout
from labharness.model.reasons.lti import FramePart, LtiRule, Seen
from labharness.reason import Reason

UNOFFERED = 0x3E
"""A message type that no version defines."""
_UNKNOWN = (UNOFFERED, 0x7F, 0xFE)
"""That type, and types for which the capabilities have no bit."""
FLAGS_AT = 6
NUMBERS = (0, 1, 0x7FFFFFFF, 0xFFFFFFFE)
"""Request numbers that a device must repeat."""
SETTLE_S = 0.2
"""Seconds of silence after which a device listens again."""
BROKEN_OFF_S = 1.5


def numbers(bench: DeviceUnderTest) -> Reason:
    """R-3.6: ask with the least and the greatest numbers."""
    for number in NUMBERS:
        bench.probe.ask(RequestType.REST, number=number)
    return Seen.VALUE(what=FramePart.REQUEST, value=" ".join(f"0x{number:08X}" for number in NUMBERS))


def pieces(bench: DeviceUnderTest) -> Reason:
    """R-2.5: send a request in three pieces."""
    number = bench.probe.next_number()
    frame = LtiFrame(RequestType.HELLO, number, lti.encode_hello_request(1, 1)).encode()
    for piece in (frame[:3], frame[3 : HEADER.size + 1], frame[HEADER.size + 1 :]):
        bench.probe.send(piece)
    answer = bench.probe.answer(number, RequestType.HELLO)
    require(not answer.refused, Seen.OTHER_ERROR(message="HELLO", expected="HELLO", received="ERROR"))
    return Seen.ANSWERED(messages=("HELLO",))


def unfinished(bench: DeviceUnderTest) -> Reason:
    """R-4.4: a request without LAST, and a second part."""
    for frame in (
        LtiFrame(RequestType.REST, bench.probe.next_number(), last=False),
        LtiFrame(RequestType.REST, bench.probe.next_number(), part=1),
    ):
        _refused(bench, frame, ErrorCode.MALFORMED)
    return Seen.REFUSED(messages=("REST",), error=ErrorCode.MALFORMED.name)


def unknown_flags(bench: DeviceUnderTest) -> Reason:
    """R-4.5: a request with all reserved bits of the flags set."""
    number = bench.probe.next_number()
    frame = bytearray(LtiFrame(RequestType.REST, number).encode())
    frame[FLAGS_AT] = 0xFF
    bench.probe.send(_sealed(frame))
    answer = bench.probe.answer(number, RequestType.REST)
    if answer.refused:
        refusal = bench.refusal(answer)
        raise BrokenError(Seen.REJECTED(message="REST", received=refusal.name, text=refusal.text))
    return Seen.ANSWERED(messages=("REST",))


def unknown_message(bench: DeviceUnderTest) -> Reason:
    """R-4.6: messages that no version defines."""
    for kind in _UNKNOWN:
        bench.refused(kind, b"", ErrorCode.UNSUPPORTED)
    return Seen.REFUSED(messages=tuple(map(name_of, _UNKNOWN)), error=ErrorCode.UNSUPPORTED.name)


def other_version(bench: DeviceUnderTest) -> Reason:
    """R-4.7: a frame of a later version."""
    frame = LtiFrame(RequestType.STATUS, bench.probe.next_number(), version=101)
    _refused(bench, frame, ErrorCode.VERSION)
    return Seen.REFUSED(messages=("STATUS",), error=ErrorCode.VERSION.name)


def wrong_crc(bench: DeviceUnderTest) -> Reason:
    """R-4.8: a frame whose last byte is damaged."""
    frame = bytearray(LtiFrame(RequestType.STATUS, bench.probe.next_number()).encode())
    frame[-1] ^= 0xFF
    return _damaged(bench, bytes(frame))


def too_long(bench: DeviceUnderTest) -> Reason:
    """R-4.9: a frame longer than the device takes."""
    payload = bytes(min(bench.hello.max_request, MAX_PAYLOAD) + 1)
    return _damaged(bench, LtiFrame(RequestType.STATUS, bench.probe.next_number(), payload).encode())


def wrong_magic(bench: DeviceUnderTest) -> Reason:
    """R-4.10: a frame of another protocol."""
    frame = bytearray(LtiFrame(RequestType.STATUS, bench.probe.next_number()).encode())
    frame[: len(MAGIC)] = b"XYZW"
    return _damaged(bench, _sealed(frame))


def damaged_with_more(bench: DeviceUnderTest) -> Reason:
    """R-4.11: a damaged frame and a whole request at once."""
    frame = bytearray(LtiFrame(RequestType.STATUS, bench.probe.next_number()).encode())
    frame[-1] ^= 0xFF
    return _damaged(bench, bytes(frame) + LtiFrame(RequestType.STATUS, bench.probe.next_number()).encode())


def broken_off(bench: DeviceUnderTest) -> Reason:
    """R-4.12: half a request, then nothing."""
    frame = LtiFrame(RequestType.REST, bench.probe.next_number()).encode()
    bench.probe.send(frame[: HEADER.size // 2])
    _silent(bench, BROKEN_OFF_S)
    answer = bench.probe.ask(RequestType.REST)
    require(not answer.refused, Seen.OTHER_ERROR(message="REST", expected="REST", received="ERROR"))
    return Seen.DISCARDED()


def order_of_checks(bench: DeviceUnderTest) -> Reason:
    """R-4.14: requests that are wrong in two ways."""
    frame = LtiFrame(UNOFFERED, bench.probe.next_number(), version=101)
    _refused(bench, frame, ErrorCode.VERSION)
    bench.refused(UNOFFERED, b"\xff", ErrorCode.UNSUPPORTED)
    tried = [name_of(UNOFFERED)]
    wrong = {
        RequestType.SHUFFLE: b"\0\0\0\0\0",
        RequestType.ROUNDS: b"\0\0\0\0\0",
        RequestType.DEAL: b"\0\0\0\0\2\0\0",
        RequestType.DRAW: lti.encode_draw(0, 2, 1),
        RequestType.RAW: b"\0\0\0\0\0",
    }
    for message, payload in wrong.items():
        if bench.hello.offers(message):
            bench.refused(message, payload, ErrorCode.MALFORMED)
            tried.append(message.name)
    if (
        bench.hello.offers(RequestType.COUNT)
        and not lti.decode_count(bench.accepted(RequestType.COUNT)).expected
    ):
        _without_cards(bench)
    return Seen.REFUSED(messages=tuple(tried), error=ErrorCode.MALFORMED.name)


def _without_cards(bench: DeviceUnderTest) -> None:
    """Ask a device into which nobody has loaded cards yet for work, and for more work than it can do."""
    for message, encode in CARD_WORK.items():
        if bench.hello.offers(message):
            bench.refused(message, encode(0), ErrorCode.LIMIT)
            bench.refused(message, encode(1), ErrorCode.STATE)


def abandoned(bench: DeviceUnderTest) -> Reason:
    """R-4.16: a request for work, and at once another one."""
    work = _work(bench)
    if work is None:
        raise UntestedError(Seen.NEEDS(rule=LtiRule.R_5_16.id), Conformity.NOT_TRIED)
    message, payload = work
    first, second = bench.probe.next_number(), bench.probe.next_number()
    bench.probe.send(LtiFrame(message, first, payload).encode())
    bench.probe.send(LtiFrame(RequestType.STATUS, second).encode())
    already = LtiRule.R_4_1 in bench.probe.broken
    bench.probe.answer(second, RequestType.STATUS, skip=first)
    late = bench.probe.quiet(1.0)
    if not already and LtiRule.R_4_1 in bench.probe.broken:
        del bench.probe.broken[LtiRule.R_4_1]
        late += b"\0"
    require(not late, Seen.LATE_FRAMES(message=message.name))
    return Seen.ANSWERED(messages=("STATUS",))


def silence(bench: DeviceUnderTest) -> Reason:
    """R-4.1: listen without a request."""
    bench.probe.ask(RequestType.REST)
    _silent(bench, 2 * QUIET_S)
    return watched(LtiRule.R_4_1)(bench)


def always(bench: DeviceUnderTest) -> Reason:
    """R-4.17: what is answered in every state, before the check loads anything."""
    required = tuple(message for message in lti.REQUIRED if message is not RequestType.HELLO)
    bench.accepted(RequestType.HELLO, lti.encode_hello_request(1, 1))
    for message in required:
        bench.accepted(message)
    return Seen.ANSWERED(messages=("HELLO", *(message.name for message in required)))


def watched(rule: LtiRule) -> Test:
    """Return the step of a rule that every frame of the check is held against."""

    def step(bench: DeviceUnderTest) -> Reason:
        if rule in bench.probe.broken:
            raise BrokenError(bench.probe.broken[rule])
        if not bench.probe.frames:
            raise UntestedError(Seen.NOTHING_HEARD(), Conformity.NOT_TRIED)
        if rule in (LtiRule.R_3_8, LtiRule.R_3_9):
            bench.needs(RequestType.LOAD)
            return Seen.VALUE(what=FramePart.CARDS, value=str(len(bench.cards)))
        if rule is LtiRule.R_4_3:
            return Seen.LONGEST(seconds=round(bench.probe.longest_s, 3))
        return Seen.FRAMES(frames=bench.probe.frames)

    return step


def _work(bench: DeviceUnderTest) -> tuple[RequestType, bytes] | None:
    """Return a request for work that takes a device its time."""
    hello = bench.hello
    units = min(hello.max_units, 3)
    if bench.loaded is not None:
        for message, encode in CARD_WORK.items():
            if hello.offers(message):
                return message, encode(units)
    if hello.offers(RequestType.RAW):
        return RequestType.RAW, lti.encode_number(1 << 16)
    return (RequestType.DRAW, lti.encode_draw(1 << 12, 1, 6)) if hello.offers(RequestType.DRAW) else None


def _refused(bench: DeviceUnderTest, frame: LtiFrame, code: ErrorCode) -> None:
    bench.probe.send(frame.encode())
    answer = bench.probe.answer(frame.request, frame.kind)
    bench.require_error(answer, code, name_of(frame.kind), frame.kind)


def _silent(bench: DeviceUnderTest, seconds: float) -> None:
    surplus = bench.probe.quiet(seconds)
    require(not surplus, Seen.NOT_ASKED_FOR(size=len(surplus)))


def _damaged(bench: DeviceUnderTest, frame: bytes) -> Reason:
    bench.probe.send(frame)
    try:
        answer = bench.probe.answer(NO_REQUEST)
    except DeviceTimeout:
        raise BrokenError(Seen.OTHER_ERROR(message="STATUS", expected="DAMAGED", received="–")) from None
    require(about_no_request(answer), Seen.NOT_REFUSED(message="STATUS", expected="DAMAGED"))
    refusal = bench.refusal(answer)
    require(
        refusal.code == ErrorCode.DAMAGED,
        Seen.OTHER_ERROR(message="STATUS", expected="DAMAGED", received=refusal.name),
    )
    require_value(refusal.message == 0, FramePart.MESSAGE, "0x00", f"0x{refusal.message:02X}")
    _silent(bench, SETTLE_S)
    bench.accepted(RequestType.STATUS)
    return Seen.DISCARDED()


def _sealed(frame: bytearray) -> bytes:
    """Return a frame with the CRC of its changed bytes."""
    body = bytes(frame[: -CRC.size])
    return body + CRC.pack(zlib.crc32(body))
