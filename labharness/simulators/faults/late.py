"""One answer comes after the host has given up waiting, before the answer to its next request."""

from __future__ import annotations

from typing import ClassVar

from labharness.devices.lti.frame import LtiFrame
from labharness.devices.lti.message import WORK
from labharness.simulators.fault import Fault, Step, Wait


class Late(Fault):
    """Delays the first answer that reports work done."""

    HELP: ClassVar = "seconds by which the first shuffle, round, deal or draw is answered too late"
    DEFAULT: ClassVar = "15"

    def _read(self) -> None:
        self._seconds = self.number(0, 3600)
        self._done = False

    def answered(self, request: LtiFrame, steps: list[Step]) -> list[Step]:
        """Wait once."""
        if self._done or request.kind not in WORK:
            return steps
        self._done = True
        return [Wait(self._seconds), *steps]
