"""Folders of submissions: imported with a list of differences, and exported; and the register of them, verified."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from labharness.app.submission.folder_import import FolderPreview
from labharness.filings.entries.snapshot import MAY
from labharness.gui.filing_dialogs.import_dialog import ImportDialog
from labharness.gui.filings.actor_choice import ActorChoice
from labharness.gui.filings.filing_acts import FilingActs
from labharness.gui.filings.services import SubmissionServices
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.language.numbers import number
from labharness.language.text import plain
from labharness.reason import Reason


class FolderActs(QObject):
    """Imports and exports; dialogs and errands are those of the other acts, so that there is one at a time."""

    def __init__(
        self,
        services: SubmissionServices,
        acts: FilingActs,
        actor: ActorChoice,
        place: Path,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._services, self._acts, self._actor, self._place = services, acts, actor, place
        self._window = parent

    def ask_import(self, folder: Path | None = None) -> None:
        """Compare a folder with the register, show what differs, then import it."""
        name = (
            str(folder) if folder else QFileDialog.getExistingDirectory(self._window, tr("Import a folder"))
        )
        if not name:
            return

        def take(found: FolderPreview) -> None:
            keyed = self._actor.staff.signed and any(one.kind in MAY for one in found.differences)
            dialog = ImportDialog(found, self._place, keyed=keyed, parent=self._window)
            dialog.wanted.connect(partial(self._import, dialog))
            self._acts.show(dialog)

        self._acts.work.begin(lambda _: self._services.preview_folder(Path(name)), take)

    def _import(self, dialog: ImportDialog) -> None:
        folder, by, why, key = dialog.found.folder, self._actor.person, dialog.why.text(), dialog.take_key()

        def take(submission: str) -> None:
            if self._acts.dialog is dialog:
                dialog.accept()
            self._acts.told.emit(tr("{submission} is imported.", submission=submission))
            self._acts.saved.emit(submission)

        self._acts.work.begin(lambda _: self._services.take_in(folder, by, why, key), take)

    def ask_export(self, submission: str) -> None:
        """Ask for an empty folder, then write the submission there."""
        name = QFileDialog.getExistingDirectory(self._window, tr("Export into a new or empty folder"))
        if name:
            self.export(submission, Path(name))

    def export(self, submission: str, folder: Path) -> None:
        """Write a submission and its files to a folder."""

        def take(count: int) -> None:
            self._acts.told.emit(
                tr(
                    "{count:,} {count:entry|entries} of {submission} and their files are in {folder}.",
                    count=count,
                    submission=submission,
                    folder=folder,
                )
            )

        self._acts.work.begin(lambda _: self._services.give_out(submission, folder), take)

    def verify_register(self) -> None:
        """Verify the chain of the register, and tell its head."""

        def take(found: tuple[int, str, Sequence[Reason]]) -> None:
            records, head, problems = found
            told = " ".join(say(one) for one in problems[:5])
            good = tr(
                "Register: integrity verified ({records} records). Head: {head}",
                records=number(records),
                head=head,
            )
            self._acts.told.emit(
                plain(tr("Register integrity NOT VERIFIED. {told}", told=told), 1500) if problems else good
            )

        if self._acts.work.begin(lambda _: self._services.verify_register(), take):
            self._acts.told.emit(tr("Verifying the register…"))
