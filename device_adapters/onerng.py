"""OneRNG: text commands to a serial port of USB, then raw bytes in packets of 64.

Commands are ``cmd`` and a letter: ``O`` lets the stream go, ``o`` halts it, ``w`` empties the pool, ``v`` sends the version, and a digit
sets the sources (bit 0: without CRC whitening, bit 1: radio noise too, bit 2: without the avalanche diode). Nothing comes, not even
the version, before ``cmdO`` and RTS. The firmware drops runs of more than 8 bytes 00 or FF, so a source that is stuck falls silent.

Source: ``cdc_app.c`` of the public firmware (github.com/OneRNG/firmware, version 2).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from labharness.devices import kit

GO, HALT, FLUSH, VERSION = b"cmdO", b"cmdo", b"cmdw", b"cmdv"
AVALANCHE, NO_SOURCE = b"cmd0", b"cmd4"
QUIET_S = 0.2
"""Seconds without a byte after which a halted stream has ended."""
MOST_LEFT = 1 << 16
"""Bytes that may still come after the stream was halted: packets and the buffers of the serial port."""
_VERSION = re.compile(rb"\r\nVersion ([0-9]{1,5})\r\n")
_SHORTEST, _LONGEST = 13, 17
"""Bytes of an answer with a version of one digit, and of five."""


@kit.adapter(
    name="onerng",
    title="OneRNG",
    schemes=("serial", "capture"),
    kinds=(kit.Kind.BYTES,),
    source=kit.Source.DEVICE_REPORTED,
    models=("1d50:6086",),
)
@dataclass
class OneRng(kit.NoiseDevice):
    """Whitened noise of the avalanche diode, which is what the device delivers unless it is told otherwise."""

    def identify(self) -> kit.DeviceIdentity:
        """Halt the stream, empty the pool with all sources off, and ask for the version, which then comes alone."""
        self.link.write(HALT)
        self._drain()
        self.link.write(NO_SOURCE + FLUSH + VERSION + GO)
        answer = kit.received(self.link, _SHORTEST)
        while len(answer) < _LONGEST and not _VERSION.fullmatch(answer):
            answer += self.link.read(1)
        version = _VERSION.fullmatch(answer)
        if not version:
            raise kit.ProtocolError(kit.Adapters.NOT_A_VERSION(received=answer.hex(" ")))
        self.link.write(HALT)
        return self.named(f"firmware {int(version[1])}")

    def status(self) -> kit.DeviceStatus:
        """Return a mode only; a source that is stuck is told by its silence."""
        return kit.DeviceStatus("ready")

    def noise(self, size: int) -> bytes:
        """Let the stream go, which changes nothing where it goes already, and read on."""
        self.link.write(AVALANCHE + GO)
        return kit.received(self.link, size)

    def safe_state(self) -> None:
        """Halt the stream."""
        self.link.write(HALT)

    def _drain(self) -> None:
        """Read what was on its way."""
        left = 0
        while left <= MOST_LEFT:
            try:
                left += len(self.link.read(1 << 12, QUIET_S))
            except kit.DeviceTimeout:
                return
        raise kit.ProtocolError(kit.Adapters.NOT_HALTED(limit=MOST_LEFT))
