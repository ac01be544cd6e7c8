"""Cards stay inside the machine after a shuffle."""

from __future__ import annotations

from typing import ClassVar

from labharness.model.cards import Order
from labharness.simulators.fault import MIXED, Fault


class KeptInside(Fault):
    """Keeps the last cards of one shuffle; they never come out again."""

    HELP: ClassVar = "CARDS or CARDS@SHUFFLE: so many cards stay inside from that shuffle on (from 0)"
    DEFAULT: ClassVar = "1@10"
    KINDS: ClassVar = MIXED

    def _read(self) -> None:
        cards, _, unit = self.value.partition("@")
        self._cards = self.whole(1, 51, cards)
        self._unit = self.whole(0, 10**9, unit or "10")

    def kept(self, output: Order, unit: int) -> int:
        """Keep them once, and at least one card always comes out."""
        return min(self._cards, len(output) - 1) if unit == self._unit else 0
