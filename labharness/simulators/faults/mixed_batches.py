"""A card of the other batch lies among those of the batch that comes out."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.random import Generator

from labharness.model.cards import FOREIGN_BACK, Order
from labharness.model.observations import Kind
from labharness.simulators.fault import Fault
from labharness.simulators.machines.two_batch_shuffler import TwoBatchShuffler


class MixedBatches(Fault):
    """Exchanges one card of a batch for one of the batch that is stored."""

    HELP: ClassVar = "the shuffle, from 0, in which a card of the other back colour comes"
    DEFAULT: ClassVar = "3"
    KINDS: ClassVar = frozenset({Kind.SHUFFLE})
    MACHINES: ClassVar = (TwoBatchShuffler,)

    def __init__(self, value: str, generator: Generator) -> None:
        super().__init__(value, generator)
        self._unit = self.whole(0, 10**9)

    def mixed(self, cards: Order, output: Order, unit: int) -> Order:
        """Exchange a card for another one with another back."""
        if unit != self._unit:
            return output
        changed = output.copy()
        changed[self.generator.integers(len(output))] = self.generator.choice(cards) | np.uint16(FOREIGN_BACK)
        return changed
