"""Every answer takes its time."""

from __future__ import annotations

from typing import ClassVar

from labharness.devices.lti.frame import LtiFrame
from labharness.simulators.fault import Fault, Step, Wait


class Slow(Fault):
    """Waits before each answer."""

    HELP: ClassVar = "seconds before each answer"
    DEFAULT: ClassVar = "0.5"

    def _read(self) -> None:
        self._seconds = self.number(0, 3600)

    def answered(self, request: LtiFrame, steps: list[Step]) -> list[Step]:  # noqa: ARG002  every request alike
        """Wait first."""
        return [Wait(self._seconds), *steps]
