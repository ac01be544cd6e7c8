"""An outcome comes that cannot be, such as a seven of a die."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from labharness.model.observations import Kind
from labharness.simulators.fault import ByChance


class BeyondRange(ByChance):
    """Reports some outcomes as one above the largest."""

    HELP: ClassVar = "chance of an outcome one above the largest, such as a seven, 0 to 1"
    DEFAULT: ClassVar = "0.01"
    KINDS: ClassVar = frozenset({Kind.DRAW})

    def drawn(self, values: NDArray[np.uint16], low: int, high: int) -> NDArray[np.uint16]:  # noqa: ARG002
        """Go beyond."""
        return np.where(self.generator.random(len(values)) < self.chance, np.uint16(high + 1), values)
