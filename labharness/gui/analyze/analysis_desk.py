"""Analysis of files, as :class:`labharness.gui.analyze.services.AnalyzeServices`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from labharness.app.workspace import Workspace
from labharness.errors import FileRefused, InputError
from labharness.gui.analyze.services import FIELDS, Refused
from labharness.gui.kit.slow_work.long_work import WorkProgress
from labharness.gui.kit.window_sentences import explain
from labharness.gui.kit.words import tr
from labharness.model.reasons.inputs import Inputs

if TYPE_CHECKING:  # they load what counts and judges, which the window need not wait for
    from labharness.app.file_analysis.analyze import FileOrder
    from labharness.app.file_analysis.file_look import FileLook
    from labharness.assessment.file_analysis import Analysis, ExaminedFile, FilePower

AUTOMATIC_S = 10.0
"""Estimated seconds up to which files of the same size are simulated without a request."""


class AnalysisDesk:
    """What the window asks about files.

    Parameters
    ----------
    workspace
        Whose submissions.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def look(self, path: Path) -> FileLook:
        """Return what the beginning of a file shows; a pipe, which somebody else would have to fill, is refused."""
        from labharness.app.file_analysis.file_look import look_at

        if path.is_fifo():
            raise FileRefused(Inputs.NOT_REGULAR(file=str(path)))
        return look_at(str(path))

    def suites(self) -> Sequence[str]:
        """Return the ids of the suites of checks."""
        from labharness.plans.suite import packaged_suites

        return tuple(packaged_suites())

    def analyze(
        self, order: FileOrder, replicates: int | None, progress: WorkProgress
    ) -> ExaminedFile | Refused:
        """Run the checks, and simulate what the file could have shown."""
        from labharness.app.file_analysis.analyze import analyze
        from labharness.app.file_analysis.file_look import bad_line
        from labharness.assessment.file_analysis import ExaminedFile

        try:
            found = analyze(order, progress.at, lambda name: progress.say(tr("judging {name}", name=name)))
        except InputError as error:
            return Refused(explain(error, FIELDS), bad_line(Path(order.path), error))
        return ExaminedFile(found, _power(found, replicates, order.workers, progress))

    def report(self, examined: ExaminedFile, path: Path) -> None:
        """Write the report of an analysis."""
        from labharness.app.file_analysis.file_report import write_report

        write_report(examined, path)

    def submissions(self) -> Sequence[tuple[str, str]]:
        """Return id and title of each submission, the latest first."""
        from labharness.app.register import has_register, open_register

        if not has_register(self._workspace):
            return ()
        with open_register(self._workspace) as register:
            names = reversed(tuple(register.submissions()))
            return tuple((name, register.snapshot(name).filing.title) for name in names)

    def attach(self, examined: ExaminedFile, submission: str) -> str:
        """File the report with a submission; returns the id of the document."""
        from labharness.app.submission.analysis_document import attach_analysis

        return attach_analysis(self._workspace, submission, examined)


def _power(
    found: Analysis, replicates: int | None, workers: int, progress: WorkProgress
) -> tuple[FilePower, ...] | None:
    """Return what files of this size could show; None where nobody asks for it and it would take long."""
    from labharness.app.file_analysis.file_power import (
        REPLICATES,
        can_be_simulated,
        defects_of,
        file_power,
        known_power,
        seconds_of,
    )

    if replicates == 0 or not can_be_simulated(found):
        return None
    count = replicates or REPLICATES
    known = known_power(found, count)
    if known is not None:
        return known
    if replicates is None and seconds_of(found, count) > AUTOMATIC_S:
        return None
    done: dict[str, int] = {}
    total = count * len(defects_of(found))
    progress.say(tr("simulating files of the same size"))

    def tell(name: str, made: int) -> None:
        done[name] = made
        progress.at(sum(done.values()), total)

    return file_power(found, count, workers, tell)
