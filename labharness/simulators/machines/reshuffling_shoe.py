"""A shoe that reshuffles and counts: to its cards it is a continuous shuffler."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from labharness.model.device import DeviceClass
from labharness.simulators.machines.continuous_shuffler import ContinuousShuffler


@dataclass
class ReshufflingShoe(ContinuousShuffler):
    """Cards drawn without replacement from all that are inside, and counted."""

    TITLE: ClassVar = "Reshuffling and counting shoe"
    DEVICE_CLASS: ClassVar = DeviceClass.RESHUFFLING_SHOE
