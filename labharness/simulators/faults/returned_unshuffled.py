"""Now and then the deck comes out as it went in."""

from __future__ import annotations

from typing import ClassVar

from labharness.model.cards import Order
from labharness.simulators.fault import MIXED, Fault


class ReturnedUnshuffled(Fault):
    """Skips the mixing with a given chance."""

    HELP: ClassVar = "chance that a deck comes out as it went in, 0 to 1"
    DEFAULT: ClassVar = "0.01"
    KINDS: ClassVar = MIXED

    def _read(self) -> None:
        self._rate = self.number(0, 1)

    def mixed(self, cards: Order, output: Order, unit: int) -> Order:  # noqa: ARG002  every unit alike
        """Give back what went in."""
        return cards if self.generator.random() < self._rate else output
