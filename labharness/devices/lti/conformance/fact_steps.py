"""Steps about what every device says of itself: the bus, HELLO, IDENTIFY, SOFTWARE, STATUS, EVENTS."""

from __future__ import annotations

import re
import struct

from labharness.devices.lti import message as lti
from labharness.devices.lti.conformance.device_under_test import (
    LEAST_CARDS,
    MAX_CARDS,
    Conformity,
    DeviceUnderTest,
    UntestedError,
    name_of,
    require,
    require_equal,
    require_value,
)
from labharness.devices.lti.conformance.frame_steps import watched
from labharness.devices.lti.frame import MAX_PAYLOAD, VERSION
from labharness.devices.lti.message import ErrorCode, FieldReader, LtiDeviceClass, RequestType
from labharness.model.device import UsbFacts
from labharness.model.reasons.lti import FramePart, LtiRule, Seen
from labharness.reason import Reason

_VENDOR_SPECIFIC = 0xFF
_DIGEST = re.compile("[0-9a-f]{64}")
_VALUE = struct.Struct("<Q")
_KEPT_EVENTS = 100
_KINDS = 64
"""Types that the bits of the capabilities can name."""
_SLACK_S = 0.2
"""A frame that ends is at most so much slower than its neighbor."""
_CARD_WORK = (RequestType.SHUFFLE, RequestType.ROUNDS, RequestType.DEAL)


def interface(bench: DeviceUnderTest) -> Reason:
    """R-2.1: class and endpoints."""
    usb = _usb(bench)
    number = "–" if usb.usb_class is None else f"0x{usb.usb_class:02X}"
    wanted = f"0x{_VENDOR_SPECIFIC:02X}"
    require_value(usb.usb_class == _VENDOR_SPECIFIC, FramePart.INTERFACE, wanted, number)
    require_value(usb.bulk, FramePart.INTERFACE, "bulk OUT, bulk IN", "–")
    return Seen.VALUE(what=FramePart.INTERFACE, value=number)


def bus_strings(bench: DeviceUnderTest) -> Reason:
    """R-2.2: the three strings."""
    usb = _usb(bench)
    for what, text in (
        (FramePart.MANUFACTURER, usb.manufacturer),
        (FramePart.PRODUCT, usb.product),
        (FramePart.SERIAL, usb.serial),
    ):
        require(bool(text.strip()), Seen.BARE(what=what))
    return Seen.VALUE(what=FramePart.SERIAL, value=usb.serial)


def ended(bench: DeviceUnderTest) -> Reason:
    """R-2.3: an answer of whole packets, and its neighbor."""
    packet = _usb(bench).packet
    request = _whole_packets(bench, packet)
    if request is None:
        raise UntestedError(Seen.NO_SUCH_LENGTH(packet=packet), Conformity.NOT_APPLICABLE)
    message, whole, other = request
    usual = bench.probe.ask(message, other)
    answer = bench.probe.ask(message, whole)
    size = answer.frame_sizes[-1]
    if size % packet:
        raise UntestedError(Seen.NO_SUCH_LENGTH(packet=packet), Conformity.NOT_APPLICABLE)
    require(answer.took_s <= usual.took_s + _SLACK_S, Seen.UNENDED(size=size, packet=packet))
    return Seen.VALUE(what=FramePart.BYTES, value=str(size))


def winusb(bench: DeviceUnderTest) -> Reason:
    """R-2.4: Windows binds its driver unaided."""
    require(_usb(bench).winusb, Seen.NOT_BOUND())
    return Seen.BOUND()


def hello(bench: DeviceUnderTest) -> Reason:
    """R-5.1: version, class and reserved field."""
    payload = bench.accepted(RequestType.HELLO, lti.encode_hello_request(VERSION, VERSION))
    declared = bench.declared = lti.Hello.decode(payload)
    reserved = int.from_bytes(payload[2:4], "little")
    require_equal(FramePart.VERSION, VERSION, declared.version)
    require_equal(FramePart.RESERVED, 0, reserved)
    known = declared.device_class in set(LtiDeviceClass)
    require_value(known, FramePart.CLASS, "0 – 10", declared.device_class)
    return Seen.VALUE(what=FramePart.CLASS, value=lti.device_class(declared.device_class).name)


