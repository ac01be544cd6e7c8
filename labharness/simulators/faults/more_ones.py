"""Ones come more often than zeros among the bits of the raw bytes."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from labharness.simulators.fault import NUMBERS, Fault


class MoreOnes(Fault):
    """Turns some zeros into ones."""

    HELP: ClassVar = "how much more than one half of the raw bits are ones, 0 to 0.5"
    DEFAULT: ClassVar = "0.001"
    KINDS: ClassVar = NUMBERS

    def _read(self) -> None:
        self._excess = self.number(0, 0.5)

    def raw(self, data: bytes) -> bytes:
        """Set every bit once more, with the chance that makes so many ones of fair bits."""
        more = self.generator.random(8 * len(data), dtype=np.float32) < 2 * self._excess
        return (np.frombuffer(data, dtype=np.uint8) | np.packbits(more)).tobytes()
