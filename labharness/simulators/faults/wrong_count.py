"""The device reports the expected count whatever is inside."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import CARDS, ByChance


class WrongCount(ByChance):
    """Counts what should be there, not what is."""

    HELP: ClassVar = "chance that a count is the expected one whatever is inside, 0 to 1"
    KINDS: ClassVar = CARDS

    def counted(self, inside: int, expected: int) -> int:
        """Report the expectation."""
        return expected if self.happens() else inside
