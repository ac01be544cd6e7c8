"""A simulated BitBabbler: the commands of MPSSE that it takes, and random bits."""

from __future__ import annotations

from collections.abc import Callable

from labharness.simulators.usbip import Strings
from tests.support.noise.ftdi_chip import FtdiChip

MPSSE = 0x02
_ARGUMENTS = {0x8A: 0, 0x97: 0, 0x8D: 0, 0x85: 0, 0x87: 0, 0x80: 2, 0x82: 2, 0x86: 2, 0x20: 2}
"""Bytes that follow each command known."""


def bit_babbler(source: Callable[[int], bytes]) -> FtdiChip:
    """Return a BitBabbler whose bits come from a source."""

    def carried_out(data: bytes) -> bytes:
        answer, at = b"", 0
        while at < len(data):
            command = data[at]
            arguments = data[at + 1 : at + 1 + _ARGUMENTS.get(command, 0)]
            at += 1 + len(arguments)
            if command == 0x20:
                answer += source(int.from_bytes(arguments, "little") + 1)
            elif command not in _ARGUMENTS:
                answer += bytes((0xFA, command))
        return answer

    return FtdiChip(Strings("BitBabbler", "White RNG", "SIM-7840"), 0x7840, 512, {MPSSE: carried_out})
