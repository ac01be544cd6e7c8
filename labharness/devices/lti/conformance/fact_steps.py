"""Steps about what every device says of itself: the bus, HELLO, IDENTIFY, SOFTWARE, STATUS, EVENTS."""

from __future__ import annotations

import re
import struct

from labharness.devices.lti import message as lti
from labharness.devices.lti.conformance.bench import LEAST_CARDS, MAX_CARDS, Bench, name_of
from labharness.devices.lti.conformance.outcome import BrokenError, Result, UntestedError, require
from labharness.devices.lti.fields import FieldReader
from labharness.devices.lti.frame import MAX_PAYLOAD, VERSION
from labharness.devices.lti.message import ErrorCode, LtiDeviceClass, Message
from labharness.model.device import UsbFacts
from labharness.model.reasons.conformance import Part, Seen
from labharness.reason import Reason

_VENDOR_SPECIFIC = 0xFF
_DIGEST = re.compile("[0-9a-f]{64}")
_VALUE = struct.Struct("<Q")
_KEPT_EVENTS = 100
_KINDS = 64
"""Types that the bits of the capabilities can name."""
_SLACK_S = 0.2
"""A frame that ends is at most so much slower than its neighbor."""
_CARD_WORK = (Message.SHUFFLE, Message.ROUNDS, Message.DEAL)


def interface(bench: Bench) -> Reason:
    """R-2.1: class and endpoints."""
    usb = _usb(bench)
    number = "–" if usb.usb_class is None else f"0x{usb.usb_class:02X}"
    wanted = f"0x{_VENDOR_SPECIFIC:02X}"
    require(
        usb.usb_class == _VENDOR_SPECIFIC,
        Seen.DIFFERS(what=Part.INTERFACE, expected=wanted, received=number),
    )
    require(usb.bulk, Seen.DIFFERS(what=Part.INTERFACE, expected="bulk OUT, bulk IN", received="–"))
    return Seen.VALUE(what=Part.INTERFACE, value=number)


def bus_strings(bench: Bench) -> Reason:
    """R-2.2: the three strings."""
    usb = _usb(bench)
    for what, text in (
        (Part.MANUFACTURER, usb.manufacturer),
        (Part.PRODUCT, usb.product),
        (Part.SERIAL, usb.serial),
    ):
        require(bool(text.strip()), Seen.BARE(what=what))
    return Seen.VALUE(what=Part.SERIAL, value=usb.serial)


def ended(bench: Bench) -> Reason:
    """R-2.3: an answer of whole packets, and its neighbor."""
    packet = _usb(bench).packet
    request = _whole_packets(bench, packet)
    if request is None:
        raise UntestedError(Seen.NO_SUCH_LENGTH(packet=packet), Result.NOT_APPLICABLE)
    (message, whole), (_, other) = request
    usual = bench.probe.ask(message, other)
    answer = bench.probe.ask(message, whole)
    size = answer.frame_sizes[-1]
    if size % packet:
        raise UntestedError(Seen.NO_SUCH_LENGTH(packet=packet), Result.NOT_APPLICABLE)
    require(answer.took_s <= usual.took_s + _SLACK_S, Seen.UNENDED(size=size, packet=packet))
    return Seen.VALUE(what=Part.BYTES, value=str(size))


def winusb(bench: Bench) -> Reason:
    """R-2.4: Windows binds its driver unaided."""
    require(_usb(bench).winusb, Seen.NOT_BOUND())
    return Seen.BOUND()


def hello(bench: Bench) -> Reason:
    """R-5.1: version, class and reserved field."""
    payload = bench.accepted(Message.HELLO, lti.encode_hello_request(VERSION, VERSION))
    declared = bench.declared = lti.Hello.decode(payload)
    reserved = int.from_bytes(payload[2:4], "little")
    require(
        declared.version == VERSION,
        Seen.DIFFERS(what=Part.VERSION, expected=str(VERSION), received=str(declared.version)),
    )
    require(reserved == 0, Seen.DIFFERS(what=Part.RESERVED, expected="0", received=str(reserved)))
    known = declared.device_class in set(LtiDeviceClass)
    require(known, Seen.DIFFERS(what=Part.CLASS, expected="0 – 10", received=str(declared.device_class)))
    return Seen.VALUE(what=Part.CLASS, value=lti.device_class(declared.device_class).name)


