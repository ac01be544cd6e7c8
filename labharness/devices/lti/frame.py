"""Frames of the Lab Test Interface: 16 bytes of header, a payload, CRC-32 of both.

::

    0  magic "LTIF"   4  version u8   5  type u8   6  flags u8   7  part u8
    8  request u32   12  length u32  16  payload … 16 + length  CRC-32 u32         little-endian

What a device declares in HELLO against what a plan will ask of it.

The answer to one request, out of a stream that may begin in the middle of the answer to an older one.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from labharness.devices.adapter import AcquireRequest, Demand
from labharness.devices.lti import message as lti
from labharness.devices.lti.message import WORD, RequestType
from labharness.errors import TransferDamaged
from labharness.model.observations import Kind
from labharness.model.reasons.lti import Lti
from labharness.reason import Reason

MAGIC = b"LTIF"
VERSION = 1
HEADER = struct.Struct("<4sBBBBII")
CRC = struct.Struct("<I")
READ_SIZE = 1 << 18
"""Bytes that the host asks for at once."""
MAX_PAYLOAD = READ_SIZE - 512
"""Longest payload of one frame in bytes: a frame and the packet that ends its transfer fit in one read."""

LAST = 0x01
"""Flag of the only or the last frame of a request or an answer."""
ANSWER = 0x80
"""Bit that makes an answer's type out of the request's."""
ERROR = 0xFF
"""Type of an error answer."""
NO_REQUEST = 0xFFFFFFFF
"""Request number of an error about a frame whose own number cannot be trusted."""


@dataclass(frozen=True, slots=True)
class LtiFrame:
    """One frame.

    Parameters
    ----------
    kind
        Type of the message.
    request
        The host's number of the exchange, repeated in the answer.
    payload
        Content, at most :data:`MAX_PAYLOAD` bytes.
    last
        Whether the message ends with this frame.
    part
        Place of the frame in its message, from 0, modulo 256.
    version
        Version of the protocol that the sender speaks.
    """

    kind: int
    request: int
    payload: bytes = b""
    last: bool = True
    part: int = 0
    version: int = VERSION

    def encode(self) -> bytes:
        """Write the frame with its CRC."""
        flags = LAST if self.last else 0
        header = HEADER.pack(
            MAGIC, self.version, self.kind, flags, self.part, self.request, len(self.payload)
        )
        return b"".join((header, self.payload, CRC.pack(zlib.crc32(self.payload, zlib.crc32(header)))))


class FrameReader:
    """Cuts a stream of bytes into frames, however the stream arrives in pieces."""

    def __init__(self, limit: int = MAX_PAYLOAD) -> None:
        self._buffer = bytearray()
        self._limit = limit

    def __len__(self) -> int:
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Add the next bytes of the stream."""
        self._buffer += data

    def next_frame(self) -> LtiFrame | None:
        """Take the next whole frame.

        Returns
        -------
        Frame or None
            None until more bytes are fed.

        Raises
        ------
        TransferDamaged
            If the bytes are no frame; the stream is lost from there on.
        """
        buffer = self._buffer
        if buffer[:4] != MAGIC[: len(buffer)]:
            raise TransferDamaged(Lti.NO_FRAME(received=buffer[:8].hex(" ")))
        if len(buffer) < HEADER.size:
            return None
        _, version, kind, flags, part, request, length = HEADER.unpack_from(buffer)
        if length > self._limit:
            raise TransferDamaged(Lti.FRAME_TOO_LONG(size=length, limit=self._limit))
        end = HEADER.size + length
        if len(buffer) < end + CRC.size:
            return None
        content = bytes(memoryview(buffer)[:end])
        (crc,) = CRC.unpack_from(buffer, end)
        if crc != zlib.crc32(content):
            raise TransferDamaged(Lti.CRC_WRONG(kind=f"0x{kind:02X}"))
        del buffer[: end + CRC.size]
        return LtiFrame(kind, request, content[HEADER.size :], bool(flags & LAST), part, version)


def split(kind: int, request: int, payload: bytes, size: int) -> Iterator[LtiFrame]:
    """Divide a long answer into frames of at most ``size`` bytes of payload each."""
    starts = range(0, max(len(payload), 1), size)
    for part, start in enumerate(starts):
        last = start + size >= len(payload)
        yield LtiFrame(kind, request, payload[start : start + size], last, part % 256)


