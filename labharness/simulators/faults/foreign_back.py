"""A card has the back of another deck."""

from __future__ import annotations

from typing import ClassVar

from labharness.model.cards import FOREIGN_BACK, Order, parse_card
from labharness.simulators.fault import CARDS, Fault


class ForeignBack(Fault):
    """Replaces one card by the same card with a foreign back."""

    HELP: ClassVar = "the card that has a foreign back, such as 7C"
    DEFAULT: ClassVar = "7C"
    KINDS: ClassVar = CARDS

    def _read(self) -> None:
        self._card = parse_card(self.value)

    def inserted(self, cards: Order) -> Order:
        """Swap the card."""
        changed = cards.copy()
        changed[self.place(cards, self._card)] |= FOREIGN_BACK
        return changed
