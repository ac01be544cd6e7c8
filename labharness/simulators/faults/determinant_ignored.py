"""A double shoe deals from the side on which the determinant card was drawn, whatever it says."""

from __future__ import annotations

from typing import ClassVar

from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.simulators.fault import Fault, Mixer, SimulatedTrial
from labharness.simulators.machines.double_shoe import DoubleShoe, opened


class DeterminantIgnored(Fault):
    """Opens the side that is at hand."""

    HELP: ClassVar = "the determinant card opens the side that it was drawn from (takes no value)"
    KINDS: ClassVar = frozenset({Kind.DEAL})
    MACHINES: ClassVar = (DoubleShoe,)

    def dispensed(self, machine: Mixer, cards: Order, stacks: tuple[int, ...]) -> Order | None:
        """Deal from there."""
        assert isinstance(machine, DoubleShoe)
        return machine.dispense(cards, stacks, opens=lambda drawn_from, _: drawn_from)

    def reacted(self, deed: SimulatedTrial, shown: str) -> str:
        """Deal from there."""
        if deed.name != "determinant-card":
            return shown
        drawn_from, card = deed.words
        return opened(drawn_from, drawn_from, card)
