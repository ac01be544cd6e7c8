"""A die falls on one face more often than on the others."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from labharness.model.observations import Kind
from labharness.simulators.fault import Fault
from labharness.simulators.machines.dice_shaker import DiceShaker


class LoadedDie(Fault):
    """Turns the first die of every throw on one face with a chance of its own, and leaves it fair otherwise."""

    HELP: ClassVar = (
        "FACE@CHANCE: the first die shows that face with so much chance before it is thrown fairly"
    )
    DEFAULT: ClassVar = "6@0.1"
    KINDS: ClassVar = frozenset({Kind.DRAW})
    MACHINES: ClassVar = (DiceShaker,)

    def _read(self) -> None:
        face, _, chance = self.value.partition("@")
        self._face, self._chance = self.whole(1, 20, face), self.number(0, 1, chance)

    def drawn(self, values: NDArray[np.uint16], low: int, high: int) -> NDArray[np.uint16]:  # noqa: ARG002
        """Turn it."""
        changed = values.copy()
        if self.generator.random() < self._chance:
            changed[0] = self._face
        return changed