MAX_ANSWER = 1 << 24
"""Longest answer that the protocol allows, in bytes."""
MESSAGES = {
    Kind.SHUFFLE: RequestType.SHUFFLE,
    Kind.ROUND: RequestType.ROUNDS,
    Kind.DEAL: RequestType.DEAL,
    Kind.DRAW: RequestType.DRAW,
    Kind.BYTES: RequestType.RAW,
}
"""The message that makes a device do units of a kind."""


def objections(hello: lti.Hello, demands: Sequence[Demand]) -> tuple[Reason, ...]:
    """Return which demands exceed the limits that a device declares, each with the stage and both numbers."""
    return tuple(reason for demand in demands for reason in _exceeding(hello, demand))


def _exceeding(hello: lti.Hello, demand: Demand) -> Iterator[Reason]:
    cards = 0
    if demand.load is not None:
        cards = len(demand.load)
        if cards > hello.max_cards:
            yield Lti.TOO_MANY_CARDS(stage=demand.stage, requested=cards, allowed=hello.max_cards)
        yield from _too_long(hello, demand.stage, lti.encode_load(demand.load))
    if (request := demand.request) is None:
        return
    message = MESSAGES[request.kind]
    if not hello.offers(message):
        yield Lti.NOT_OFFERED(stage=demand.stage, kind=request.kind, message=message.name)
    counted = message in (RequestType.SHUFFLE, RequestType.ROUNDS, RequestType.DEAL)
    if counted and request.units > hello.max_units:
        yield Lti.TOO_MANY_UNITS(stage=demand.stage, requested=request.units, allowed=hello.max_units)
    if message is RequestType.DEAL:
        yield from _too_long(hello, demand.stage, lti.encode_deal(request.units, request.stacks))
    answer = request.units * _unit_size(request, cards)
    if answer > MAX_ANSWER:
        yield Lti.ANSWER_TOO_LONG(stage=demand.stage, requested=answer, allowed=MAX_ANSWER)


def _too_long(hello: lti.Hello, stage: str, payload: bytes) -> Iterator[Reason]:
    if len(payload) > hello.max_request:
        yield Lti.REQUEST_TOO_LONG(stage=stage, requested=len(payload), allowed=hello.max_request)


def _unit_size(request: AcquireRequest, cards: int) -> int:
    """Return the bytes of one unit in an answer."""
    words = {
        Kind.SHUFFLE: cards + 1,
        Kind.ROUND: 2 * (request.round_cards + 1),
        Kind.DEAL: cards + len(request.stacks) + 1,
        Kind.DRAW: 1,
    }
    return WORD.itemsize * words[request.kind] if request.kind in words else 1


class AnswerReader(FrameReader):
    """Cuts the frames of one answer out of a stream.

    Whatever comes before the first frame that repeats the request's number belongs to a request that was given up, as
    whole frames, as the rest of one, or as damaged bytes.  From that frame on nothing else may come.

    Parameters
    ----------
    request
        Number of the request.
    """

    def __init__(self, request: int) -> None:
        super().__init__()
        self._request = request
        self._begun = False

    @property
    def noise(self) -> bytes:
        """The first bytes received, where they are not those of a frame and no answer has begun; else nothing."""
        noisy = not self._begun and self._buffer[:4] != MAGIC[: len(self._buffer)]
        return bytes(self._buffer[:8]) if noisy else b""

    def feed(self, data: bytes) -> None:
        """Add the next bytes of the stream."""
        start = max(len(self._buffer) - HEADER.size, 0)
        super().feed(data)
        if not self._begun:
            self._begin(start)

    def next_frame(self) -> LtiFrame | None:
        """Take the next whole frame; raises :class:`TransferDamaged` if the answer has begun and its bytes are no frame."""
        return super().next_frame() if self._begun else None

    def _begin(self, start: int) -> None:
        """Drop what lies before the first header of the answer, once it is there."""
        place = self._buffer.find(MAGIC, start)
        while place >= 0 and len(self._buffer) - place >= HEADER.size:
            _, _, kind, _, _, request, _ = HEADER.unpack_from(self._buffer, place)
            if request == self._request or (kind == ERROR and request == NO_REQUEST):
                self._begun = True
                del self._buffer[:place]
                return
            place = self._buffer.find(MAGIC, place + 1)
