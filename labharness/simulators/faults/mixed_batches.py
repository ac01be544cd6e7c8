"""A card of the other batch lies among those of the batch that comes out."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from labharness.model.cards import FOREIGN_BACK, Order
from labharness.model.observations import Kind
from labharness.simulators.fault import Fault, Mixer
from labharness.simulators.machines.two_batch_shuffler import TwoBatchShuffler


class MixedBatches(Fault):
    """Exchanges one card of a batch for one of the batch that is stored, where the stored one is another."""

    HELP: ClassVar = "the shuffle, from 0, in which a card of the other back color comes"
    DEFAULT: ClassVar = "3"
    KINDS: ClassVar = frozenset({Kind.SHUFFLE})
    MACHINES: ClassVar = (TwoBatchShuffler,)

    def _read(self) -> None:
        self._unit = self.whole(0, 10**9)
        self._done = 0
        self._exchanged: dict[int, int] = {}

    def inserted(self, cards: Order) -> Order:
        """Keep the two cards where they came: each in the other batch."""
        return np.array([self._exchanged.get(int(card), int(card)) for card in cards], dtype=np.uint16)

    def dispensed(self, machine: Mixer, cards: Order, stacks: tuple[int, ...]) -> Order | None:
        """Exchange a card for one of the other batch, or for one with another back where no other is inside."""
        assert isinstance(machine, TwoBatchShuffler)
        stored = machine.stored
        output = machine.dispense(cards, stacks).copy()
        unit, self._done = self._done, self._done + 1
        if unit != self._unit:
            return output
        place = self.generator.integers(len(output))
        own = int(output[place])
        others = np.setdiff1d(stored, cards)
        if len(others):
            other = int(self.generator.choice(others))
            self._exchanged = {own: other, other: own}
        else:
            other = int(self.generator.choice(cards)) | FOREIGN_BACK
        output[place] = other
        return output
