"""A batch shuffler with shelves.

Persi Diaconis, Jason Fulman and Susan Holmes, "Analysis of casino shelf shuffling machines",
Annals of Applied Probability 23 (2013) 1692-1720.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from labharness.analysis.power.defects.flawed_shuffles import shelved
from labharness.model.cards import Order
from labharness.simulators.fault import BatchShuffler


@dataclass
class ShelfShuffler(BatchShuffler):
    """One pass through shelves.

    Cards come from the bottom one by one; each goes to a shelf chosen uniformly, on top of the pile there or
    below it with equal chance; the piles are then put together in random order.

    Parameters
    ----------
    shelves
        Number of shelves.
    """

    shelves: int = 10

    TITLE: ClassVar = "Shelf shuffler"

    def mix(self, cards: Order) -> Order:
        """Return the cards after one pass."""
        left: Order = cards[shelved(self.generator, 1, len(cards), self.shelves)[0]]
        return left
