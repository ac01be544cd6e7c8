"""Messages of the Lab Test Interface: their types, their payloads and the errors a device may answer.

Fields of a payload: little-endian numbers and strings of a length byte and UTF-8.

Lists of cards on the wire: a count, then so many cards, all unsigned 16-bit little-endian.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from labharness.devices.adapter import printable
from labharness.errors import ProtocolError
from labharness.model.cards import TYPES, UNREAD, Order, types
from labharness.model.device import CountReport, DeviceStatus, SoftwareComponent
from labharness.model.reasons.lti import Listed, Lti

WORD = np.dtype("<u2")


def encode_orders(orders: Iterable[Order]) -> bytes:
    """Write one list after the other."""
    words: list[NDArray[np.uint16]] = []
    for order in orders:
        words += (np.array([len(order)], dtype=np.uint16), order)
    return np.concatenate(words).astype(WORD).tobytes() if words else b""


def decode_orders(payload: bytes, number: int) -> list[Order]:
    """Read exactly ``number`` lists.

    Raises
    ------
    ProtocolError
        If there are fewer or more lists, or a number is no card.
    """
    words = decode_words(payload)
    sent = _equal(words) or _unequal(words)
    if sent != number:  # before anything is made of them: an answer of 16 MiB can hold 8 million empty lists
        raise ProtocolError(Lti.OTHER_AMOUNT(listed=Listed.ORDERS, sent=sent, requested=number))
    orders, at = [], 0
    for _ in range(number):
        end = at + 1 + int(words[at])
        orders.append(words[at + 1 : end])
        at = end
    if orders:
        _require_cards(np.concatenate(orders))
    return orders


def decode_words(payload: bytes) -> NDArray[np.uint16]:
    """Read unsigned 16-bit numbers."""
    if len(payload) % 2:
        raise ProtocolError(Lti.ODD_BYTES(size=len(payload)))
    return np.frombuffer(payload, dtype=WORD).astype(np.uint16, copy=False)


def _equal(words: NDArray[np.uint16]) -> int:
    """Return how many lists there are if all have the length of the first, else 0."""
    if not words.size:
        return 0
    length = int(words[0])
    if words.size % (length + 1) or (words[:: length + 1] != length).any():
        return 0
    return words.size // (length + 1)


def _unequal(words: NDArray[np.uint16]) -> int:
    """Return how many lists there are: each count stands where the one before says."""
    number, at = 0, 0
    while at < words.size:
        end = at + 1 + int(words[at])
        if end > words.size:
            raise ProtocolError(Lti.LIST_TOO_SHORT(announced=int(words[at]), present=words.size - at - 1))
        number, at = number + 1, end
    return number


def _require_cards(cards: NDArray[np.uint16]) -> None:
    kinds = types(cards)
    wrong = cards[(kinds >= TYPES) & (kinds != UNREAD)]
    if wrong.size:
        raise ProtocolError(Lti.NOT_A_CARD(word=f"0x{int(wrong[0]):04X}"))


MAX_TEXT = 255
"""Longest string in bytes of UTF-8."""


class FieldReader:
    """Reads the fields of one payload in order.

    Parameters
    ----------
    payload
        The bytes.
    message
        Name of the message, for errors.
    """

    def __init__(self, payload: bytes, message: str) -> None:
        self._payload = payload
        self._message = message
        self._at = 0

    def numbers(self, layout: struct.Struct) -> tuple[int, ...]:
        """Read the next fields of a fixed layout."""
        return layout.unpack(self._take(layout.size))

    def number(self, layout: struct.Struct) -> int:
        """Read one number."""
        return self.numbers(layout)[0]

    def last_numbers(self, layout: struct.Struct) -> tuple[int, ...]:
        """Read the last fields; nothing may follow them."""
        values = self.numbers(layout)
        if self._at != len(self._payload):
            surplus = len(self._payload) - self._at
            raise ProtocolError(Lti.PAYLOAD_TOO_LONG(message=self._message, surplus=surplus))
        return values

    def text(self) -> str:
        """Read a string; what is no UTF-8 or cannot be printed is replaced."""
        (length,) = self._take(1)
        return printable(self._take(length).decode("utf-8", "replace"), MAX_TEXT)

    def _take(self, size: int) -> bytes:
        end = self._at + size
        if end > len(self._payload):
            raise ProtocolError(Lti.PAYLOAD_TOO_SHORT(message=self._message, size=len(self._payload)))
        taken = self._payload[self._at : end]
        self._at = end
        return taken


def text_field(text: str) -> bytes:
    """Write a string, cut to :data:`MAX_TEXT` bytes at the border of a character."""
    data = text.encode()[:MAX_TEXT].decode("utf-8", "ignore").encode()
    return bytes([len(data)]) + data


class RequestType(IntEnum):
    """Types of requests; a device that offers one sets the bit of that number in its capabilities."""

    HELLO = 0x01
    IDENTIFY = 0x02
    SOFTWARE = 0x03
    LOAD = 0x10
    SHUFFLE = 0x11
    ROUNDS = 0x12
    DEAL = 0x13
    DRAW = 0x14
    RAW = 0x15
    COUNT = 0x20
    STATUS = 0x21
    EVENTS = 0x22
    REST = 0x2F


REQUIRED = (
    RequestType.HELLO,
    RequestType.IDENTIFY,
    RequestType.SOFTWARE,
    RequestType.STATUS,
    RequestType.EVENTS,
    RequestType.REST,
)
"""Messages that every device answers."""
CARD_MESSAGES = (RequestType.LOAD, RequestType.COUNT)
"""Messages that every device which holds cards answers as well."""
WORK = (RequestType.SHUFFLE, RequestType.ROUNDS, RequestType.DEAL, RequestType.DRAW, RequestType.RAW)
"""Messages that make the device work; it offers at least one."""


class ErrorCode(IntEnum):
    """Why a device refuses."""

    UNSUPPORTED = 1
    VERSION = 2
    MALFORMED = 3
    LIMIT = 4
    STATE = 5
    HARDWARE = 6
    DAMAGED = 7
    ABORTED = 8


class LtiDeviceClass(IntEnum):
    """What kind of machine answers."""

    OTHER = 0
    BATCH_SHUFFLER = 1
    CONTINUOUS_SHUFFLER = 2
    AUTOMATED_DEALING_SHOE = 3
    COMPUTERIZED_RNG = 4
    RESHUFFLING_SHOE = 5
    DOUBLE_SHOE = 6
    CARD_READER = 7
    DICE_SHAKER = 8
    TABLE_GAME_SYSTEM = 9
    PROGRESSIVE_SYSTEM = 10


def device_class(number: int) -> LtiDeviceClass:
    """Name a device class; one of a later version counts as OTHER."""
    return LtiDeviceClass(number) if number in set(LtiDeviceClass) else LtiDeviceClass.OTHER


@dataclass(frozen=True, slots=True)
class Hello:
    """Answer to HELLO: what the device can do.

    Parameters
    ----------
    version
        Protocol version that the device chose.
    device_class
        Number of a :class:`LtiDeviceClass`; an unknown one counts as OTHER.
    capabilities
        Bit n says that the device answers message type n.
    max_request
        Longest request payload that it takes, in bytes.
    max_units
        Most shuffles, rounds or deals it does for one request.
    max_cards
        Most cards it holds, 0 for a generator.
    """

    version: int
    device_class: int
    capabilities: int
    max_request: int
    max_units: int
    max_cards: int

    _LAYOUT = struct.Struct("<BBHQIII")

    def encode(self) -> bytes:
        """Write the payload."""
        return self._LAYOUT.pack(
            self.version,
            self.device_class,
            0,
            self.capabilities,
            self.max_request,
            self.max_units,
            self.max_cards,
        )

    @classmethod
    def decode(cls, payload: bytes) -> Hello:
        """Read the payload; bytes that a later version appends are ignored."""
        version, device_class, _, *numbers = FieldReader(payload, "HELLO").numbers(cls._LAYOUT)
        return cls(version, device_class, *numbers)

    def offers(self, message: int) -> bool:
        """Whether the device says that it answers this message."""
        return bool(self.capabilities >> message & 1)


@dataclass(frozen=True, slots=True)
class Identity:
    """Answer to IDENTIFY."""

    manufacturer: str
    model: str
    serial: str
    hardware: str

    def encode(self) -> bytes:
        """Write the payload."""
        return b"".join(map(text_field, (self.manufacturer, self.model, self.serial, self.hardware)))

    @classmethod
    def decode(cls, payload: bytes) -> Identity:
        """Read the payload."""
        reader = FieldReader(payload, "IDENTIFY")
        return cls(reader.text(), reader.text(), reader.text(), reader.text())


@dataclass(frozen=True, slots=True)
class LtiEvent:
    """One entry of the device's log: milliseconds since power-on, the device's code, its words."""

    time: int
    code: int
    text: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Answer of type 0xFF: why, to which message, in the device's words."""

    code: int
    message: int
    text: str = ""

    def encode(self) -> bytes:
        """Write the payload."""
        return struct.pack("<HB", self.code, self.message) + text_field(self.text)

    @classmethod
    def decode(cls, payload: bytes) -> Refusal:
        """Read the payload."""
        reader = FieldReader(payload, "ERROR")
        code, message = reader.numbers(_ERROR)
        return cls(code, message, reader.text())

    @property
    def name(self) -> str:
        """Name of the code; the number of one that the protocol does not know."""
        return ErrorCode(self.code).name if self.code in set(ErrorCode) else str(self.code)


