"""What the work at a bench needs from the product."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from labharness.app.bench_work.filed_units import FiledUnit
from labharness.app.bench_work.reading_progress import ReadingProgress
from labharness.app.people.at_the_bench import BenchPerson
from labharness.evidence.folder import RunFolder


class PromptServices(Protocol):
    """People and filed units of a workspace.

    Each is called on another thread and may raise :class:`labharness.errors.LabharnessError`.
    """

    def people(self) -> Sequence[BenchPerson]:
        """Return who may answer, the one who is logged in first."""
        ...

    def reading(self, folder: RunFolder, first: int) -> ReadingProgress | None:
        """Return what the reader of a run has reported since a frame; None for a reader of whole orders."""
        ...

    def filed(self, submission: str) -> Sequence[FiledUnit]:
        """Return the units that a submission delivered, none for no submission."""
        ...
