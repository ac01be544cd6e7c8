"""What the analysis of a file needs from the product."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from labharness.gui.kit.slow_work.long_work import WorkProgress
from labharness.gui.kit.words import tr

if TYPE_CHECKING:  # they load what counts and judges, which the window need not wait for
    from labharness.app.file_analysis.analyze import FileOrder
    from labharness.app.file_analysis.file_look import BadLine, FileLook
    from labharness.assessment.file_analysis import ExaminedFile


NUMBER_FIELDS = {
    "low": tr("Smallest outcome"),
    "high": tr("Largest outcome"),
    "decks": tr("Decks in the set"),
    "jokers": tr("Jokers in each deck"),
    "round-cards": tr("Cards of a round"),
    "buffer": tr("Cards in the buffer"),
}
"""Titles of the fields for what a file holds, by the options of the command."""
FIELDS = {
    "observes": tr("Content"),
    "column": tr("Column"),
    "suite": tr("Suite"),
    "plan": tr("Plan"),
    "stage": tr("Stage"),
    "level": tr("Level"),
    **NUMBER_FIELDS,
    "input": tr("Order before"),
    "workers": tr("Processes"),
    "executor": tr("Cluster"),
}
"""Titles of all fields, by the options of the command."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a file was not analyzed, and the line that is to blame, None where none is."""

    sentence: str
    line: BadLine | None


class AnalyzeServices(Protocol):
    """Analysis of files.

    Each may take minutes, is called on another thread, and may raise :class:`labharness.errors.LabharnessError`, whose
    sentence is shown.
    """

    def look(self, path: Path) -> FileLook:
        """Return what the beginning of a file shows."""
        ...

    def suites(self) -> Sequence[str]:
        """Return the ids of the suites of checks."""
        ...

    def analyze(
        self, order: FileOrder, replicates: int | None, progress: WorkProgress
    ) -> ExaminedFile | Refused:
        """Run the checks; simulate what the file could have shown where that is asked for, None where it takes seconds."""
        ...

    def report(self, examined: ExaminedFile, path: Path) -> None:
        """Write the report of an analysis."""
        ...

    def submissions(self) -> Sequence[tuple[str, str]]:
        """Return id and title of each submission."""
        ...

    def attach(self, examined: ExaminedFile, submission: str) -> str:
        """File the report with a submission; returns the id of the document."""
        ...
