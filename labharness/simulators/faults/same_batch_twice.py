"""The batch that was out comes again, and not the one that waits."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.random import Generator

from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.simulators.fault import Fault
from labharness.simulators.machines.two_batch_shuffler import TwoBatchShuffler


class SameBatchTwice(Fault):
    """Gives the cards of the shuffle before once more, in the same order."""

    HELP: ClassVar = "the shuffle, from 1, that gives what the shuffle before it gave"
    DEFAULT: ClassVar = "3"
    KINDS: ClassVar = frozenset({Kind.SHUFFLE})
    MACHINES: ClassVar = (TwoBatchShuffler,)

    def __init__(self, value: str, generator: Generator) -> None:
        super().__init__(value, generator)
        self._unit = self.whole(1, 10**9)
        self._before: Order = np.empty(0, dtype=np.uint16)

    def mixed(self, cards: Order, output: Order, unit: int) -> Order:  # noqa: ARG002  it does not mix
        """Give what came before."""
        if unit == self._unit:
            return self._before
        self._before = output
        return output
