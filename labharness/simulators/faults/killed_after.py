"""The device's process ends without a word after so many answers."""

from __future__ import annotations

from typing import ClassVar

from numpy.random import Generator

from labharness.devices.lti.frame import LtiFrame
from labharness.simulators.fault import Fault
from labharness.simulators.step import Die, Step


class KilledAfter(Fault):
    """Dies."""

    HELP: ClassVar = "answers before the device's process is killed"
    DEFAULT: ClassVar = "20"

    def __init__(self, value: str, generator: Generator) -> None:
        super().__init__(value, generator)
        self._left = self.whole(0, 10**9)

    def answered(self, request: LtiFrame, steps: list[Step]) -> list[Step]:  # noqa: ARG002  every request counts
        """Die, once the answers are used up."""
        self._left -= 1
        return steps if self._left >= 0 else [Die()]
