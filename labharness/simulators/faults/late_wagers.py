"""Wagers are taken after the wagering was closed."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import REFUSED, ByChance, SimulatedTrial
from labharness.simulators.machines.progressive_system import ProgressiveSystem
from labharness.simulators.machines.table_game_system import TableGameSystem


class LateWagers(ByChance):
    """Does not lock out."""

    HELP: ClassVar = "chance that a late wager is accepted, 0 to 1"
    KINDS: ClassVar = frozenset()
    MACHINES: ClassVar = (ProgressiveSystem, TableGameSystem)

    def reacted(self, deed: SimulatedTrial, shown: str) -> str:  # noqa: ARG002  every late wager alike
        """Accept it."""
        late = shown == REFUSED and self.happens()
        return "the wager is accepted" if late else shown
