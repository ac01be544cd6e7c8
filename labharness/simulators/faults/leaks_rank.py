"""The reader lets the hole card show."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import Fault, SimulatedTrial
from labharness.simulators.machines.card_reader import NONE, CardReader


class LeaksRank(Fault):
    """Adds to its answer what nobody may learn."""

    HELP: ClassVar = "shows the hole card where there is no Blackjack (takes no value)"
    KINDS: ClassVar = frozenset()
    MACHINES: ClassVar = (CardReader,)

    def reacted(self, deed: SimulatedTrial, shown: str) -> str:
        """Name the hole card."""
        return f"{shown}; a {deed.words[-1]} can be seen" if shown == NONE else shown
