"""The acts of the room of submissions: save, decide, file what was dropped, add units, import, export.

Folders of submissions: imported with a list of differences, and exported; and the register of them, verified.

Authenticates the software of a unit, and writes the PDF of the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from labharness.acts import submission as acts
from labharness.acts.authenticate import authenticate, write_pdf
from labharness.acts.declaring import Seat
from labharness.acts.submission_pages import Imported
from labharness.app.submission.draft_saving import (
    DraftOvertakenError,
    FolderPreview,
    Overtaken,
    preview_folder,
    save_draft,
)
from labharness.app.submission.drafts import EntryState
from labharness.app.submission.open_items import AskedDevice, ask_device
from labharness.app.submission.submissions import Proposal, propose
from labharness.filings.entries.snapshot import MAY, Change, Submission
from labharness.gui.filings.dialogs.authenticate_dialog import AuthenticateDialog
from labharness.gui.filings.dialogs.conflict_dialog import ConflictDialog
from labharness.gui.filings.dialogs.decision_dialog import DecisionDialog, DropDialog, SaveDialog
from labharness.gui.filings.dialogs.units_dialog import ImportDialog, UnitsDialog
from labharness.gui.filings.draft_book import ActorChoice, DraftBook, add_units
from labharness.gui.filings.register_reader import RegisterReader
from labharness.gui.filings.submission_view import SubmissionView
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.forms.field_form import Offers
from labharness.gui.kit.run_standing import say
from labharness.gui.kit.slow_work.errand import Errand, Say
from labharness.gui.kit.words import tr
from labharness.language.numbers import number
from labharness.language.template import plain
from labharness.reason import Reason

if TYPE_CHECKING:
    from labharness.app.submission.dossiers import InvalidationEffect
    from labharness.assessment.authentication import AuthenticationRecord


Devices = Callable[[], Sequence[Any]]
"""Looks for the devices that are present."""
NOT_DONE = tr("It was not done, and nothing was changed. Try again.")


class FilingActs(QObject):
    """Asks what an act needs, does it on another thread, and keeps what was entered where it is refused.

    Attributes
    ----------
    saved
        Emitted with the id of the submission whose record changed.
    told
        Emitted with one sentence.
    """

    saved = Signal(str)
    told = Signal(str)

    def __init__(
        self,
        reader: RegisterReader,
        seat: Seat,
        devices: Devices,
        view: SubmissionView,
        actor: ActorChoice,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._reader, self._seat, self._devices = reader, seat, devices
        self._view, self._actor, self._place = view, actor, seat.workspace.path
        self._window = parent
        self.dialog: QDialog | None = None
        self.offers: Offers = {}
        self._wanted_effect: tuple[DecisionDialog, str] | None = None
        self.work, self._effects = Errand(self), Errand(self)
        self.work.failed.connect(self._fail)
        self.work.changed.connect(self._release)
        self._effects.failed.connect(self._lose_effect)
        view.save_wanted.connect(self.ask_save)
        view.discard_wanted.connect(self._book.discard)
        view.units_wanted.connect(self.ask_units)
        view.dropped.connect(self.propose)
        view.items.dropped.connect(self.attach)
        view.findings.dropped.connect(self.attach)
        view.decisions.dropped.connect(self.attach)
        view.documents.dropped.connect(self.attach)
        view.documents.file_wanted.connect(self.choose_files)
        view.documents.waive_wanted.connect(lambda item: self.decide("waiver", item=item))
        view.clauses.decision_wanted.connect(lambda kind, clause: self.decide(kind, clause=clause))
        view.runs.invalidate_wanted.connect(lambda run: self.decide("invalidation", run=run))
        view.decisions.decision_wanted.connect(self.decide)
        view.decisions.withdraw_wanted.connect(self.ask_withdraw)

    @property
    def _book(self) -> DraftBook:
        return self._view.book

    @property
    def _submission(self) -> str:
        return self._book.draft.name

    def stop(self) -> None:
        """Let go of the threads."""
        self.work.stop()
        self._effects.stop()

    def ask_save(self) -> None:
        """Ask for the reason, then save the draft."""
        draft, person = self._book.draft, self._actor.staff.person(self._actor.person)
        if not draft.entries or person is None:
            return
        keyed = self._actor.staff.signed and any(entry.kind in MAY for entry in draft.entries)
        dialog = SaveDialog(draft, person.name, self._place, keyed=keyed, parent=self._window)
        dialog.wanted.connect(partial(self._save, dialog))
        self.show(dialog)

    def _save(self, dialog: SaveDialog) -> None:
        draft, by, why, key = self._book.draft, self._actor.person, dialog.reason, dialog.key.take()

        def save(_: object) -> str | tuple[Overtaken, ...]:
            from labharness.app.people.signing import decider
            from labharness.app.submission.drafts import drop_draft

            workspace = self._seat.workspace
            try:
                with decider(workspace, **key) as signer:
                    name, _changes = save_draft(workspace, draft, by, why, signer)
            except DraftOvertakenError as error:
                return error.overtaken
            drop_draft(workspace, draft)
            return name

        def take(result: str | tuple[Overtaken, ...]) -> None:
            if self.dialog is dialog:
                dialog.accept()
            if isinstance(result, str):
                self._book.forget()
                self.told.emit(
                    tr(
                        "{entries:,} {entries:change|changes} of {found} saved to the register.",
                        entries=len(draft.entries),
                        found=result,
                    )
                )
                self.saved.emit(result)
            else:
                self._ask_settle(result)

        self.work.begin(save, take)

    def _ask_settle(self, overtaken: tuple[Overtaken, ...]) -> None:
        dialog = ConflictDialog(self._book.draft, overtaken, self._place, self._window)

        def settle() -> None:
            draft = dialog.settled()
            dialog.accept()
            self.told.emit(tr("Both versions are in the draft. Save it again."))
            recorded = partial(self._reader.recorded, self._submission)
            self.work.begin(lambda _: recorded(), lambda result: self._book.open(result, draft))

        dialog.wanted.connect(settle)
        self.show(dialog)

    def decide(self, kind: str, **values: Any) -> None:
        """Ask for a decision, then write it."""
        dialog = DecisionDialog(
            kind, values, self._actor.staff, self._actor.person, self.offers, self._place, self._window
        )
        dialog.wanted.connect(partial(self._decide, dialog))
        dialog.run_chosen.connect(partial(self._ask_effect, dialog))
        dialog.dropped.connect(partial(self._attach_to, dialog))
        if values.get("run"):
            self._ask_effect(dialog, str(values["run"]))
        self.show(dialog)

    def _decide(self, dialog: DecisionDialog) -> None:
        submission, kind, values = self._submission, dialog.kind, dict(dialog.values)
        by, key = dialog.by, dialog.key.take()

        def take(name: str) -> None:
            if self.dialog is dialog:
                dialog.accept()
            self.told.emit(tr("{name} of {submission} is on record.", name=name, submission=submission))
            self.saved.emit(submission)

        seat = replace(self._seat, by=by)

        def decide(_: object) -> str:
            from labharness.acts import submission as acts

            return acts.decide(seat, submission, kind, values, **key).entry

        self.work.begin(decide, take)

    def _ask_effect(self, dialog: DecisionDialog, run: str) -> None:
        submission, by = self._submission, dialog.by
        self._wanted_effect = (dialog, run)

        def take(effect: InvalidationEffect) -> None:
            if self.dialog is dialog:
                dialog.show_effect(effect)
            wanted = self._wanted_effect
            if wanted is not None and wanted[1] != run and self.dialog is wanted[0]:
                QTimer.singleShot(0, self, partial(self._ask_effect, *wanted))  # chosen meanwhile

        def tell(say: Say) -> InvalidationEffect:
            from labharness.app.submission.dossiers import planned_invalidation, would_take_effect

            workspace = self._seat.workspace
            return would_take_effect(workspace, submission, planned_invalidation(workspace, run, by), say)

        self._effects.begin(tell, take)

    def _lose_effect(self, sentence: str) -> None:
        if isinstance(self.dialog, DecisionDialog):
            self.dialog.lose_effect(sentence)

    def _attach_to(self, dialog: DecisionDialog, field: str, paths: Sequence[Path]) -> None:
        def take(kept: Sequence[dict[str, Any]]) -> None:
            if self.dialog is dialog:
                dialog.attach(field, list(kept))

        self.work.begin(lambda say: self._reader.keep_files(paths, say), take)

    def ask_withdraw(self, key: str) -> None:
        """Ask why a decision is withdrawn, then withdraw it."""
        entry = self._book.drafted.entry(key)
        if entry is None:
            return
        keyed = self._actor.staff.needs_key(entry.kind)
        dialog = ActDialog(
            tr("Withdraw {id}", id=entry.id),
            tr("Withdraw the decision"),
            tr("It has no effect any more. The audit trail keeps it and the withdrawal."),
            place=self._place,
            keyed=keyed,
            reasoned=True,
            parent=self._window,
        )
        dialog.judge()
        submission, seat = self._submission, replace(self._seat, by=self._actor.person)

        def withdraw() -> None:
            from labharness.acts import submission as acts

            why, signed = dialog.reason, dialog.key.take()
            self.work.begin(lambda _: seat.do(acts.withdraw, submission, key, why=why, **signed), take)

        def take(_: Change) -> None:
            if self.dialog is dialog:
                dialog.accept()
            self.told.emit(tr("{id} of {submission} is withdrawn.", id=entry.id, submission=submission))
            self.saved.emit(submission)

        dialog.wanted.connect(withdraw)
        self.show(dialog)

    def choose_files(self, item: str) -> None:
        """Ask for files, then propose their places, or file them under the line of the checklist at hand."""
        names, _ = QFileDialog.getOpenFileNames(self._window, tr("Choose documents"))
        if names:
            self.propose([Path(name) for name in names], item)

    def propose(self, paths: Sequence[Path], item: str = "") -> None:
        """Propose a place for each file; nothing is filed before a person confirms."""
        if self._actor.refusal("document"):
            self.told.emit(self._actor.refusal("document"))
            return
        targets = self._view.documents.targets()

        def take(proposals: Sequence[Proposal]) -> None:
            self.told.emit("")
            if not proposals:
                self.told.emit(tr("There is no file in what was dropped."))
                return
            named = f"document/{item}" if item and len(proposals) == 1 else ""
            shown = [
                Proposal(each.path, each.size, each.sha256, each.picture, named or each.target)
                for each in proposals
            ]
            dialog = DropDialog(shown, targets, self._place, self._window)
            dialog.wanted.connect(partial(self._file, dialog))
            self.show(dialog)

        if self.work.begin(lambda _: propose(paths, targets), take):
            self.told.emit(tr("Reading the files…"))

    def _file(self, dialog: DropDialog) -> None:
        chosen, received = dialog.filed(), str(dialog.received.value)

        def take(kept: Sequence[dict[str, Any]]) -> None:
            keys = [key for _, key in chosen]
            self._file_kept(list(zip(keys, kept, strict=True)), received)
            if self.dialog is dialog:
                dialog.accept()
            self.told.emit(
                tr("{kept:,} {kept:file|files} in the draft. Save it to the register.", kept=len(kept))
            )

        self.work.begin(lambda say: self._reader.keep_files([each.path for each, _ in chosen], say), take)

    def _file_kept(self, filed: Sequence[tuple[str, dict[str, Any]]], received: str) -> None:
        """Put kept files into the draft as one step that can be undone."""
        self._book.stack.beginMacro(tr("file {filed:,} {filed:document|documents}", filed=len(filed)))
        try:
            for key, file in filed:
                kind, _, name = key.partition("/")
                if kind == "document":
                    self._view.documents.receive_item(name, files=[file], received=received)
                else:
                    self._attach(key, "photographs", [file])
        finally:
            self._book.stack.endMacro()

    def attach(self, key: str, field: str, paths: Sequence[Path]) -> None:
        """Attach files to a field of an entry."""
        self.work.begin(
            lambda say: self._reader.keep_files(paths, say),
            lambda kept: self._attach(key, field, list(kept)),
        )

    def _attach(self, key: str, field: str, kept: list[dict[str, Any]]) -> None:
        entry = self._book.drafted.entry(key)
        if entry is not None:
            self._book.edit(entry.key, field, [*entry.values.get(field, ()), *kept])

    def ask_units(self) -> None:
        """Ask for serial numbers, and look for devices that can be asked."""
        drafted = self._book.drafted
        products = [
            (each.id, f"{each.values.get('model', '')} ({each.id})") for each in drafted.of("product")
        ]
        serials = [str(each.values.get("serial", "")) for each in drafted.of("unit")]
        dialog = UnitsDialog(products, serials, self._place, self._window)
        dialog.ask_wanted.connect(partial(self._ask_device, dialog))
        dialog.look_wanted.connect(partial(self._look, dialog))
        dialog.wanted.connect(partial(self._add_units, dialog))
        self.show(dialog)
        self._look(dialog)

    def _look(self, dialog: UnitsDialog) -> None:
        def take(pairs: Sequence[tuple[str, str]]) -> None:
            if self.dialog is dialog:
                dialog.show_devices(pairs)

        self._effects.begin(lambda _: [(each.url, each.title) for each in self._devices()], take)

    def _ask_device(self, dialog: UnitsDialog, url: str) -> None:
        def take(device: AskedDevice) -> None:
            if self.dialog is dialog:
                dialog.show_asked(device)

        if self.work.begin(lambda _: ask_device(self._seat.workspace.path, url), take):
            dialog.begin_to_ask()

    def _add_units(self, dialog: UnitsDialog) -> None:
        key = add_units(self._book, dialog)
        dialog.accept()
        self._view.items.choose(key)

    def show(self, dialog: ActDialog) -> None:
        """Open a dialog; what it is refused is said in it."""
        self.dialog = dialog
        dialog.finished.connect(partial(self._forget, dialog))
        dialog.open()

    def _forget(self, dialog: QDialog, _: int) -> None:
        """Let go of a dialog that has closed, which Qt deletes."""
        if self.dialog is dialog:
            self.dialog = None

    def _release(self) -> None:
        """Let a dialog go on that still waits though nothing is being done: what it asked for ended without an answer."""
        dialog = self.dialog
        if not self.work.busy and isinstance(dialog, ActDialog) and not dialog.inside.isEnabled():
            dialog.refuse(NOT_DONE)

    def _fail(self, sentence: str) -> None:
        if isinstance(self.dialog, ActDialog):
            self.dialog.refuse(sentence)
        else:
            self.told.emit(sentence)


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
        folder, why, key = dialog.found.folder, dialog.reason, dialog.key.take()
        seat = replace(self._seat, by=self._actor.person)

        def take(imported: Imported) -> None:
            submission = imported.submission
            if self._acts.dialog is dialog:
                dialog.accept()
            self._acts.told.emit(tr("{submission} is imported.", submission=submission))
            self._acts.saved.emit(submission)

        self._acts.work.begin(lambda _: seat.do(acts.import_, folder, why=why, **key), take)

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
        submission, key = self._view.book.draft.name, dialog.key.take()
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
                authenticate, submission, unit, device=url, image=images, no_seed=unseeded, **key
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
