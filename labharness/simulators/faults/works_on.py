"""The device gives cards out although it has found that their count is wrong."""

from __future__ import annotations

from typing import ClassVar

from numpy.random import Generator

from labharness.simulators.fault import CARDS, Fault


class WorksOn(Fault):
    """Complains, and works all the same."""

    HELP: ClassVar = "it works on after a wrong count (takes no value)"
    KINDS: ClassVar = CARDS

    def __init__(self, value: str, generator: Generator) -> None:
        super().__init__(value, generator)
        self.no_value()

    def worked(self, works: bool) -> bool:  # noqa: ARG002  a hook's signature
        """Work."""
        return True