def hello_again(bench: DeviceUnderTest) -> Reason:
    """R-5.2: the same answer, also to a host that speaks later versions as well."""
    bench.needs()
    for newest in (VERSION, 0xFF):
        again = bench.accepted(RequestType.HELLO, lti.encode_hello_request(VERSION, newest))
        require(lti.Hello.decode(again) == bench.hello, Seen.CHANGED(message="HELLO"))
    return Seen.SAME(message="HELLO")


def hello_versions(bench: DeviceUnderTest) -> Reason:
    """R-5.3: versions that no device speaks."""
    return bench.refused_all([(RequestType.HELLO, lti.encode_hello_request(200, 201))], ErrorCode.VERSION)


def capabilities(bench: DeviceUnderTest) -> Reason:
    """R-5.4: which messages belong together."""
    hello = bench.hello
    cards = any(map(hello.offers, _CARD_WORK))
    wanted = (*lti.REQUIRED, *(lti.CARD_MESSAGES if cards else ()))
    missing = tuple(message.name for message in wanted if not hello.offers(message))
    require(not missing, Seen.MISSING(messages=missing))
    require(any(map(hello.offers, lti.WORK)), Seen.NO_WORK())
    offered = any(map(hello.offers, lti.CARD_MESSAGES))
    require(offered == cards, Seen.MISSING(messages=tuple(message.name for message in _CARD_WORK)))
    require_value(
        cards == (hello.max_cards > 0), FramePart.MAX_CARDS, "> 0" if cards else "0", hello.max_cards
    )
    return Seen.ANSWERED(messages=tuple(message.name for message in RequestType if hello.offers(message)))


def limits(bench: DeviceUnderTest) -> Reason:
    """R-5.5: the limits that HELLO declares."""
    hello = bench.hello
    require_value(hello.max_units >= 1, FramePart.MAX_UNITS, "1", "0")
    least = 16 + 2 * hello.max_cards
    require_value(hello.max_request >= least, FramePart.MAX_REQUEST, least, hello.max_request)
    require_value(hello.max_request <= MAX_PAYLOAD, FramePart.MAX_REQUEST, MAX_PAYLOAD, hello.max_request)
    require_value(
        hello.max_cards == 0 or LEAST_CARDS <= hello.max_cards < MAX_CARDS,
        FramePart.MAX_CARDS,
        f"0, {LEAST_CARDS} – {MAX_CARDS - 1}",
        hello.max_cards,
    )
    return Seen.VALUE(what=FramePart.MAX_UNITS, value=str(hello.max_units))


def declared(bench: DeviceUnderTest) -> Reason:
    """R-5.6: every type that has a bit, whether the document defines it or not, with a payload that no message takes."""
    absent, present = list[str](), list[str]()
    for kind in range(_KINDS):
        offered = bool(bench.hello.capabilities >> kind & 1)
        answer = bench.probe.ask(kind, b"\0")
        refused = answer.refused and bench.refusal(answer).code == ErrorCode.UNSUPPORTED
        if refused == offered:
            (absent if offered else present).append(name_of(kind))
    require(not absent, Seen.DECLARED_FALSELY(messages=tuple(absent)))
    require(not present, Seen.UNDECLARED(messages=tuple(present)))
    return watched(LtiRule.R_5_6)(bench)


def identity(bench: DeviceUnderTest) -> Reason:
    """R-5.7: four strings, which stay."""
    first, again = (bench.accepted(RequestType.IDENTIFY) for _ in range(2))
    require(first == again, Seen.CHANGED(message="IDENTIFY"))
    identity = lti.Identity.decode(first)
    for what, text in (
        (FramePart.MANUFACTURER, identity.manufacturer),
        (FramePart.MODEL, identity.model),
        (FramePart.SERIAL, identity.serial),
        (FramePart.HARDWARE, identity.hardware),
    ):
        require(bool(text.strip()), Seen.BARE(what=what))
    return Seen.VALUE(what=FramePart.SERIAL, value=identity.serial)


def software(bench: DeviceUnderTest) -> Reason:
    """R-5.8: components."""
    components = lti.decode_software(bench.accepted(RequestType.SOFTWARE))
    require_value(bool(components), FramePart.COMPONENTS, "1", "0")
    for each in components:
        texts = (each.name, each.version, each.algorithm, each.digest)
        require(all(text.strip() for text in texts), Seen.BARE(what=FramePart.COMPONENT))
    return Seen.VALUE(what=FramePart.COMPONENTS, value=str(len(components)))


