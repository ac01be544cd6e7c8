"""A progressive system, or one for electronic wagers: it takes wagers until they are locked out, and counts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from labharness.model.device import DeviceClass
from labharness.simulators.fault import Machine, SimulatedTrial, reaction


@dataclass
class ProgressiveSystem(Machine):
    """Late wagers are refused, the others are counted."""

    TITLE: ClassVar = "Progressive system"
    DEVICE_CLASS: ClassVar = DeviceClass.PROGRESSIVE_SYSTEM

    def react(self, deed: SimulatedTrial) -> str | None:
        """Take wagers, or refuse them."""
        return reaction(deed)
