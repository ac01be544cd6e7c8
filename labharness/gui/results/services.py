"""What the results of a run need from the product."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from labharness.gui.kit.errand import Say
from labharness.gui.results.facts import FrameFacts, Reproduced, ResultFacts, UnitFacts


class ResultServices(Protocol):
    """Runs as they are read.

    Each may take seconds, is called on another thread, and may raise :class:`labharness.errors.LabharnessError`, whose
    sentence is shown.
    """

    def result(self, run: str) -> ResultFacts:
        """Read and verify a run in one pass."""
        ...

    def units(self, run: str, stage: str) -> Sequence[UnitFacts]:
        """Return the records of the sample of a stage, in order."""
        ...

    def frames(self, run: str, unit: UnitFacts) -> Sequence[FrameFacts]:
        """Return the transfers that a record was decoded from."""
        ...

    def again(self, run: str, say: Say) -> Reproduced:
        """Judge the evidence again from its bytes alone."""
        ...

    def report(self, run: str) -> Path:
        """Return where the report of a run lies."""
        ...
