"""The device reports the expected count whatever is inside."""

from __future__ import annotations

from typing import ClassVar

from numpy.random import Generator

from labharness.simulators.fault import CARDS, Fault


class WrongCount(Fault):
    """Counts what should be there, not what is."""

    HELP: ClassVar = "reports the expected count whatever is inside (takes no value)"
    KINDS: ClassVar = CARDS

    def __init__(self, value: str, generator: Generator) -> None:
        super().__init__(value, generator)
        self.no_value()

    def counted(self, inside: int, expected: int) -> int:  # noqa: ARG002  that is the fault
        """Report the expectation."""
        return expected
