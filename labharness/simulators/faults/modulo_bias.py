"""Outcomes are the remainder of one byte, so the smaller ones come more often."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from labharness.simulators.fault import NUMBERS, Fault, RawSource


class ModuloBias(Fault):
    """Takes a byte modulo the range instead of rejecting the surplus."""

    HELP: ClassVar = "outcomes are one byte modulo the range (takes no value)"
    KINDS: ClassVar = NUMBERS

    def outcomes(self, raw: RawSource, number: int, low: int, high: int) -> NDArray[np.uint16]:
        """Take the remainder."""
        return np.frombuffer(raw(number), dtype=np.uint8) % np.uint16(high - low + 1) + np.uint16(low)
