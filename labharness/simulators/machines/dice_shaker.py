"""Dice in a shaker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from labharness.model.device import DeviceClass
from labharness.model.observations import Kind
from labharness.simulators.machines.rng import ComputerizedRng


@dataclass
class DiceShaker(ComputerizedRng):
    """Fair and independent dice."""

    TITLE: ClassVar = "Dice shaker"
    DEVICE_CLASS: ClassVar = DeviceClass.DICE_SHAKER
    KINDS: ClassVar = frozenset({Kind.DRAW})