_ERROR = struct.Struct("<HB")
_U8, _U16, _U32 = (struct.Struct("<" + code) for code in "BHI")
_COUNT = struct.Struct("<IIB")
_METER = struct.Struct("<Q")
_EVENT = struct.Struct("<QH")
_ROUNDS = struct.Struct("<IH")
_DEAL = struct.Struct("<IB")
_VERSIONS = struct.Struct("<BB")
_DRAW = struct.Struct("<IHH")


def encode_hello_request(oldest: int, newest: int) -> bytes:
    """Say which protocol versions the host speaks."""
    return bytes((oldest, newest))


def decode_hello_request(payload: bytes) -> tuple[int, int]:
    """Read the oldest and newest version that the host speaks."""
    oldest, newest = FieldReader(payload, "HELLO").last_numbers(_VERSIONS)
    return oldest, newest


def encode_load(order: Order) -> bytes:
    """Write the order that has been put in, top card first."""
    return encode_orders([order])


def decode_load(payload: bytes) -> Order:
    """Read the order that has been put in."""
    return decode_orders(payload, 1)[0]


def encode_number(count: int) -> bytes:
    """Write the request of SHUFFLE (shuffles) and of RAW (bytes)."""
    return _U32.pack(count)


def decode_number(payload: bytes) -> int:
    """Read the request of SHUFFLE and of RAW."""
    return FieldReader(payload, "SHUFFLE or RAW").last_numbers(_U32)[0]


