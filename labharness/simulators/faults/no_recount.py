"""The device does not count again after a wrong count was put right."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import CARDS, Fault


class NoRecount(Fault):
    """Takes it from people that the cards are right."""

    HELP: ClassVar = "it works without a new count after a wrong one was put right (takes no value)"
    KINDS: ClassVar = CARDS

    def recounted(self, counts: bool) -> bool:  # noqa: ARG002  a hook's signature
        """Count nothing."""
        return False
