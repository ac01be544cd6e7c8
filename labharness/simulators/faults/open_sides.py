"""Cards can be drawn from both sides of a double shoe at once."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import Fault, SimulatedTrial
from labharness.simulators.machines.double_shoe import CLOSED, DoubleShoe


class OpenSides(Fault):
    """Does not shut the side that must be closed."""

    HELP: ClassVar = "the side that must be closed gives a card (takes no value)"
    KINDS: ClassVar = frozenset()
    MACHINES: ClassVar = (DoubleShoe,)

    def reacted(self, deed: SimulatedTrial, shown: str) -> str:
        """Give a card."""
        return f"a card comes from the {deed.words[0]} side" if shown == CLOSED else shown
