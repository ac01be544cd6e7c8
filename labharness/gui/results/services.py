"""What the results of a run need from the product."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from labharness.app.run_results.run_comparison import RunComparison
from labharness.gui.kit.slow_work.errand import Say
from labharness.gui.results.result_facts import EventFacts, FrameFacts, Reproduced, ResultFacts, UnitFacts


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

    def unit_values(self, run: str, check: str) -> Mapping[int, int]:
        """Return what a check counts in each unit, by the index of the unit; empty where it gives none."""
        ...

    def frames(self, run: str, unit: UnitFacts) -> Sequence[FrameFacts]:
        """Return the transfers that a record was decoded from."""
        ...

    def events(self, run: str) -> Sequence[EventFacts]:
        """Return the records of a run that people read, in words."""
        ...

    def record(self, run: str, number: int) -> str:
        """Return a record as it stands in the ledger, one line."""
        ...

    def remark(self, run: str, check: str, text: str) -> None:
        """Put a remark about a run, or about a check of it, into the register; the run is never changed."""
        ...

    def again(self, run: str, tell: Say) -> Reproduced:
        """Judge the evidence again from its bytes alone."""
        ...

    def compare(self, first: str, second: str) -> RunComparison:
        """Read and verify two runs, and lay them side by side."""
        ...

    def report(self, run: str) -> Path:
        """Return where the report of a run lies."""
        ...
