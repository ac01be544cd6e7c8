"""A card of one side of a double shoe lies in the other."""

from __future__ import annotations

from typing import ClassVar

from numpy.random import Generator

from labharness.simulators.deed import Deed
from labharness.simulators.fault import Fault
from labharness.simulators.machines.double_shoe import DoubleShoe


class MixedSides(Fault):
    """Deals one card of the other side's back among those of a side."""

    HELP: ClassVar = "the card of each side, from 1, that comes from the other one"
    DEFAULT: ClassVar = "7"
    KINDS: ClassVar = frozenset()
    MACHINES: ClassVar = (DoubleShoe,)

    def __init__(self, value: str, generator: Generator) -> None:
        super().__init__(value, generator)
        self._place = self.whole(1, 10_000)

    def reacted(self, deed: Deed, shown: str) -> str:
        """Put the card there."""
        if deed.name not in ("first-side", "second-side"):
            return shown
        words = shown.split()
        place = min(self._place, len(words) - 1)
        words[place] += "!"
        return " ".join(words)
