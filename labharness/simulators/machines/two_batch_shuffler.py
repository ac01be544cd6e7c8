"""A batch shuffler that keeps a second batch, of another back colour, while the first one is shuffled or in play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from labharness.simulators.deed import Deed
from labharness.simulators.machines.fair_shuffler import FairShuffler


@dataclass
class TwoBatchShuffler(FairShuffler):
    """Uniform permutations of the batch that was put in; the other batch stays where it is."""

    TITLE: ClassVar = "Batch shuffler with two batches"

    def react(self, deed: Deed) -> str | None:
        """Give the shuffled batch out and take the other one in."""
        if deed.name != "batch-exchange":
            return None
        return "all backs of one colour; the other batch is inside"
