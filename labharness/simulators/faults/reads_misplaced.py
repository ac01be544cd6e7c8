"""The reader reads cards that are not inserted as they must be."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import Fault, SimulatedTrial
from labharness.simulators.machines.card_reader import NOTHING, CardReader


class ReadsMisplaced(Fault):
    """Shows the hole card to whoever inserts it wrongly."""

    HELP: ClassVar = "reads what is inserted wrongly, and shows it (takes no value)"
    KINDS: ClassVar = frozenset()
    MACHINES: ClassVar = (CardReader,)

    def reacted(self, deed: SimulatedTrial, shown: str) -> str:
        """Show it."""
        return f"read {deed.words[0]}, a {deed.words[1]} is shown" if shown == NOTHING else shown
