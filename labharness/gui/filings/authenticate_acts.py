"""Authenticates the software of a unit, and writes the PDF of the result."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from labharness.acts.authenticate import authenticate, write_pdf
from labharness.acts.declaring import Seat
from labharness.app.submission.drafts import EntryState
from labharness.filings.entries.snapshot import MAY
from labharness.gui.filings.actor_choice import ActorChoice
from labharness.gui.filings.dialogs.authenticate_dialog import AuthenticateDialog
from labharness.gui.filings.filing_acts import FilingActs
from labharness.gui.filings.submission_view import SubmissionView
from labharness.gui.kit.words import tr

if TYPE_CHECKING:  # it reads what the window need not wait for
    from labharness.assessment.authentication_record import AuthenticationRecord

KIND = "authentication"


class AuthenticateActs(QObject):
    """Dialogs and errands are those of the other acts, so that there is one at a time."""

    def __init__(
        self,
        seat: Seat,
        acts: FilingActs,
        view: SubmissionView,
        actor: ActorChoice,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._seat, self._acts, self._view, self._actor = seat, acts, view, actor
        self._window = parent
        view.authenticate_wanted.connect(self.ask)

    def ask(self, key: str) -> None:
        """Ask for a device and images of the components on record."""
        drafted = self._view.book.drafted
        unit = drafted.entry(key)
        if unit is None:
            return
        product = str(unit.values.get("product", ""))
        parts = [
            (each.id, f"{each.values.get('name', '')} {each.values.get('version', '')}".strip())
            for each in drafted.of("component")
            if each.values.get("product") == product and each.state is not EntryState.NEW
        ]
        keyed = self._actor.staff.signed and KIND in MAY
        named = (unit.id, str(unit.values.get("serial", "")) or unit.id)
        dialog = AuthenticateDialog(named, parts, self._seat.workspace.path, keyed=keyed, parent=self._window)
        dialog.wanted.connect(partial(self._authenticate, dialog))
        dialog.pdf_wanted.connect(partial(self._write, dialog))
        self._acts.show(dialog)

    def _authenticate(self, dialog: AuthenticateDialog) -> None:
        submission, key = self._view.book.draft.name, dialog.take_key()
        unit, url, images = dialog.unit, dialog.url, list(dialog.named_images)
        unseeded, seat = not dialog.seeded.isChecked(), replace(self._seat, by=self._actor.person)

        def take(record: AuthenticationRecord) -> None:
            if self._acts.dialog is dialog:
                dialog.show_record(record)
            self._acts.told.emit(
                tr("{id} of {submission} is on record.", id=record.id, submission=submission)
            )
            self._acts.saved.emit(submission)

        self._acts.work.begin(
            lambda _: seat.do(
                authenticate, submission, unit, device=url, image=images, no_seed=unseeded, **key.given
            ),
            take,
        )

    def _write(self, dialog: AuthenticateDialog, file: Path) -> None:
        record = dialog.record
        if record is not None:
            self._acts.work.begin(
                lambda _: write_pdf(record, file),
                lambda _: self._acts.told.emit(tr("{file} is written.", file=file)),
            )
