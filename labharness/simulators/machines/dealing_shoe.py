"""An automated dealing shoe: shuffles fairly inside and dispenses stacks, keeping a stub."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from labharness.model.cards import Order
from labharness.model.device import DeviceClass
from labharness.model.observations import Kind
from labharness.simulators.fault import Mixer, SimulatedTrial

LOCKED = "no stack comes out"


@dataclass
class DealingShoe(Mixer):
    """Uniform permutations, dealt as stacks."""

    TITLE: ClassVar = "Automated dealing shoe"
    DEVICE_CLASS: ClassVar = DeviceClass.AUTOMATED_DEALING_SHOE
    KINDS: ClassVar = frozenset({Kind.DEAL})

    def mix(self, cards: Order) -> Order:
        """Draw the order uniformly."""
        return self.generator.permutation(cards)

    def react(self, deed: SimulatedTrial) -> str | None:
        """Keep the stacks back until they may come."""
        return LOCKED if deed.name == "early-stack" else None
