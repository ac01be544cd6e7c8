"""A die that does not always turn over."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from labharness.errors import InputError
from labharness.model.observations import Kind
from labharness.model.reasons.wire import Simulated
from labharness.simulators.fault import Fault
from labharness.simulators.machines.dice_shaker import DiceShaker


class StayingDie(Fault):
    """Leaves one die on the face of the throw before with a chance of its own, and throws it fairly otherwise."""

    HELP: ClassVar = "DIE@CHANCE: the die, from 1, stays put with so much chance"
    DEFAULT: ClassVar = "1@0.4"
    KINDS: ClassVar = frozenset({Kind.DRAW})
    MACHINES: ClassVar = (DiceShaker,)

    def _read(self) -> None:
        die, _, chance = self.value.partition("@")
        self._die, self._chance = self.whole(1, 100, die), self.number(0, 1, chance)
        self._lies: np.uint16 | None = None

    def drawn(self, values: NDArray[np.uint16], low: int, high: int) -> NDArray[np.uint16]:  # noqa: ARG002
        """Leave it."""
        if self._die > len(values):
            raise InputError(Simulated.NEEDS_DICE(fault="staying_die", dice=self._die))
        changed = values.copy()
        stays = self.generator.random() < self._chance
        if stays and self._lies is not None:
            changed[self._die - 1] = self._lies
        self._lies = changed[self._die - 1]
        return changed
