"""People and filed units of a workspace, as :class:`labharness.gui.prompts.services.PromptServices`."""

from __future__ import annotations

from collections.abc import Sequence

from labharness.app.bench_work.filed_units import FiledUnit, filed_units
from labharness.app.bench_work.reading_progress import ReaderWatch, ReadingProgress
from labharness.app.people.at_the_bench import BenchPerson, at_the_bench
from labharness.app.workspace import Workspace
from labharness.evidence.folder import RunFolder


class PromptDesk:
    """What the bench asks of a workspace.

    Parameters
    ----------
    workspace
        Whose register.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace, self._reader = workspace, ReaderWatch(workspace)

    def people(self) -> Sequence[BenchPerson]:
        """Return who may answer."""
        return at_the_bench(self._workspace)

    def reading(self, folder: RunFolder, first: int) -> ReadingProgress | None:
        """Return what the reader of a run has reported since a frame."""
        return self._reader.progress(folder, first)

    def filed(self, submission: str) -> Sequence[FiledUnit]:
        """Return the units that a submission delivered."""
        return filed_units(self._workspace, submission)
