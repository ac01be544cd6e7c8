"""A computerized random number generator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from labharness.model.device import DeviceClass
from labharness.model.observations import Kind
from labharness.simulators.fault import RandomSource


@dataclass
class ComputerizedRng(RandomSource):
    """Bytes of PCG64; outcomes are made of them without bias."""

    TITLE: ClassVar = "Computerized RNG"
    DEVICE_CLASS: ClassVar = DeviceClass.COMPUTERIZED_RNG
    KINDS: ClassVar = frozenset({Kind.DRAW, Kind.BYTES})

    def raw(self, number: int) -> bytes:
        """Return bytes of the generator."""
        return self.generator.bytes(number)
