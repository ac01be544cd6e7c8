"""A batch shuffler that riffles, after Gilbert, Shannon and Reeds.

Dave Bayer and Persi Diaconis, "Trailing the dovetail shuffle to its lair", Annals of Applied Probability 2
(1992) 294-313.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from labharness.analysis.power.defects.flawed_shuffles import riffled
from labharness.model.cards import Order
from labharness.simulators.fault import BatchShuffler


@dataclass
class RiffleShuffler(BatchShuffler):
    """Riffles one after the other.

    Parameters
    ----------
    riffles
        How many.
    """

    riffles: int = 7

    TITLE: ClassVar = "Riffle shuffler"

    def mix(self, cards: Order) -> Order:
        """Return the cards after all riffles."""
        left: Order = cards[riffled(self.generator, 1, len(cards), self.riffles)[0]]
        return left
