"""After cards were put in, some rounds come as they were put in."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.simulators.fault import Carousel, Fault


class UnmixedAfterLoad(Fault):
    """Deals the first rounds after a load from the top of what was put in."""

    HELP: ClassVar = "ROUNDS: so many rounds after a load come from the top of the cards as they were put in"
    DEFAULT: ClassVar = "3"
    KINDS: ClassVar = frozenset({Kind.ROUND})

    def _read(self) -> None:
        self._rounds = self.whole(1, 1000)
        self._left = 0
        self._top: list[int] = []
        self._inside = 0

    def inserted(self, cards: Order) -> Order:
        """Remember what lies on top."""
        self._left, self._top, self._inside = self._rounds, cards.tolist(), len(cards)
        return cards

    def dealt(self, machine: Carousel, number: int) -> Order | None:
        """Take everything out, keep the cards on top and put the others back, as long as some lie there."""
        top, self._top = self._top[:number], self._top[number:]
        if not self._left or len(top) < number:
            return None
        self._left -= 1
        everything = machine.deal(self._inside).tolist()
        chosen = [everything.pop(everything.index(card)) for card in top if card in everything]
        machine.insert(np.array(everything, dtype=np.uint16))
        return np.array(chosen, dtype=np.uint16)
