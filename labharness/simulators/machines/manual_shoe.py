"""A manual dealing shoe: nothing in it moves but cards, and nothing in it chooses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from labharness.model.device import DeviceClass
from labharness.simulators.fault import Machine


@dataclass
class ManualShoe(Machine):
    """A box to look at."""

    TITLE: ClassVar = "Manual dealing shoe"
    DEVICE_CLASS: ClassVar = DeviceClass.MANUAL_SHOE
