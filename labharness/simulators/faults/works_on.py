"""The device gives cards out although it has found that their count is wrong."""

from __future__ import annotations

from typing import ClassVar

from labharness.simulators.fault import CARDS, Fault


class WorksOn(Fault):
    """Complains, and works all the same."""

    HELP: ClassVar = "it works on after a wrong count (takes no value)"
    KINDS: ClassVar = CARDS

    def worked(self, works: bool) -> bool:  # noqa: ARG002  a hook's signature
        """Work."""
        return True
