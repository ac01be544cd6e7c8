"""A card of one side of a double shoe lies in the other."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.simulators.fault import Fault, Mixer, SimulatedTrial
from labharness.simulators.machines.double_shoe import DoubleShoe, sides


class MixedSides(Fault):
    """Deals one card of the other side's back among those of a side."""

    HELP: ClassVar = "the card of each side, from 1, that comes from the other one"
    DEFAULT: ClassVar = "7"
    KINDS: ClassVar = frozenset({Kind.DEAL})
    MACHINES: ClassVar = (DoubleShoe,)

    def _read(self) -> None:
        self._place = self.whole(1, 10_000)

    def dispensed(self, machine: Mixer, cards: Order, stacks: tuple[int, ...]) -> Order | None:
        """Let a card of each side change places before it comes."""
        assert isinstance(machine, DoubleShoe)
        dealt = machine.dispense(cards, stacks)
        first, second = sides(cards)
        place = min(self._place, len(dealt)) - 1
        of_first = dealt[place] in first
        others = np.flatnonzero(np.isin(dealt, second if of_first else first))
        other = others[-1]  # one that is not dealt
        dealt[[place, other]] = dealt[[other, place]]
        return dealt

    def reacted(self, deed: SimulatedTrial, shown: str) -> str:
        """Put the card there."""
        if deed.name not in ("first-side", "second-side"):
            return shown
        words = shown.split()
        place = min(self._place, len(words) - 1)
        words[place] += "!"
        return " ".join(words)
