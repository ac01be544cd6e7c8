"""The first shuffles all come in one and the same order."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from labharness.model.cards import Order
from labharness.simulators.fault import MIXED, Fault


class SameOrder(Fault):
    """Gives the order of the first shuffle again, as a generator does that starts from one seed."""

    HELP: ClassVar = "the first so many shuffles come in one order"
    DEFAULT: ClassVar = "2"
    KINDS: ClassVar = MIXED

    def _read(self) -> None:
        self._shuffles = self.whole(2, 10**6)
        self._order: Order = np.empty(0, dtype=np.uint16)
        self._moves: NDArray[np.intp] = np.empty(0, dtype=np.intp)

    def mixed(self, cards: Order, output: Order, unit: int) -> Order:
        """Give these cards in the order of the first shuffle; those of another batch as the first were moved."""
        if unit == 0:
            sorter = np.argsort(cards, kind="stable")
            self._order, self._moves = output, sorter[np.searchsorted(cards, output, sorter=sorter)]
        if unit >= self._shuffles or len(cards) != len(self._order):
            return output
        same = np.array_equal(np.sort(cards), np.sort(self._order))
        return self._order if same else cards[self._moves]
