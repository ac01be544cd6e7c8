"""A batch shuffler without flaw: every order is equally likely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from labharness.model.cards import Order
from labharness.model.device import DeviceClass
from labharness.model.observations import Kind
from labharness.simulators.fault import Mixer


@dataclass
class FairShuffler(Mixer):
    """Uniform permutations."""

    TITLE: ClassVar = "Fair batch shuffler"
    DEVICE_CLASS: ClassVar = DeviceClass.BATCH_SHUFFLER
    KINDS: ClassVar = frozenset({Kind.SHUFFLE})
    MAX_CARDS: ClassVar = 416

    def mix(self, cards: Order) -> Order:
        """Return the cards in an order drawn uniformly."""
        return self.generator.permutation(cards)
