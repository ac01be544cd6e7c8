"""Wrong devices in what they say of themselves: HELLO to EVENTS; a line for each."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import replace

from labharness.devices.lti import message as lti
from labharness.devices.lti.message import LtiEvent
from labharness.model.reasons.lti import LtiRule as R
from labharness.simulators.firmware import Firmware
from tests.support.lti.mutation import Mutation, Receive, accepting, answering, payloads, refusing
from tests.support.lti.wrong.kit import RNG, E, M, RuleBreaker


def _hello(**changes: int) -> Mutation:
    return payloads(lambda payload: replace(lti.Hello.decode(payload), **changes).encode(), M.HELLO)


def _capabilities(alter: Callable[[int], int]) -> Mutation:
    def changed(payload: bytes) -> bytes:
        hello = lti.Hello.decode(payload)
        return replace(hello, capabilities=alter(hello.capabilities)).encode()

    return payloads(changed, M.HELLO)


def _software(**changes: Callable[[str], str]) -> Mutation:
    def changed(payload: bytes) -> bytes:
        parts = lti.decode_software(payload)
        return lti.encode_software(
            tuple(
                replace(each, **{name: alter(getattr(each, name)) for name, alter in changes.items()})
                for each in parts
            )
        )

    return payloads(changed, M.SOFTWARE)


def _reads(alter: Callable[[list[LtiEvent]], list[LtiEvent]]) -> Mutation:
    more = [LtiEvent(5, 9, "door"), LtiEvent(7, 9, "jam")]

    def changed(payload: bytes) -> bytes:
        return lti.encode_events(tuple(alter([*lti.decode_events(payload), *more])))

    return payloads(changed, M.EVENTS)


def _erasing(firmware: Firmware) -> Receive:
    """Forget its events once they were read."""
    read: list[bytes] = []

    def changed(payload: bytes) -> bytes:
        read.append(payload)
        return payload if len(read) == 1 else b"\0\0"

    return payloads(changed, M.EVENTS)(firmware)


def _hello_changes(firmware: Firmware) -> Receive:
    """Declare another message with every HELLO."""
    bits = iter(range(40, 64))
    return _capabilities(lambda known: known | 1 << next(bits))(firmware)


def _digests_change(firmware: Firmware) -> Receive:
    """Report other digests every time."""
    digits = iter(range(256))
    return _software(digest=lambda text: f"{next(digits):02x}{text[2:]}")(firmware)


def _serials_change(firmware: Firmware) -> Receive:
    """Report another serial number every time."""
    numbers = iter(range(0x41, 0x7F))
    return payloads(lambda _: b"\1a\1b\1%c\1d" % next(numbers), M.IDENTIFY)(firmware)


_METER = struct.pack("<Q", 1)
FACTS: tuple[RuleBreaker, ...] = (
    RuleBreaker(R.R_5_1, "reserved_field", payloads(lambda data: data[:2] + b"\1" + data[3:], M.HELLO)),
    RuleBreaker(R.R_5_1, "class_99", _hello(device_class=99)),
    RuleBreaker(R.R_5_2, "hello_changes", _hello_changes),
    RuleBreaker(
        R.R_5_2,
        "knows_no_later_host",
        refusing(M.HELLO, E.VERSION, lambda request: request.payload == b"\1\xff"),
    ),
    RuleBreaker(R.R_5_3, "speaks_every_version", accepting(lambda _: b"\1\1", M.HELLO)),
    RuleBreaker(R.R_5_4, "events_not_declared", _capabilities(lambda bits: bits & ~(1 << M.EVENTS))),
    RuleBreaker(R.R_5_4, "no_count", _capabilities(lambda bits: bits & ~(1 << M.COUNT))),
    RuleBreaker(R.R_5_4, "cards_of_a_generator", _hello(max_cards=52), machine=RNG),
    RuleBreaker(R.R_5_5, "max_units_0", _hello(max_units=0)),
    RuleBreaker(R.R_5_5, "max_cards_1", _hello(max_cards=1)),
    RuleBreaker(R.R_5_4, "no_cards_of_a_shuffler", _hello(max_cards=0)),
    RuleBreaker(R.R_5_5, "max_request_too_short", _hello(max_request=100)),
    RuleBreaker(R.R_5_6, "deal_declared_falsely", _capabilities(lambda bits: bits | 1 << M.DEAL)),
    RuleBreaker(R.R_5_6, "undefined_message_declared", _capabilities(lambda bits: bits | 1 << 5)),
    RuleBreaker(R.R_5_6, "last_bit_declared", _capabilities(lambda bits: bits | 1 << 63)),
    RuleBreaker(R.R_5_6, "answers_undefined_messages", answering(4)),
    RuleBreaker(R.R_5_6, "raw_not_declared", _capabilities(lambda bits: bits & ~(1 << M.RAW)), machine=RNG),
    RuleBreaker(R.R_5_7, "no_hardware_revision", payloads(lambda _: b"\1a\1b\1c\0", M.IDENTIFY)),
    RuleBreaker(R.R_5_7, "other_serial_number_each_time", _serials_change),
    RuleBreaker(R.R_5_7, "blank_serial_number", payloads(lambda _: b"\1a\1b\1 \1d", M.IDENTIFY)),
    RuleBreaker(R.R_5_8, "no_components", payloads(lambda _: b"\0", M.SOFTWARE)),
    RuleBreaker(R.R_5_8, "component_without_version", _software(version=lambda _: "")),
    RuleBreaker(R.R_5_9, "upper_case_digests", _software(digest=str.upper)),
    RuleBreaker(R.R_5_9, "short_digests", _software(digest=lambda text: text[:40])),
    RuleBreaker(R.R_5_9, "sha_1", _software(algorithm=lambda _: "SHA-1")),
    RuleBreaker(R.R_5_10, "digests_change", _digests_change),
    RuleBreaker(R.R_5_11, "no_mode", payloads(lambda data: b"\0" + data[1 + data[0] :], M.STATUS)),
    RuleBreaker(
        R.R_5_11, "meters_of_one_name", payloads(lambda _: b"\4rest\0\2" + (b"\1a" + _METER) * 2, M.STATUS)
    ),
    RuleBreaker(R.R_5_12, "events_misordered", _reads(lambda events: events[::-1])),
    RuleBreaker(
        R.R_5_12, "events_without_text", _reads(lambda events: [replace(each, text="") for each in events])
    ),
    RuleBreaker(R.R_5_13, "reading_erases_events", _erasing),
    RuleBreaker(R.R_5_13, "no_events", payloads(lambda _: b"\0\0", M.EVENTS)),
    RuleBreaker(R.R_5_14, "takes_payloads_for_status", accepting(lambda _: b"", M.STATUS)),
    RuleBreaker(R.R_5_14, "takes_longer_requests", accepting(lambda data: data[:4], M.SHUFFLE)),
)