def digests(bench: DeviceUnderTest) -> Reason:
    """R-5.9: SHA-256, in full and in lower case."""
    components = lti.decode_software(bench.accepted(RequestType.SOFTWARE))
    for each in components:
        require_equal(FramePart.ALGORITHM, "SHA-256", each.algorithm)
        require_value(bool(_DIGEST.fullmatch(each.digest)), FramePart.DIGEST, _DIGEST.pattern, each.digest)
    return Seen.VALUE(what=FramePart.ALGORITHM, value="SHA-256")


def software_again(bench: DeviceUnderTest) -> Reason:
    """R-5.10: the same digests."""
    require(
        bench.accepted(RequestType.SOFTWARE) == bench.accepted(RequestType.SOFTWARE),
        Seen.CHANGED(message="SOFTWARE"),
    )
    return Seen.SAME(message="SOFTWARE")


def status(bench: DeviceUnderTest) -> Reason:
    """R-5.11: mode, alarms and meters."""
    reader = FieldReader(bench.accepted(RequestType.STATUS), "STATUS")
    mode = reader.text()
    require(bool(mode.strip()), Seen.BARE(what=FramePart.MODE))
    count = struct.Struct("<B")
    alarms = [reader.text() for _ in range(reader.number(count))]
    require(all(alarm.strip() for alarm in alarms), Seen.BARE(what=FramePart.ALARM))
    meters = [(reader.text(), reader.number(_VALUE))[0] for _ in range(reader.number(count))]
    require(all(name.strip() for name in meters), Seen.BARE(what=FramePart.METER))
    require_equal(FramePart.METER, len(meters), len(set(meters)))
    return Seen.VALUE(what=FramePart.MODE, value=mode)


def events(bench: DeviceUnderTest) -> Reason:
    """R-5.12: in order of time."""
    events = lti.decode_events(bench.accepted(RequestType.EVENTS))
    times = [event.time for event in events]
    require(times == sorted(times), Seen.OUT_OF_ORDER())
    require(all(event.text.strip() for event in events), Seen.BARE(what=FramePart.EVENT))
    return Seen.VALUE(what=FramePart.EVENTS, value=str(len(events)))


def events_again(bench: DeviceUnderTest) -> Reason:
    """R-5.13: reading erases nothing."""
    first = lti.decode_events(bench.accepted(RequestType.EVENTS))
    second = lti.decode_events(bench.accepted(RequestType.EVENTS))
    kept = sum(event in second for event in first[-_KEPT_EVENTS:])
    require(kept == len(first[-_KEPT_EVENTS:]), Seen.ERASED(kept=kept, of=len(first)))
    require(bool(first), Seen.ERASED(kept=0, of=0))
    return Seen.SAME(message="EVENTS")


def _usb(bench: DeviceUnderTest) -> UsbFacts:
    if bench.usb is None:
        raise UntestedError(Seen.NOT_USB(), Conformity.NOT_APPLICABLE)
    return bench.usb


def _whole_packets(bench: DeviceUnderTest, packet: int) -> tuple[RequestType, bytes, bytes] | None:
    """Return a request whose answer fills its packets, and its payload for one whose answer does not."""
    hello, frame = bench.hello, 20
    if hello.offers(RequestType.RAW):
        size = packet - frame
        return RequestType.RAW, lti.encode_number(size), lti.encode_number(size - 1)
    if hello.offers(RequestType.DRAW):
        count = (packet - frame) // 2
        return RequestType.DRAW, lti.encode_draw(count, 1, 6), lti.encode_draw(count - 1, 1, 6)
    cards = len(bench.cards)
    most = min(hello.max_units, 64)
    for units in range(1, most + 1):
        if hello.offers(RequestType.SHUFFLE) and not (frame + units * 2 * (cards + 1)) % packet:
            return RequestType.SHUFFLE, lti.encode_number(units), lti.encode_number(units - 1 or units + 1)
        for dealt in range(2, cards + 1):
            if hello.offers(RequestType.ROUNDS) and not (frame + units * 4 * (dealt + 1)) % packet:
                whole, other = (lti.encode_rounds(units, each) for each in (dealt, dealt - 1))
                return RequestType.ROUNDS, whole, other
            if hello.offers(RequestType.DEAL) and not (frame + units * 2 * (cards + dealt + 1)) % packet:
                whole, other = (lti.encode_deal(units, (1,) * each) for each in (dealt, dealt - 1))
                return RequestType.DEAL, whole, other
    return None
