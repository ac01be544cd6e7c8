"""A continuous shuffler: every round is a simple random sample of the full set."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from labharness.analysis.power.defects.flawed_rounds import draw
from labharness.model.cards import Order
from labharness.model.device import DeviceClass
from labharness.model.observations import Kind
from labharness.simulators.fault import Carousel


@dataclass
class ContinuousShuffler(Carousel):
    """Cards drawn without replacement from all that are inside.

    Parameters
    ----------
    buffer
        Cards that always lie drawn in the output and cannot be reached by those put back; with 0 the
        machine is ideal.
    """

    buffer: int = 0
    _inside: Order = field(default_factory=lambda: np.empty(0, dtype=np.uint16), init=False)
    _drawn: Order = field(default_factory=lambda: np.empty(0, dtype=np.uint16), init=False)

    TITLE: ClassVar = "Continuous shuffler"
    DEVICE_CLASS: ClassVar = DeviceClass.CONTINUOUS_SHUFFLER
    KINDS: ClassVar = frozenset({Kind.ROUND})

    def insert(self, cards: Order) -> None:
        """Put cards back among those inside."""
        self._inside = np.concatenate((self._inside, cards))

    def empty(self) -> None:
        """Give up all cards."""
        self._inside = self._drawn = np.empty(0, dtype=np.uint16)

    def deal(self, number: int) -> Order:
        """Give out the drawn cards first and draw as many again."""
        dealt, self._inside, self._drawn = draw(
            self.generator, self._inside, self._drawn, number, self.buffer
        )
        return dealt
