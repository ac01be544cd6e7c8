"""A simulated Infinite Noise generator behind an FTDI chip in synchronous bit-bang mode."""

from __future__ import annotations

from random import Random

from labharness.simulators.usbip import Strings
from tests.support.noise.ftdi_chip import FtdiChip

GAIN = 1.84
PACKET = 64
SYNCHRONOUS = 0x04
"""Bit mode in which each byte written gives one to read."""
NOISE = 1e-4
"""Standard deviation of the thermal noise at each step, in units of the reference voltage."""


class Multiplier:
    """The modular entropy multiplier: two capacitors by turns hold K times the voltage of the other, modulo 1."""

    def __init__(self, seed: int) -> None:
        self._draw = Random(seed)
        self._voltage = 0.5
        self._comparators = [0, 0]
        self.stuck = False

    def clocked(self, pins: int) -> int:
        """Set the switches; return the pins with both comparators."""
        if pins & 0x05:
            above = self._voltage > 0.5
            voltage = GAIN * self._voltage - (GAIN - 1 if above else 0)
            if not self.stuck:
                self._voltage = min(max(voltage + self._draw.gauss(0, NOISE), 0.0), 1.0)
            self._comparators[0 if pins & 0x04 else 1] = int(above)
        return pins & 0xED | self._comparators[0] << 1 | self._comparators[1] << 4


class InfiniteNoiseUnit:
    """Multiplier and chip: what is written comes back with the comparators."""

    def __init__(self, seed: int) -> None:
        self.multiplier = Multiplier(seed)
        strings = Strings("13-37.org", "Infinite Noise TRNG", "SIM-1337")
        self.chip = FtdiChip(strings, 0x6015, PACKET, {SYNCHRONOUS: self._clocked})
        self.gadget = self.chip.gadget

    def _clocked(self, data: bytes) -> bytes:
        return bytes(map(self.multiplier.clocked, data))