def encode_rounds(rounds: int, cards: int) -> bytes:
    """Write the request of ROUNDS."""
    return _ROUNDS.pack(rounds, cards)


def decode_rounds(payload: bytes) -> tuple[int, int]:
    """Read rounds and cards in each."""
    rounds, cards = FieldReader(payload, "ROUNDS").last_numbers(_ROUNDS)
    return rounds, cards


def encode_deal(deals: int, stacks: tuple[int, ...]) -> bytes:
    """Write the request of DEAL."""
    return _DEAL.pack(deals, len(stacks)) + struct.pack(f"<{len(stacks)}H", *stacks)


def decode_deal(payload: bytes) -> tuple[int, tuple[int, ...]]:
    """Read deals and the cards of each stack."""
    reader = FieldReader(payload, "DEAL")
    deals, stacks = reader.numbers(_DEAL)
    return deals, reader.last_numbers(struct.Struct(f"<{stacks}H"))


def encode_draw(count: int, low: int, high: int) -> bytes:
    """Write the request of DRAW."""
    return _DRAW.pack(count, low, high)


def decode_draw(payload: bytes) -> tuple[int, int, int]:
    """Read how many outcomes, the smallest and the largest."""
    count, low, high = FieldReader(payload, "DRAW").last_numbers(_DRAW)
    return count, low, high


def encode_count(report: CountReport) -> bytes:
    """Write the answer to COUNT and to LOAD."""
    return _COUNT.pack(report.inside, report.expected, report.correct) + text_field(report.message)


def decode_count(payload: bytes) -> CountReport:
    """Read the answer to COUNT and to LOAD."""
    reader = FieldReader(payload, "COUNT")
    inside, expected, correct = reader.numbers(_COUNT)
    return CountReport(inside, expected, bool(correct), reader.text())


def encode_software(components: tuple[SoftwareComponent, ...]) -> bytes:
    """Write the answer to SOFTWARE."""
    texts = (text for c in components for text in (c.name, c.version, c.algorithm, c.digest))
    return bytes([len(components)]) + b"".join(map(text_field, texts))


def decode_software(payload: bytes) -> tuple[SoftwareComponent, ...]:
    """Read the answer to SOFTWARE."""
    reader = FieldReader(payload, "SOFTWARE")
    return tuple(
        SoftwareComponent(reader.text(), reader.text(), reader.text(), reader.text())
        for _ in range(reader.number(_U8))
    )


def encode_status(status: DeviceStatus) -> bytes:
    """Write the answer to STATUS."""
    meters = (text_field(name) + _METER.pack(value) for name, value in status.meters.items())
    alarms = map(text_field, status.alarms)
    return b"".join(
        (text_field(status.mode), bytes([len(status.alarms)]), *alarms, bytes([len(status.meters)]), *meters)
    )


def decode_status(payload: bytes) -> DeviceStatus:
    """Read the answer to STATUS."""
    reader = FieldReader(payload, "STATUS")
    mode = reader.text()
    alarms = tuple(reader.text() for _ in range(reader.number(_U8)))
    meters = {reader.text(): reader.number(_METER) for _ in range(reader.number(_U8))}
    return DeviceStatus(mode, alarms, meters)


def encode_events(events: tuple[LtiEvent, ...]) -> bytes:
    """Write the answer to EVENTS, oldest first."""
    entries = (_EVENT.pack(event.time, event.code) + text_field(event.text) for event in events)
    return _U16.pack(len(events)) + b"".join(entries)


def decode_events(payload: bytes) -> tuple[LtiEvent, ...]:
    """Read the answer to EVENTS."""
    reader = FieldReader(payload, "EVENTS")
    events = []
    for _ in range(reader.number(_U16)):
        time, code = reader.numbers(_EVENT)
        events.append(LtiEvent(time, code, reader.text()))
    return tuple(events)
