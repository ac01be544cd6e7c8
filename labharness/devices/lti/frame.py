"""Frames of the Lab Test Interface: 16 bytes of header, a payload, CRC-32 of both.

::

    0  magic "LTIF"   4  version u8   5  type u8   6  flags u8   7  part u8
    8  request u32   12  length u32  16  payload … 16 + length  CRC-32 u32         little-endian
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from labharness.errors import TransferDamaged
from labharness.model.reasons.lti import Lti

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
