"""Now and then the deck comes out as it went in."""

from __future__ import annotations

from typing import ClassVar

from labharness.model.cards import Order
from labharness.simulators.fault import MIXED, ByChance


class ReturnedUnshuffled(ByChance):
    """Skips the mixing with a given chance."""

    HELP: ClassVar = "chance that a deck comes out as it went in, 0 to 1"
    DEFAULT: ClassVar = "0.01"
    KINDS: ClassVar = MIXED

    def mixed(self, cards: Order, output: Order, unit: int) -> Order:  # noqa: ARG002  every unit alike
        """Give back what went in."""
        return cards if self.happens() else output
