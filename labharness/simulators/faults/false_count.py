"""The device says that its count is wrong when it is right."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import CARDS, ByChance


class FalseCount(ByChance):
    """Overlooks a card that is there."""

    HELP: ClassVar = "chance that a count is one card too low, 0 to 1"
    KINDS: ClassVar = CARDS

    def counted(self, inside: int, expected: int) -> int:  # noqa: ARG002  it counts what is inside
        """Report one card less."""
        return max(0, inside - self.happens())
