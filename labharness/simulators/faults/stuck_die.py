"""A die does not turn over."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from labharness.errors import InputError
from labharness.model.observations import Kind
from labharness.model.reasons.wire import Simulated
from labharness.simulators.fault import Fault
from labharness.simulators.machines.dice_shaker import DiceShaker


class StuckDie(Fault):
    """Leaves one die of every throw on the face on which it lies."""

    HELP: ClassVar = "DIE@FACE: the die, from 1, that always shows that face"
    DEFAULT: ClassVar = "1@1"
    KINDS: ClassVar = frozenset({Kind.DRAW})
    MACHINES: ClassVar = (DiceShaker,)

    def _read(self) -> None:
        die, _, face = self.value.partition("@")
        self._die, self._face = self.whole(1, 100, die), self.whole(1, 20, face)

    def drawn(self, values: NDArray[np.uint16], low: int, high: int) -> NDArray[np.uint16]:  # noqa: ARG002
        """Leave it."""
        if self._die > len(values):
            raise InputError(Simulated.NEEDS_DICE(fault="stuck_die", dice=self._die))
        changed = values.copy()
        changed[self._die - 1] = self._face
        return changed
