"""Folders of submissions: imported with a list of differences, and exported; and the register of them, verified."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from labharness.acts import submission as acts
from labharness.acts.declaring import Seat
from labharness.acts.submission_pages import Imported
from labharness.app.submission.folder_import import FolderPreview, preview_folder
from labharness.filings.entries.snapshot import MAY, Submission
from labharness.gui.filings.actor_choice import ActorChoice
from labharness.gui.filings.dialogs.import_dialog import ImportDialog
from labharness.gui.filings.filing_acts import FilingActs
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.language.numbers import number
from labharness.language.text import plain
from labharness.reason import Reason


class FolderActs(QObject):
    """Imports and exports; dialogs and errands are those of the other acts, so that there is one at a time."""

    def __init__(
        self,
        seat: Seat,
        deeds: FilingActs,
        actor: ActorChoice,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._seat, self._acts, self._actor, self._window = seat, deeds, actor, parent

    def ask_import(self, folder: Path | None = None) -> None:
        """Compare a folder with the register, show what differs, then import it."""
        name = (
            str(folder) if folder else QFileDialog.getExistingDirectory(self._window, tr("Import a folder"))
        )
        if not name:
            return

        def take(preview: FolderPreview) -> None:
            keyed = self._actor.staff.signed and any(
                difference.kind in MAY for difference in preview.differences
            )
            dialog = ImportDialog(preview, self._seat.workspace.path, keyed=keyed, parent=self._window)
            dialog.wanted.connect(partial(self._import, dialog))
            self._acts.show(dialog)

        self._acts.work.begin(lambda _: preview_folder(self._seat.workspace, Path(name)), take)

    def _import(self, dialog: ImportDialog) -> None:
        folder, why, key = dialog.found.folder, dialog.why.text(), dialog.take_key()
        seat = replace(self._seat, by=self._actor.person)

        def take(imported: Imported) -> None:
            submission = imported.submission
            if self._acts.dialog is dialog:
                dialog.accept()
            self._acts.told.emit(tr("{submission} is imported.", submission=submission))
            self._acts.saved.emit(submission)

        self._acts.work.begin(lambda _: seat.do(acts.import_, folder, why=why, **key.given), take)

    def ask_export(self, submission: str) -> None:
        """Ask for an empty folder, then write the submission there."""
        name = QFileDialog.getExistingDirectory(self._window, tr("Export into a new or empty folder"))
        if name:
            self.export(submission, Path(name))

    def export(self, submission: str, folder: Path) -> None:
        """Write a submission and its files to a folder."""

        def take(exported: tuple[Submission, Path]) -> None:
            count = len(exported[0].entries)
            self._acts.told.emit(
                tr(
                    "{count:,} {count:entry|entries} of {submission} and their files are in {folder}.",
                    count=count,
                    submission=submission,
                    folder=folder,
                )
            )

        self._acts.work.begin(lambda _: self._seat.do(acts.export, submission, folder), take)

    def verify_register(self) -> None:
        """Verify the chain of the register, and tell its head."""

        def take(verified: tuple[int, str, Sequence[Reason]]) -> None:
            records, head, problems = verified
            text = " ".join(say(problem) for problem in problems[:5])
            good = tr(
                "Register: integrity verified ({records} records). Head: {head}",
                records=number(records),
                head=head,
            )
            self._acts.told.emit(
                plain(tr("Register integrity NOT VERIFIED. {told}", told=text), 1500) if problems else good
            )

        if self._acts.work.begin(lambda _: self._seat.do(acts.verify), take):
            self._acts.told.emit(tr("Verifying the register…"))
