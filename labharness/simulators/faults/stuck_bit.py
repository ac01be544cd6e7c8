"""One bit of every raw byte is always set."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from labharness.simulators.fault import NUMBERS, Fault


class StuckBit(Fault):
    """Sets one bit."""

    HELP: ClassVar = "the bit of each raw byte that is always 1, 0 to 7"
    DEFAULT: ClassVar = "0"
    KINDS: ClassVar = NUMBERS

    def _read(self) -> None:
        self._mask = np.uint8(1 << self.whole(0, 7))

    def raw(self, data: bytes) -> bytes:
        """Set it."""
        return (np.frombuffer(data, dtype=np.uint8) | self._mask).tobytes()
