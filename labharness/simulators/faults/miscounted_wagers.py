"""The number of wagers that were accepted is not that of the chips."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import Fault, SimulatedTrial, counted
from labharness.simulators.machines.progressive_system import ProgressiveSystem
from labharness.simulators.machines.table_game_system import TableGameSystem


class MiscountedWagers(Fault):
    """Acknowledges every wager and loses one in the count."""

    HELP: ClassVar = "one wager in time is not counted (takes no value)"
    KINDS: ClassVar = frozenset()
    MACHINES: ClassVar = (ProgressiveSystem, TableGameSystem)

    def reacted(self, deed: SimulatedTrial, shown: str) -> str:
        """Count one less."""
        if deed.name != "wagers-in-time":
            return shown
        (result,) = deed.words
        return counted(result, int(result) - 1)
