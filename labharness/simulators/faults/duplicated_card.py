"""A card is there twice and another is missing, so that the count is right and the deck is not."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from labharness.errors import InputError
from labharness.model.cards import Order, types
from labharness.model.reasons.wire import Simulated
from labharness.simulators.fault import OfCard


class DuplicatedCard(OfCard):
    """Puts a second copy of one card in the place of the card after it."""

    HELP: ClassVar = "the card that is there twice, such as JD; another one is missing"
    DEFAULT: ClassVar = "JD"

    def inserted(self, cards: Order) -> Order:
        """Replace the next card of another type; a set that goes round with the second copy gets no third."""
        if not self.is_whole(cards):
            return cards
        place = self.place(cards)
        others = np.flatnonzero(types(cards) != self.card & 0x3F)
        if not others.size:
            raise InputError(Simulated.NEEDS_CARD_TYPES(fault="duplicated_card"))
        after = others[np.searchsorted(others, place) % others.size]
        changed = cards.copy()
        changed[after] = self.card
        return changed
