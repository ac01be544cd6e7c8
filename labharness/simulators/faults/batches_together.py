"""Both batches come out as one stack: the stored one was not kept apart."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.simulators.fault import Fault, Mixer
from labharness.simulators.machines.two_batch_shuffler import TwoBatchShuffler


class BatchesTogether(Fault):
    """Gives out the batch that was put in and, under it, the one that was stored."""

    HELP: ClassVar = "the shuffle, from 1, in which the stored batch comes out with the other one"
    DEFAULT: ClassVar = "3"
    KINDS: ClassVar = frozenset({Kind.SHUFFLE})
    MACHINES: ClassVar = (TwoBatchShuffler,)

    def _read(self) -> None:
        self._unit = self.whole(1, 10**9)
        self._done = 0

    def dispensed(self, machine: Mixer, cards: Order, stacks: tuple[int, ...]) -> Order | None:
        """Give both."""
        assert isinstance(machine, TwoBatchShuffler)
        stored = machine.stored
        output = machine.dispense(cards, stacks)
        unit, self._done = self._done, self._done + 1
        return np.concatenate((output, stored)) if unit == self._unit else output
