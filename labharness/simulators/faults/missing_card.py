"""A card of the set was never put in."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.random import Generator

from labharness.model.cards import Order, parse_card
from labharness.simulators.fault import CARDS, Fault


class MissingCard(Fault):
    """Leaves one card out when the set is loaded."""

    HELP: ClassVar = "the card that is not in the machine, such as QD"
    DEFAULT: ClassVar = "QD"
    KINDS: ClassVar = CARDS

    def __init__(self, value: str, generator: Generator) -> None:
        super().__init__(value, generator)
        self._card = parse_card(value)

    def inserted(self, cards: Order) -> Order:
        """Leave it out."""
        return np.delete(cards, self.place(cards, self._card))
