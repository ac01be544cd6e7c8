"""A card of the set was never put in."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from labharness.model.cards import Order
from labharness.simulators.fault import OfCard


class MissingCard(OfCard):
    """Leaves one card out when the set is loaded."""

    HELP: ClassVar = "the card that is not in the machine, such as QD"
    DEFAULT: ClassVar = "QD"

    def inserted(self, cards: Order) -> Order:
        """Leave it out; a set that goes round without it loses no second one."""
        if not self.is_whole(cards):
            return cards
        return np.delete(cards, self.place(cards))
