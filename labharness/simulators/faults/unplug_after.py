"""The device leaves the bus after so many answers."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import AfterAnswers, Unplug


class UnplugAfter(AfterAnswers):
    """Unplugs itself."""

    HELP: ClassVar = "answers before the device is unplugged"
    STEP: ClassVar = Unplug()
