"""Infinite Noise TRNG: a modular entropy multiplier behind an FTDI chip, whose bits are read before any whitening.

The chip works in synchronous bit-bang mode: each byte written clocks the two switches by turns (``04``, ``01``), and a byte comes back with
comparator 1 in bit 1 and comparator 2 in bit 4; the first, third, … of eight samples give the bit of comparator 1, the others that of
comparator 2, first bit highest. Each packet of 64 bytes begins with two bytes of status. With the gain 1.84 a bit has log2 1.84 = 0.88
bits of entropy, so a byte has about 7: no check for uniform bits fits this output, and ``[stages.health]`` should claim 6.

Source: ``software/libinfnoise.c`` and the description of github.com/waywardgeek/infnoise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labharness.devices import kit

SETUP = (
    kit.ftdi.request(kit.ftdi.RESET),
    kit.ftdi.request(kit.ftdi.RESET, kit.ftdi.PURGE_READ),
    kit.ftdi.request(kit.ftdi.RESET, kit.ftdi.PURGE_WRITE),
    kit.ftdi.request(kit.ftdi.BAUD, 100),  # 3 MHz / 100 = 30,000 baud
    kit.ftdi.request(kit.ftdi.BIT_MODE, 0x04ED),  # synchronous bit-bang, outputs of mask ED
)
CLOCKS = bytes((0x04, 0x01)) * 256
"""Clocks of 64 bytes of noise; the chip's buffer holds no more."""
BYTES = len(CLOCKS) // 8
PACKET = 64


@kit.adapter(
    name="infinite_noise",
    title="Infinite Noise",
    schemes=("usb", "usbip", "capture"),
    kinds=(kit.Kind.BYTES,),
    source=kit.Source.DEVICE_REPORTED,
    models=("0403:6015",),
    packets=True,
)
@dataclass
class InfiniteNoise(kit.NoiseDevice):
    """Raw bits of the multiplier."""

    def noise(self, size: int) -> bytes:
        """Set the chip up, clock the multiplier, and return the bits of its comparators; what is over is dropped."""
        for request in SETUP:
            self.link.control(request)
        return b"".join(self._clocked() for _ in range(-(-size // BYTES)))[:size]

    def safe_state(self) -> None:
        """Leave bit-bang mode."""
        self.link.control(kit.ftdi.request(kit.ftdi.BIT_MODE))

    def _clocked(self) -> bytes:
        self.link.write(CLOCKS)
        pins = kit.ftdi.read_exactly(self.link, len(CLOCKS), PACKET)
        samples = np.frombuffer(pins, dtype=np.uint8).reshape(-1, 2)
        bits = np.stack((samples[:, 0] >> 1 & 1, samples[:, 1] >> 4 & 1), axis=1)
        return np.packbits(bits.reshape(-1)).tobytes()
