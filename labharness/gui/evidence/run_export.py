"""Export of runs for somebody else: the folder is asked for, each copy is verified, and what became of them is told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from labharness.acts import evidence as acts
from labharness.acts.declaring import Seat
from labharness.evidence.folder import RunFolder
from labharness.gui.kit.slow_work.long_work import LongWork, WorkProgress
from labharness.gui.kit.words import tr

if TYPE_CHECKING:
    from labharness.app.evidence.exporting import Exported

Exports = Sequence[tuple[RunFolder, int]]
"""Runs that are to be copied, each with the size of its files."""


def ask_folder(parent: QWidget, seat: Seat, work: LongWork, runs: Exports) -> None:
    """Ask below which folder runs are copied, and copy them."""
    dialog = QFileDialog(parent, tr("Export below this folder"))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.fileSelected.connect(lambda name: export_runs(seat, work, runs, Path(name)))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def export_runs(seat: Seat, work: LongWork, runs: Exports, target: Path) -> None:
    """Copy runs below a folder, one after the other; what was copied before one that fails stays."""

    def export(progress: WorkProgress) -> list[Exported]:
        read = progress.counting(sum(size for _, size in runs))
        return [
            seat.do(acts.export, str(folder.path), target, read=read, step=progress.say) for folder, _ in runs
        ]

    what = runs[0][0].run if len(runs) == 1 else tr("{count:,} {count:run|runs}", count=len(runs))
    if runs:
        work.do(tr("Exporting {run}…", run=what), export, lambda result: work.say(_told(result, target)))


def _told(result: Sequence[Exported], target: Path) -> str:
    bad = sum(not each.found.clean for each in result)
    if len(result) == 1:
        state = tr("The run does NOT verify, nor does its copy.") if bad else tr("Its copy verifies.")
        folder, sums = result[0].folder, result[0].sums.name
        return tr(
            "{folder} was written, with {sums} beside it. {state}", folder=folder, sums=sums, state=state
        )
    state = (
        tr(
            "{bad:,} of them {bad:does|do} NOT verify, nor {bad:does its copy|do their copies}.",
            bad=bad,
        )
        if bad
        else tr("Every copy verifies.")
    )
    return tr(
        "{count:,} runs were written below {folder}, each with the list of its files. {state}",
        count=len(result),
        folder=target,
        state=state,
    )
