"""The first shuffles all move the cards alike."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from labharness.model.cards import Order
from labharness.simulators.fault import MIXED, Fault


class SameOrder(Fault):
    """Moves the cards as in the first shuffle again, as a generator does that starts from one seed."""

    HELP: ClassVar = "the first so many shuffles move the cards alike"
    DEFAULT: ClassVar = "2"
    KINDS: ClassVar = MIXED

    def __init__(self, value: str, generator: Generator) -> None:
        super().__init__(value, generator)
        self._shuffles = self.whole(2, 10**6)
        self._first: NDArray[np.intp] = np.empty(0, dtype=np.intp)

    def mixed(self, cards: Order, output: Order, unit: int) -> Order:
        """Move these cards as those of the first shuffle were moved, whichever batch they are of."""
        if unit == 0:
            sorter = np.argsort(cards, kind="stable")
            self._first = sorter[np.searchsorted(cards, output, sorter=sorter)]
        same = unit < self._shuffles and len(self._first) == len(cards)
        return cards[self._first] if same else output
