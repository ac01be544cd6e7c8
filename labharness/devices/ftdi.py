"""Chips of FTDI as adapters drive them: vendor requests, and packets that begin with two bytes of status."""

from __future__ import annotations

from labharness.devices.adapter import Link
from labharness.devices.control_request import DEVICE, VENDOR, ControlRequest
from labharness.errors import ProtocolError
from labharness.model.reasons.adapter import Adapters

RESET, FLOW, BAUD, EVENT_CHARACTER, ERROR_CHARACTER, LATENCY, BIT_MODE = (
    0x00,
    0x02,
    0x03,
    0x06,
    0x07,
    0x09,
    0x0B,
)
PURGE_READ, PURGE_WRITE = 1, 2
"""Values of a reset."""
STATUS = 2
"""Bytes at the beginning of each packet: status of modem and line."""
MOST_EMPTY = 1000
"""Transfers of status alone, one each millisecond or more, after which a chip is given up."""
PACKETS = 128
"""Packets of one read."""


def request(number: int, value: int = 0, index: int = 0) -> ControlRequest:
    """Return a request to the chip."""
    return ControlRequest(VENDOR | DEVICE, number, value, index)


def read_data(link: Link, size: int, packet: int) -> bytes:
    """Read until ``size`` bytes arrived behind the status of packets, or a few more.

    Parameters
    ----------
    packet
        Longest packet of the endpoint: 64 bytes at full speed, 512 at high speed.

    Raises
    ------
    ProtocolError
        If a packet has no status, or no data arrive.
    """
    parts, missing, empty = list[bytes](), size, 0
    while missing > 0:
        part = without_status(link.read(PACKETS * packet), packet)
        parts.append(part)
        missing -= len(part)
        empty += not part
        if empty > MOST_EMPTY:
            raise ProtocolError(Adapters.NO_SAMPLES(transfers=empty))
    return b"".join(parts)


def read_exactly(link: Link, size: int, packet: int) -> bytes:
    """Read ``size`` bytes of data; raises :class:`ProtocolError` as :func:`read_data`, and where more arrive."""
    data = read_data(link, size, packet)
    if len(data) > size:
        raise ProtocolError(Adapters.TOO_MANY_SAMPLES(received=len(data), expected=size))
    return data


def without_status(transfer: bytes, packet: int) -> bytes:
    """Return the bytes of a transfer without the status of each packet."""
    if len(transfer) % packet == 1:
        raise ProtocolError(Adapters.NO_STATUS())
    return b"".join(transfer[at + STATUS : at + packet] for at in range(0, len(transfer), packet))