def hello_again(bench: Bench) -> Reason:
    """R-5.2: the same answer, also to a host that speaks later versions as well."""
    bench.needs()
    for newest in (VERSION, 0xFF):
        again = bench.accepted(Message.HELLO, lti.encode_hello_request(VERSION, newest))
        require(lti.Hello.decode(again) == bench.hello, Seen.CHANGED(message="HELLO"))
    return Seen.SAME(message="HELLO")


def hello_versions(bench: Bench) -> Reason:
    """R-5.3: versions that no device speaks."""
    bench.refused(Message.HELLO, lti.encode_hello_request(200, 201), ErrorCode.VERSION)
    return Seen.REFUSED(messages=("HELLO",), error=ErrorCode.VERSION.name)


def capabilities(bench: Bench) -> Reason:
    """R-5.4: which messages belong together."""
    hello = bench.hello
    cards = any(map(hello.offers, _CARD_WORK))
    wanted = (*lti.REQUIRED, *(lti.CARD_MESSAGES if cards else ()))
    missing = tuple(message.name for message in wanted if not hello.offers(message))
    require(not missing, Seen.MISSING(messages=missing))
    require(any(map(hello.offers, lti.WORK)), Seen.NO_WORK())
    offered = any(map(hello.offers, lti.CARD_MESSAGES))
    require(offered == cards, Seen.MISSING(messages=tuple(message.name for message in _CARD_WORK)))
    require(
        cards == (hello.max_cards > 0),
        Seen.DIFFERS(what=Part.MAX_CARDS, expected="> 0" if cards else "0", received=str(hello.max_cards)),
    )
    return Seen.ANSWERED(messages=tuple(message.name for message in Message if hello.offers(message)))


def limits(bench: Bench) -> Reason:
    """R-5.5: the limits that HELLO declares."""
    hello = bench.hello
    require(hello.max_units >= 1, Seen.DIFFERS(what=Part.MAX_UNITS, expected="1", received="0"))
    least = 16 + 2 * hello.max_cards
    require(
        hello.max_request >= least,
        Seen.DIFFERS(what=Part.MAX_REQUEST, expected=str(least), received=str(hello.max_request)),
    )
    require(
        hello.max_request <= MAX_PAYLOAD,
        Seen.DIFFERS(what=Part.MAX_REQUEST, expected=str(MAX_PAYLOAD), received=str(hello.max_request)),
    )
    require(
        hello.max_cards == 0 or LEAST_CARDS <= hello.max_cards < MAX_CARDS,
        Seen.DIFFERS(
            what=Part.MAX_CARDS, expected=f"0, {LEAST_CARDS} – {MAX_CARDS - 1}", received=str(hello.max_cards)
        ),
    )
    return Seen.VALUE(what=Part.MAX_UNITS, value=str(hello.max_units))


def declared(bench: Bench) -> Reason:
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
    from labharness.devices.lti.conformance.frame_steps import watched
    from labharness.model.reasons.lti_rule import LtiRule

    return watched(LtiRule.R_5_6)(bench)


def identity(bench: Bench) -> Reason:
    """R-5.7: four strings, which stay."""
    first, again = (bench.accepted(Message.IDENTIFY) for _ in range(2))
    require(first == again, Seen.CHANGED(message="IDENTIFY"))
    identity = lti.Identity.decode(first)
    for what, text in (
        (Part.MANUFACTURER, identity.manufacturer),
        (Part.MODEL, identity.model),
        (Part.SERIAL, identity.serial),
        (Part.HARDWARE, identity.hardware),
    ):
        require(bool(text.strip()), Seen.BARE(what=what))
    return Seen.VALUE(what=Part.SERIAL, value=identity.serial)


def software(bench: Bench) -> Reason:
    """R-5.8: components."""
    components = lti.decode_software(bench.accepted(Message.SOFTWARE))
    require(bool(components), Seen.DIFFERS(what=Part.COMPONENTS, expected="1", received="0"))
    for each in components:
        texts = (each.name, each.version, each.algorithm, each.digest)
        require(all(text.strip() for text in texts), Seen.BARE(what=Part.COMPONENT))
    return Seen.VALUE(what=Part.COMPONENTS, value=str(len(components)))


