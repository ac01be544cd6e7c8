"""The device stops in the middle of its work, once."""

from __future__ import annotations

from typing import ClassVar

from labharness.devices.lti.frame import ERROR, LtiFrame
from labharness.devices.lti.message import WORK, ErrorCode, Refusal
from labharness.simulators.fault import CARDS, Fault, Send, Step


class JamsAt(Fault):
    """Answers one request to work with a jam, after the cards have moved."""

    HELP: ClassVar = "request to work, from 0, that ends in a jam; the next one works again"
    DEFAULT: ClassVar = "10"
    KINDS: ClassVar = CARDS

    def _read(self) -> None:
        self._left = self.whole(0, 10**9)

    def answered(self, request: LtiFrame, steps: list[Step]) -> list[Step]:
        """Stop at the request whose turn it is."""
        if request.kind not in WORK:
            return steps
        self._left -= 1
        if self._left != -1:
            return steps
        jam = Refusal(ErrorCode.HARDWARE, request.kind, "card jam")
        return [Send(LtiFrame(ERROR, request.request, jam.encode()).encode())]
