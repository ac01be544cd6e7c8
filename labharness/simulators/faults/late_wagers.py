"""Wagers are taken after the wagering was closed."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import REFUSED, Fault, SimulatedTrial
from labharness.simulators.machines.progressive_system import ProgressiveSystem
from labharness.simulators.machines.table_game_system import TableGameSystem


class LateWagers(Fault):
    """Does not lock out."""

    HELP: ClassVar = "chance that a late wager is accepted, 0 to 1"
    DEFAULT: ClassVar = "1"
    KINDS: ClassVar = frozenset()
    MACHINES: ClassVar = (ProgressiveSystem, TableGameSystem)

    def _read(self) -> None:
        self._rate = self.number(0, 1)

    def reacted(self, deed: SimulatedTrial, shown: str) -> str:  # noqa: ARG002  every late wager alike
        """Accept it."""
        late = shown == REFUSED and self.generator.random() < self._rate
        return "the wager is accepted" if late else shown
