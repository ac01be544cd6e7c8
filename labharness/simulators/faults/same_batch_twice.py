"""The batch that was shuffled before comes out again, and not the one that was put in."""

from __future__ import annotations

from typing import ClassVar

from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.simulators.fault import Fault, Mixer
from labharness.simulators.machines.two_batch_shuffler import TwoBatchShuffler


class SameBatchTwice(Fault):
    """Releases the stored batch, the wrong one where two take turns, in the order in which it came before."""

    HELP: ClassVar = "the shuffle, from 1, that gives what the shuffle before it gave"
    DEFAULT: ClassVar = "3"
    KINDS: ClassVar = frozenset({Kind.SHUFFLE})
    MACHINES: ClassVar = (TwoBatchShuffler,)

    def _read(self) -> None:
        self._unit = self.whole(1, 10**9)
        self._done = 0

    def dispensed(self, machine: Mixer, cards: Order, stacks: tuple[int, ...]) -> Order | None:
        """Give what lies inside."""
        assert isinstance(machine, TwoBatchShuffler)
        stored = machine.stored
        output = machine.dispense(cards, stacks)
        unit, self._done = self._done, self._done + 1
        return stored if unit == self._unit and len(stored) else output
