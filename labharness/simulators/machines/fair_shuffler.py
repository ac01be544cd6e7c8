"""A batch shuffler without flaw: every order is equally likely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from labharness.model.cards import Order
from labharness.simulators.fault import BatchShuffler


@dataclass
class FairShuffler(BatchShuffler):
    """Uniform permutations."""

    TITLE: ClassVar = "Fair batch shuffler"

    def mix(self, cards: Order) -> Order:
        """Draw the order uniformly."""
        return self.generator.permutation(cards)
