"""A card has the back of another deck."""

from __future__ import annotations

from typing import ClassVar

from labharness.model.cards import FOREIGN_BACK, Order
from labharness.simulators.fault import OfCard


class ForeignBack(OfCard):
    """Replaces one card by the same card with a foreign back."""

    HELP: ClassVar = "the card that has a foreign back, such as 7C"
    DEFAULT: ClassVar = "7C"

    def inserted(self, cards: Order) -> Order:
        """Swap the card."""
        changed = cards.copy()
        changed[self.place(cards)] |= FOREIGN_BACK
        return changed
