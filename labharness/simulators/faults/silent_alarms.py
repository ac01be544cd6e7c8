"""The device does not say that it is jammed, that a door is open, or that power was lost."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import CARDS, ByChance


class SilentAlarms(ByChance):
    """Goes on as if nothing had happened."""

    HELP: ClassVar = "chance that a jam, an open door or a loss of power raises no alarm, 0 to 1"
    KINDS: ClassVar = CARDS

    def alarmed(self, alarms: tuple[str, ...]) -> tuple[str, ...]:
        """Raise none."""
        return () if self.happens() else alarms
