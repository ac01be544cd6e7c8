"""A card of the set was never put in."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from labharness.model.cards import Order, parse_card, types
from labharness.simulators.fault import CARDS, Fault


class MissingCard(Fault):
    """Leaves one card out when the set is loaded."""

    HELP: ClassVar = "the card that is not in the machine, such as QD"
    DEFAULT: ClassVar = "QD"
    KINDS: ClassVar = CARDS

    def _read(self) -> None:
        self._card = parse_card(self.value)
        self._whole = 0

    def inserted(self, cards: Order) -> Order:
        """Leave it out; a set that goes round without it loses no second one."""
        there = int((types(cards) == self._card & 0x3F).sum())
        if 0 < self._whole != there:
            return cards
        self._whole = there
        return np.delete(cards, self.place(cards, self._card))
