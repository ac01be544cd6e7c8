"""A table game system that selects outcomes for a table and takes its wagers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from labharness.model.device import DeviceClass
from labharness.simulators.fault import SimulatedTrial, reaction
from labharness.simulators.machines.rng import ComputerizedRng


@dataclass
class TableGameSystem(ComputerizedRng):
    """Bytes of PCG64; outcomes are made of them without bias."""

    TITLE: ClassVar = "Table game system"
    DEVICE_CLASS: ClassVar = DeviceClass.TABLE_GAME_SYSTEM

    def react(self, deed: SimulatedTrial) -> str | None:
        """Take wagers, or refuse them."""
        return reaction(deed)
