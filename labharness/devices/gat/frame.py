"""Frames of GAT 3.50: command, length of the whole frame, data, CRC-16 with the high byte first.

The CRC is the reflected 0xA001 from 0xFFFF, without a final XOR.
"""

from __future__ import annotations

from contextlib import suppress
from enum import IntEnum

from labharness.devices.adapter import Link
from labharness.errors import DeviceTimeout, TransferDamaged
from labharness.model.reasons.gat import Gat

SHORTEST, LONGEST = 4, 255
"""Bytes of a frame."""
ANSWER_S = 1.0
"""Seconds to wait for each piece of an answer; the protocol has a device answer within about 0.2."""
QUIET_S = 0.05
"""Seconds of silence that end a frame."""
ANSWER = 0x80
"""Bit that makes the command of an answer."""


class GatCommand(IntEnum):
    """What a terminal asks, see :mod:`labharness.devices.gat.terminal`."""

    STATUS = 0x01
    RESULTS = 0x03
    INITIATE = 0x04


def crc16(data: bytes) -> int:
    """Return the checksum of a frame's bytes before its CRC.

    Examples
    --------
    >>> hex(crc16(b"123456789"))
    '0x4b37'
    """
    crc = 0xFFFF
    for byte in data:
        crc = crc >> 8 ^ _TABLE[(crc ^ byte) & 0xFF]
    return crc


def _shifted(byte: int) -> int:
    """Return a byte after its eight shifts through the register."""
    for _ in range(8):
        byte = byte >> 1 ^ (0xA001 if byte & 1 else 0)
    return byte


_TABLE = tuple(map(_shifted, range(256)))


def encode_frame(command: int, data: bytes = b"") -> bytes:
    """Return a frame; ``data`` has at most 251 bytes.

    Examples
    --------
    >>> encode_frame(GatCommand.STATUS).hex()
    '01048023'
    """
    length = SHORTEST + len(data)
    if length > LONGEST:
        raise ValueError(f"{len(data)} bytes do not fit into a frame")
    head = bytes((command, length)) + data
    return head + crc16(head).to_bytes(2, "big")


def read_frame(link: Link, command: GatCommand) -> bytes:
    """Read the answer to a command; return its data.

    Raises
    ------
    TransferDamaged
        If the length or the CRC is wrong, or another command is answered.
    DeviceTimeout
        If the answer does not come or stops.
    """
    head = _exactly(link, 2)
    if not SHORTEST <= head[1] <= LONGEST:
        raise TransferDamaged(Gat.LENGTH(length=head[1]))
    rest = _exactly(link, head[1] - 2)
    if crc16(head + rest[:-2]) != int.from_bytes(rest[-2:], "big"):
        raise TransferDamaged(Gat.CRC())
    if head[0] != command | ANSWER:
        raise TransferDamaged(Gat.OTHER_ANSWER(asked=f"{command:02X}", answered=f"{head[0]:02X}"))
    return rest[:-2]


def drain(link: Link) -> None:
    """Read what is left of a damaged answer, until the line is quiet or a frame's length has passed twice."""
    with suppress(DeviceTimeout):
        left = 2 * LONGEST
        while left > 0:
            left -= len(link.read(LONGEST, QUIET_S))


def _exactly(link: Link, size: int) -> bytes:
    data = b""
    while len(data) < size:
        data += link.read(size - len(data), ANSWER_S)
    return data