def digests(bench: Bench) -> Reason:
    """R-5.9: SHA-256, in full and in lower case."""
    components = lti.decode_software(bench.accepted(Message.SOFTWARE))
    for each in components:
        require(
            each.algorithm == "SHA-256",
            Seen.DIFFERS(what=Part.ALGORITHM, expected="SHA-256", received=each.algorithm),
        )
        if not _DIGEST.fullmatch(each.digest):
            raise BrokenError(Seen.DIFFERS(what=Part.DIGEST, expected="[0-9a-f]{64}", received=each.digest))
    return Seen.VALUE(what=Part.ALGORITHM, value="SHA-256")


def software_again(bench: Bench) -> Reason:
    """R-5.10: the same digests."""
    first, second = bench.accepted(Message.SOFTWARE), bench.accepted(Message.SOFTWARE)
    require(first == second, Seen.CHANGED(message="SOFTWARE"))
    return Seen.SAME(message="SOFTWARE")


def status(bench: Bench) -> Reason:
    """R-5.11: mode, alarms and meters."""
    reader = FieldReader(bench.accepted(Message.STATUS), "STATUS")
    mode = reader.text()
    require(bool(mode.strip()), Seen.BARE(what=Part.MODE))
    count = struct.Struct("<B")
    alarms = [reader.text() for _ in range(reader.number(count))]
    require(all(alarm.strip() for alarm in alarms), Seen.BARE(what=Part.ALARM))
    meters = [(reader.text(), reader.number(_VALUE))[0] for _ in range(reader.number(count))]
    require(all(name.strip() for name in meters), Seen.BARE(what=Part.METER))
    require(
        len(set(meters)) == len(meters),
        Seen.DIFFERS(what=Part.METER, expected=str(len(meters)), received=str(len(set(meters)))),
    )
    return Seen.VALUE(what=Part.MODE, value=mode)


def events(bench: Bench) -> Reason:
    """R-5.12: in order of time."""
    events = lti.decode_events(bench.accepted(Message.EVENTS))
    times = [event.time for event in events]
    require(times == sorted(times), Seen.OUT_OF_ORDER())
    require(all(event.text.strip() for event in events), Seen.BARE(what=Part.EVENT))
    return Seen.VALUE(what=Part.EVENTS, value=str(len(events)))


def events_again(bench: Bench) -> Reason:
    """R-5.13: reading erases nothing."""
    first = lti.decode_events(bench.accepted(Message.EVENTS))
    second = lti.decode_events(bench.accepted(Message.EVENTS))
    kept = sum(event in second for event in first[-_KEPT_EVENTS:])
    require(kept == len(first[-_KEPT_EVENTS:]), Seen.ERASED(kept=kept, of=len(first)))
    require(bool(first), Seen.ERASED(kept=0, of=0))
    return Seen.SAME(message="EVENTS")


def _usb(bench: Bench) -> UsbFacts:
    if bench.usb is None:
        raise UntestedError(Seen.NOT_USB(), Result.NOT_APPLICABLE)
    return bench.usb


def _whole_packets(bench: Bench, packet: int) -> tuple[tuple[Message, bytes], tuple[Message, bytes]] | None:
    """Return a request whose answer fills its packets, and one whose answer does not."""
    hello, frame = bench.hello, 20
    if hello.offers(Message.RAW):
        size = packet - frame
        return (Message.RAW, lti.encode_number(size)), (Message.RAW, lti.encode_number(size - 1))
    if hello.offers(Message.DRAW):
        count = (packet - frame) // 2
        first, other = lti.encode_draw(count, 1, 6), lti.encode_draw(count - 1, 1, 6)
        return (Message.DRAW, first), (Message.DRAW, other)
    cards = len(bench.cards)
    most = min(hello.max_units, 64)
    for units in range(1, most + 1):
        if hello.offers(Message.SHUFFLE) and not (frame + units * 2 * (cards + 1)) % packet:
            other = lti.encode_number(units - 1 or units + 1)
            return (Message.SHUFFLE, lti.encode_number(units)), (Message.SHUFFLE, other)
        for dealt in range(2, cards + 1):
            if hello.offers(Message.ROUNDS) and not (frame + units * 4 * (dealt + 1)) % packet:
                return (
                    (Message.ROUNDS, lti.encode_rounds(units, dealt)),
                    (Message.ROUNDS, lti.encode_rounds(units, dealt - 1)),
                )
            if hello.offers(Message.DEAL) and not (frame + units * 2 * (cards + dealt + 1)) % packet:
                return (
                    (Message.DEAL, lti.encode_deal(units, (1,) * dealt)),
                    (Message.DEAL, lti.encode_deal(units, (1,) * (dealt - 1))),
                )
    return None
