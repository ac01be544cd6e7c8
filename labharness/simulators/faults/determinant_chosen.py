"""The determinant card of a double shoe is not drawn at random: a red one comes where one is at hand."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.simulators.fault import Fault, Mixer
from labharness.simulators.machines.double_shoe import DoubleShoe


class DeterminantChosen(Fault):
    """Takes the first red card among so many, the top one where none is red."""

    HELP: ClassVar = "how many cards the determinant card is chosen from; the first red one of them comes"
    DEFAULT: ClassVar = "2"
    KINDS: ClassVar = frozenset({Kind.DEAL})
    MACHINES: ClassVar = (DoubleShoe,)

    def _read(self) -> None:
        self._among = self.whole(1, 52)

    def dispensed(self, machine: Mixer, cards: Order, stacks: tuple[int, ...]) -> Order | None:
        """Choose it."""
        assert isinstance(machine, DoubleShoe)
        return machine.dispense(cards, stacks, pick=self._red)

    def _red(self, side: Order) -> int:
        return int(np.argmax((side[: self._among] & 0x3F) // 13 % 2))
