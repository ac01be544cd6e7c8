"""Readers that report card by card and never say that a deck is at its end."""

from __future__ import annotations

from labharness.devices.adapter import Link
from labharness.errors import DeviceTimeout, ProtocolError
from labharness.model.reasons.adapter import Adapters

QUIET_S = 5.0
"""Seconds without a byte after the last card that end a deck."""
MOST = 1 << 16
"""Most bytes of a deck."""


def read_until_silence(link: Link) -> bytes:
    """Wait for the first byte, then return all bytes up to a silence.

    Raises
    ------
    DeviceTimeout
        If nothing arrives.
    ProtocolError
        If there is no silence within :data:`MOST` bytes.
    """
    data = link.read(MOST)
    while len(data) <= MOST:
        try:
            data += link.read(MOST, QUIET_S)
        except DeviceTimeout:
            return data
    raise ProtocolError(Adapters.NOT_HALTED(limit=MOST))
