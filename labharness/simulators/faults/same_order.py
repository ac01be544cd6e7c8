"""The first shuffles all come in one and the same order."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.random import Generator

from labharness.model.cards import Order
from labharness.simulators.fault import MIXED, Fault


class SameOrder(Fault):
    """Gives the order of the first shuffle again, as a generator does that starts from one seed."""

    HELP: ClassVar = "the first so many shuffles come in one order"
    DEFAULT: ClassVar = "2"
    KINDS: ClassVar = MIXED

    def __init__(self, value: str, generator: Generator) -> None:
        super().__init__(value, generator)
        self._shuffles = self.whole(2, 10**6)
        self._first: Order = np.empty(0, dtype=np.uint16)

    def mixed(self, cards: Order, output: Order, unit: int) -> Order:  # noqa: ARG002  it is the order of before
        """Give it again."""
        if unit == 0:
            self._first = output
        return self._first if unit < self._shuffles else output
