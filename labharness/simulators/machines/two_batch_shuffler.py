"""A batch shuffler that keeps a second batch, of another back color, while the first one is shuffled or in play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.simulators.fault import Fault, Mixer, SimulatedTrial
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


class OfOneShuffle(Fault):
    """What happens in one shuffle of a machine with two batches, counted from 0."""

    DEFAULT: ClassVar = "3"
    KINDS: ClassVar = frozenset({Kind.SHUFFLE})
    MACHINES: ClassVar = (TwoBatchShuffler,)
    LEAST: ClassVar = 1

    def _read(self) -> None:
        self._unit = self.whole(self.LEAST, 10**9)
        self._done = 0

    def dispensed(self, machine: Mixer, cards: Order, stacks: tuple[int, ...]) -> Order | None:
        """Spoil the shuffle when its turn comes."""
        assert isinstance(machine, TwoBatchShuffler)
        stored, output = machine.stored, machine.dispense(cards, stacks)
        unit, self._done = self._done, self._done + 1
        return self.spoiled(cards, output, stored) if unit == self._unit else output

    def spoiled(self, cards: Order, output: Order, stored: Order) -> Order:
        """Return what comes out of ``cards`` in place of ``output``; ``stored`` lay inside before."""
        raise NotImplementedError
