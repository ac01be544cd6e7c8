"""A batch shuffler that riffles, after Gilbert, Shannon and Reeds.

Dave Bayer and Persi Diaconis, "Trailing the dovetail shuffle to its lair", Annals of Applied Probability 2
(1992) 294-313.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from labharness.devices.lti.message import DeviceClass
from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.simulators.machine import Mixer


@dataclass
class RiffleShuffler(Mixer):
    """Riffles one after the other.

    Parameters
    ----------
    riffles
        How many.
    """

    riffles: int = 7

    TITLE: ClassVar = "Riffle shuffler"
    DEVICE_CLASS: ClassVar = DeviceClass.BATCH_SHUFFLER
    KINDS: ClassVar = frozenset({Kind.SHUFFLE})
    MAX_CARDS: ClassVar = 416

    def mix(self, cards: Order) -> Order:
        """Return the cards after all riffles.

        A riffle cuts binomially and drops cards in proportion to what is left of each half, which makes
        every interleaving equally likely: one fair bit for each place says which half its card comes from.
        """
        for bits in self.generator.integers(2, size=(self.riffles, len(cards))):
            place = np.empty(len(cards), dtype=np.intp)
            place[np.argsort(bits, kind="stable")] = np.arange(len(cards))
            cards = cards[place]
        return cards
