"""The device reports an order that it did not deal."""

from __future__ import annotations

from typing import ClassVar

from labharness.model.cards import Order
from labharness.simulators.fault import CARDS, Fault


class ReportsOtherOrder(Fault):
    """Reports the right cards in an order of its own, drawn uniformly."""

    HELP: ClassVar = "the right cards in an order that was not dealt (takes no value)"
    KINDS: ClassVar = CARDS

    def told(self, order: Order) -> Order:
        """Shuffle what is reported, not what is dealt."""
        return self.generator.permutation(order)
