"""A batch shuffler that keeps a second batch, of another back color, while the first one is shuffled or in play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from labharness.model.cards import Order
from labharness.simulators.fault import SimulatedTrial
from labharness.simulators.machines.fair_shuffler import FairShuffler


@dataclass
class TwoBatchShuffler(FairShuffler):
    """Uniform permutations of the batch that was put in; the other one lies inside, as it was shuffled last."""

    stored: Order = field(default_factory=lambda: np.empty(0, dtype=np.uint16), init=False)
    """The batch that was shuffled last, which lies inside while the next one is shuffled."""

    TITLE: ClassVar = "Batch shuffler with two batches"
    MAX_CARDS: ClassVar = 832

    def mix(self, cards: Order) -> Order:
        """Shuffle the batch that was put in, beside the one that is stored."""
        self.stored = super().mix(cards)
        return self.stored

    def react(self, deed: SimulatedTrial) -> str | None:
        """Give the shuffled batch out and take the other one in."""
        if deed.name != "batch-exchange":
            return None
        return "all backs of one color; the other batch is inside"
