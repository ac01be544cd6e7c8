"""An automated dealing shoe dispenses before it may."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import Fault, SimulatedTrial
from labharness.simulators.machines.dealing_shoe import LOCKED, DealingShoe


class EarlyStack(Fault):
    """Gives a stack to whoever asks too soon."""

    HELP: ClassVar = "a stack comes before no more bets is called (takes no value)"
    KINDS: ClassVar = frozenset()
    MACHINES: ClassVar = (DealingShoe,)

    def reacted(self, deed: SimulatedTrial, shown: str) -> str:  # noqa: ARG002  every trial alike
        """Dispense."""
        return "a stack comes out" if shown == LOCKED else shown
