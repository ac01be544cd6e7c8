"""One answer is random bytes."""

from __future__ import annotations

from typing import ClassVar

from labharness.devices.lti.frame import LtiFrame
from labharness.simulators.fault import Fault, Send, Step


class Garbage(Fault):
    """Sends noise instead of an answer."""

    HELP: ClassVar = "number of the answer that is garbage, from 1"
    DEFAULT: ClassVar = "10"

    def _read(self) -> None:
        self._left = self.whole(1, 10**9)

    def answered(self, request: LtiFrame, steps: list[Step]) -> list[Step]:  # noqa: ARG002  every request counts
        """Replace the bytes."""
        self._left -= 1
        return steps if self._left else [Send(self.generator.bytes(64))]
