"""A card of the other batch lies among those of the batch that comes out."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from labharness.model.cards import FOREIGN_BACK, Order
from labharness.simulators.machines.two_batch_shuffler import OfOneShuffle


class MixedBatches(OfOneShuffle):
    """Exchanges one card of a batch for one of the batch that is stored, where the stored one is another."""

    HELP: ClassVar = "the shuffle, from 0, in which a card of the other back color comes"
    LEAST: ClassVar = 0

    def _read(self) -> None:
        super()._read()
        self._exchanged: dict[int, int] = {}

    def inserted(self, cards: Order) -> Order:
        """Keep the two cards where they came: each in the other batch."""
        return np.array([self._exchanged.get(int(card), int(card)) for card in cards], dtype=np.uint16)

    def spoiled(self, cards: Order, output: Order, stored: Order) -> Order:
        """Exchange a card for one of the other batch, or for one with another back where no other is inside."""
        changed, place = output.copy(), self.generator.integers(len(output))
        own = int(output[place])
        others = np.setdiff1d(stored, cards)
        if len(others):
            other = int(self.generator.choice(others))
            self._exchanged = {own: other, other: own}
        else:
            other = int(self.generator.choice(cards)) | FOREIGN_BACK
        changed[place] = other
        return changed
