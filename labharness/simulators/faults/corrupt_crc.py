"""The CRC of some answers is wrong."""

from __future__ import annotations

from typing import ClassVar

from labharness.devices.lti.frame import LtiFrame
from labharness.simulators.fault import Fault, Send, Step


class CorruptCrc(Fault):
    """Turns one bit of the CRC."""

    HELP: ClassVar = "every N-th answer (a whole number), or a chance such as 0.01"
    DEFAULT: ClassVar = "10"

    def _read(self) -> None:
        self._rate = self.number(0, 1) if "." in self.value else 0.0
        self._every = 0 if "." in self.value else self.whole(1, 10**9)
        self._answers = 0

    def answered(self, request: LtiFrame, steps: list[Step]) -> list[Step]:  # noqa: ARG002  every request counts
        """Damage the last byte sent."""
        self._answers += 1
        hit = self.generator.random() < self._rate if self._rate else self._answers % max(self._every, 1) == 0
        if not hit:
            return steps
        return [Send(s.data[:-1] + bytes([s.data[-1] ^ 1])) if isinstance(s, Send) else s for s in steps]
