"""A determinant card that is of the side that deals is segregated, and another card is dealt first."""

from __future__ import annotations

from typing import ClassVar

from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.simulators.fault import Fault, Mixer
from labharness.simulators.machines.double_shoe import DoubleShoe


class DeterminantUnused(Fault):
    """Deals a first card that the determinant card says nothing of."""

    HELP: ClassVar = "no determinant card is dealt, so that first cards know nothing of it (takes no value)"
    KINDS: ClassVar = frozenset({Kind.DEAL})
    MACHINES: ClassVar = (DoubleShoe,)

    def dispensed(self, machine: Mixer, cards: Order, stacks: tuple[int, ...]) -> Order | None:
        """Segregate all of them."""
        assert isinstance(machine, DoubleShoe)
        return machine.dispense(cards, stacks, keeps=True)
