"""Cards stay inside when the machine is emptied, and lie among those that are loaded next."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.simulators.fault import Carousel, Fault


class KeptAtUnload(Fault):
    """Holds the last cards back from whoever empties it."""

    HELP: ClassVar = "cards that stay inside when the machine is emptied"
    DEFAULT: ClassVar = "2"
    KINDS: ClassVar = frozenset({Kind.ROUND})
    MACHINES: ClassVar = (Carousel,)

    def _read(self) -> None:
        self._cards = self.whole(1, 51)
        self._behind: Order = np.empty(0, dtype=np.uint16)

    def left(self, cards: Order) -> int:
        """Hold them back."""
        return min(self._cards, len(cards))

    def inserted(self, cards: Order) -> Order:
        """Add those that the last set left behind."""
        everything = np.concatenate((cards, self._behind))
        self._behind = everything[-self._cards :]
        return everything
