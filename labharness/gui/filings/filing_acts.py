"""The acts of the room of submissions: save, decide, file what was dropped, add units, authenticate, import, export."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

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
from labharness.app.submission.open_items import ask_device
from labharness.app.submission.submissions import Proposal, propose
from labharness.filings.entries.snapshot import MAY, Submission
from labharness.gui.filings.decision_dialog import DecisionDialog
from labharness.gui.filings.draft_book import ActorChoice, add_units
from labharness.gui.filings.register_dialogs import (
    AuthenticateDialog,
    ChangesDialog,
    ConflictDialog,
    DropDialog,
    UnitsDialog,
    import_dialog,
    save_dialog,
)
from labharness.gui.filings.register_reader import RegisterReader
from labharness.gui.filings.submission_view import SubmissionView
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.forms.field_form import Offers
from labharness.gui.kit.run_standing import say
from labharness.gui.kit.slow_work import Errand
from labharness.gui.kit.words import tr
from labharness.language.numbers import number
from labharness.language.template import plain
from labharness.reason import OnStep, Reason

if TYPE_CHECKING:
    from labharness.app.submission.dossiers import InvalidationEffect
    from labharness.assessment.authentication import AuthenticationRecord


Devices = Callable[[], Sequence[Any]]
"""Looks for the devices that are present."""
Answer = TypeVar("Answer")
AUTHENTICATION = "authentication"
NOT_DONE = tr("It was not done, and nothing was changed. Try again.")


class FilingActs(QObject):
    """Asks what an act needs, does it on another thread, and keeps what was entered where it is refused.

    Attributes
    ----------
    saved
        Emitted with the id of the submission whose record changed.
    announced
        Emitted with one sentence.
    """

    saved = Signal(str)
    announced = Signal(str)

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
        self._view, self._book, self._actor = view, view.book, actor
        self._place, self._window = seat.workspace.path, parent
        self.dialog: ActDialog | None = None
        self.offers: Offers = {}
        self._wanted_effect: tuple[DecisionDialog, str] | None = None
        self.work, self._effects = Errand(self), Errand(self)
        self.work.failed.connect(self._fail)
        self.work.changed.connect(self._release)
        self._effects.failed.connect(self._lose_effect)
        view.save.clicked.connect(self.ask_save)
        view.units.clicked.connect(self.ask_units)
        view.authenticate.clicked.connect(lambda: self.ask_authenticate(view.items.table.current_key))
        view.dropped.connect(self.propose)
        for part in (view.items, view.findings, view.decisions, view.documents):
            part.dropped.connect(self.attach)
        view.documents.file_wanted.connect(self.choose_files)
        view.documents.waive_wanted.connect(lambda item: self.decide("waiver", item=item))
        view.clauses.decision_wanted.connect(lambda kind, clause: self.decide(kind, clause=clause))
        view.runs.decision_wanted.connect(lambda kind, run: self.decide(kind, run=run))
        view.decisions.decision_wanted.connect(self.decide)
        view.decisions.withdraw_wanted.connect(self.ask_withdraw)

    @property
    def _submission(self) -> str:
        return self._book.draft.name

    def stop(self) -> None:
        """Let go of the threads."""
        self.work.stop()
        self._effects.stop()

    def show(self, dialog: ActDialog, wanted: Callable[[], object]) -> None:
        """Show a dialog, of which there is one; ``wanted`` does what it asks for."""
        self.dialog = dialog
        dialog.wanted.connect(wanted)
        dialog.finished.connect(partial(self._forget, dialog))
        dialog.open()

    def _forget(self, dialog: ActDialog, _: int) -> None:
        if self.dialog is dialog:
            self.dialog = None

    def _while_open(self, dialog: ActDialog, take: Callable[[Answer], object]) -> Callable[[Answer], None]:
        """Return what hears an answer as long as its dialog is there."""

        def hear(answer: Answer) -> None:
            if self.dialog is dialog:
                take(answer)

        return hear

    def _end(self, dialog: ActDialog, sentence: str, submission: str = "") -> None:
        """Close a dialog whose act is done, say so, and tell of the submission whose record changed."""
        if self.dialog is dialog:
            dialog.accept()
        self.announced.emit(sentence)
        if submission:
            self.saved.emit(submission)

    def _release(self) -> None:
        """Let a dialog be tried again whose act ended by a mistake of this program."""
        dialog = self.dialog
        if not self.work.busy and dialog is not None and not dialog.inside.isEnabled():
            dialog.refuse(NOT_DONE)

    def _fail(self, sentence: str) -> None:
        if self.dialog is not None:
            self.dialog.refuse(sentence)
        else:
            self.announced.emit(sentence)

    def ask_save(self) -> None:
        """Ask for the reason, then save the draft."""
        draft, person = self._book.draft, self._actor.staff.person(self._actor.person)
        if not draft.entries or person is None:
            return
        keyed = self._actor.staff.signed and any(entry.kind in MAY for entry in draft.entries)
        dialog = save_dialog(draft, person.name, self._place, keyed=keyed, parent=self._window)
        self.show(dialog, lambda: self._save(dialog))

    def _save(self, dialog: ChangesDialog) -> None:
        draft, by, why, key = self._book.draft, self._actor.person, dialog.reason, dialog.key.take()
        workspace = self._seat.workspace

        def save(_: object) -> str | tuple[Overtaken, ...]:
            from labharness.app.people.signing import decider
            from labharness.app.submission.drafts import drop_draft

            try:
                with decider(workspace, **key) as signer:
                    name, _changes = save_draft(workspace, draft, by, why, signer)
            except DraftOvertakenError as error:
                return error.overtaken
            drop_draft(workspace, draft)
            return name

        def take(result: str | tuple[Overtaken, ...]) -> None:
            if isinstance(result, str):
                self._book.forget()
                text = tr(
                    "{entries:,} {entries:change|changes} of {found} saved to the register.",
                    entries=len(draft.entries),
                    found=result,
                )
                self._end(dialog, text, result)
            else:
                self._while_open(dialog, lambda _: dialog.accept())(result)
                self._ask_settle(result)

        self.work.begin(save, take)

    def _ask_settle(self, overtaken: tuple[Overtaken, ...]) -> None:
        """Let a person choose between their values and those that were saved meanwhile."""
        dialog = ConflictDialog(self._book.draft, overtaken, self._window)

        def settle() -> None:
            draft = dialog.settled()
            self._end(dialog, tr("Both versions are in the draft. Save it again."))
            recorded = partial(self._reader.recorded, self._submission)
            self.work.begin(lambda _: recorded(), lambda result: self._book.open(result, draft))

        self.show(dialog, settle)

    def decide(self, kind: str, **values: Any) -> None:
        """Ask for what a decision needs, and put it on record."""
        staff, person = self._actor.staff, self._actor.person
        dialog = DecisionDialog(kind, values, staff, person, self.offers, self._place, self._window)
        submission = self._submission

        def decide() -> None:
            seat, entered, key = replace(self._seat, by=dialog.by), dict(dialog.values), dialog.key.take()
            self.work.begin(
                lambda _: acts.decide(seat, submission, kind, entered, **key).entry,
                lambda name: self._end(dialog, _on_record(name, submission), submission),
            )

        def attach(field: str, paths: Sequence[Path]) -> None:
            self.work.begin(
                lambda say: list(self._reader.keep_files(paths, say)),
                self._while_open(dialog, partial(dialog.attach, field)),
            )

        dialog.run_chosen.connect(partial(self._ask_effect, dialog))
        dialog.dropped.connect(attach)
        if values.get("run"):
            self._ask_effect(dialog, str(values["run"]))
        self.show(dialog, decide)

    def _ask_effect(self, dialog: DecisionDialog, run: str) -> None:
        submission, by, workspace = self._submission, dialog.by, self._seat.workspace
        self._wanted_effect = (dialog, run)

        def take(effect: InvalidationEffect) -> None:
            self._while_open(dialog, dialog.show_effect)(effect)
            wanted = self._wanted_effect
            if wanted is not None and wanted[1] != run and self.dialog is wanted[0]:
                QTimer.singleShot(0, self, partial(self._ask_effect, *wanted))  # chosen meanwhile

        def tell(say: OnStep) -> InvalidationEffect:
            from labharness.app.submission.dossiers import planned_invalidation, would_take_effect

            return would_take_effect(workspace, submission, planned_invalidation(workspace, run, by), say)

        self._effects.begin(tell, take)

    def _lose_effect(self, sentence: str) -> None:
        if isinstance(self.dialog, DecisionDialog):
            self.dialog.lose_effect(sentence)

    def ask_withdraw(self, key: str) -> None:
        """Ask for the reason, then withdraw a decision."""
        entry = self._book.drafted.entry(key)
        if entry is None:
            return
        dialog = ActDialog(
            tr("Withdraw {id}", id=entry.id),
            tr("Withdraw the decision"),
            tr("It has no effect any more. The audit trail keeps it and the withdrawal."),
            place=self._place,
            keyed=self._actor.staff.needs_key(entry.kind),
            reasoned=True,
            parent=self._window,
        )
        dialog.judge()
        submission, seat = self._submission, replace(self._seat, by=self._actor.person)
        withdrawn = tr("{id} of {submission} is withdrawn.", id=entry.id, submission=submission)

        def withdraw() -> None:
            why, signed = dialog.reason, dialog.key.take()
            self.work.begin(
                lambda _: seat.do(acts.withdraw, submission, key, why=why, **signed),
                lambda _: self._end(dialog, withdrawn, submission),
            )

        self.show(dialog, withdraw)

    def choose_files(self, item: str) -> None:
        """Ask for files of a line of the checklist, and propose where each goes."""
        names, _ = QFileDialog.getOpenFileNames(self._window, tr("Choose documents"))
        if names:
            self.propose([Path(name) for name in names], item)

    def propose(self, paths: Sequence[Path], item: str = "") -> None:
        """Propose a row for each file that was dropped, and file what a person agrees to."""
        if self._actor.refusal("document"):
            self.announced.emit(self._actor.refusal("document"))
            return
        targets = self._view.documents.targets()

        def take(proposals: Sequence[Proposal]) -> None:
            self.announced.emit("" if proposals else tr("There is no file in what was dropped."))
            if proposals:
                named = f"document/{item}" if item and len(proposals) == 1 else ""
                shown = [replace(each, target=named or each.target) for each in proposals]
                dialog = DropDialog(shown, targets, self._window)
                self.show(dialog, lambda: self._file(dialog))

        if self.work.begin(lambda _: propose(paths, targets), take):
            self.announced.emit(tr("Reading the files…"))

    def _file(self, dialog: DropDialog) -> None:
        chosen, received = dialog.filed(), str(dialog.received.value)

        def take(kept: Sequence[dict[str, Any]]) -> None:
            self._book.stack.beginMacro(tr("file {filed:,} {filed:document|documents}", filed=len(kept)))
            try:
                for (_, key), file in zip(chosen, kept, strict=True):
                    kind, _, name = key.partition("/")
                    if kind == "document":
                        self._view.documents.receive_item(name, files=[file], received=received)
                    else:
                        self._attach(key, "photographs", [file])
            finally:
                self._book.stack.endMacro()
            text = tr("{kept:,} {kept:file|files} in the draft. Save it to the register.", kept=len(kept))
            self._end(dialog, text)

        self.work.begin(lambda say: self._reader.keep_files([each.path for each, _ in chosen], say), take)

    def attach(self, key: str, field: str, paths: Sequence[Path]) -> None:
        """Keep files, and attach them to an entry."""
        self.work.begin(
            lambda say: self._reader.keep_files(paths, say), lambda kept: self._attach(key, field, list(kept))
        )

    def _attach(self, key: str, field: str, kept: list[dict[str, Any]]) -> None:
        entry = self._book.drafted.entry(key)
        if entry is not None:
            self._book.edit(entry.key, field, [*entry.values.get(field, ()), *kept])

    def ask_units(self) -> None:
        """Ask for serial numbers, or the device for its own."""
        drafted = self._book.drafted
        products = [
            (each.id, f"{each.values.get('model', '')} ({each.id})") for each in drafted.of("product")
        ]
        serials = [str(each.values.get("serial", "")) for each in drafted.of("unit")]
        dialog = UnitsDialog(products, serials, self._window)

        def look() -> None:
            show = self._while_open(dialog, dialog.show_devices)
            self._effects.begin(lambda _: [(each.url, each.title) for each in self._devices()], show)

        def ask(url: str) -> None:
            show = self._while_open(dialog, dialog.show_asked)
            if self.work.begin(lambda _: ask_device(self._place, url), show):
                dialog.begin_to_ask()

        def add() -> None:
            key = add_units(self._book, dialog)
            dialog.accept()
            self._view.items.choose(key)

        dialog.ask_wanted.connect(ask)
        dialog.look_wanted.connect(look)
        self.show(dialog, add)
        look()

    def ask_authenticate(self, key: str) -> None:
        """Ask how the software of a unit is authenticated, and put the result on record."""
        drafted, submission = self._book.drafted, self._submission
        unit = drafted.entry(key)
        if unit is None:
            return
        product = str(unit.values.get("product", ""))
        parts = [
            (each.id, f"{each.values.get('name', '')} {each.values.get('version', '')}".strip())
            for each in drafted.of("component")
            if each.values.get("product") == product and each.state is not EntryState.NEW
        ]
        keyed = self._actor.staff.signed and AUTHENTICATION in MAY
        named = (unit.id, str(unit.values.get("serial", "")) or unit.id)
        dialog = AuthenticateDialog(named, parts, self._place, keyed=keyed, parent=self._window)

        def take(record: AuthenticationRecord) -> None:
            self._while_open(dialog, dialog.show_record)(record)
            self.announced.emit(_on_record(record.id, submission))
            self.saved.emit(submission)

        def ask() -> None:
            seat, how = replace(self._seat, by=self._actor.person), dialog.take()
            self.work.begin(lambda _: seat.do(authenticate, submission, dialog.unit, **how), take)

        def write(file: Path) -> None:
            if (record := dialog.record) is not None:
                text = tr("{file} is written.", file=file)
                self.work.begin(lambda _: write_pdf(record, file), lambda _: self.announced.emit(text))

        dialog.pdf_wanted.connect(write)
        self.show(dialog, ask)

    def ask_import(self, folder: Path | None = None) -> None:
        """Show what a folder would change, and import it where somebody wants that."""
        title = tr("Import a folder")
        name = str(folder) if folder else QFileDialog.getExistingDirectory(self._window, title)
        if not name:
            return

        def take(preview: FolderPreview) -> None:
            keyed = self._actor.staff.signed and any(each.kind in MAY for each in preview.differences)
            dialog = import_dialog(preview, self._place, keyed=keyed, parent=self._window)

            def over(imported: Imported) -> None:
                submission = imported.submission
                self._end(dialog, tr("{submission} is imported.", submission=submission), submission)

            def import_() -> None:
                seat, why, key = replace(self._seat, by=self._actor.person), dialog.reason, dialog.key.take()
                self.work.begin(lambda _: seat.do(acts.import_, preview.folder, why=why, **key), over)

            self.show(dialog, import_)

        self.work.begin(lambda _: preview_folder(self._seat.workspace, Path(name)), take)

    def ask_export(self, submission: str) -> None:
        """Ask for a folder, and write a submission into it."""
        name = QFileDialog.getExistingDirectory(self._window, tr("Export into a new or empty folder"))
        if name:
            self.export(submission, Path(name))

    def export(self, submission: str, folder: Path) -> None:
        """Write a submission and its files into a folder."""

        def take(exported: tuple[Submission, Path]) -> None:
            count = len(exported[0].entries)
            text = tr(
                "{count:,} {count:entry|entries} of {submission} and their files are in {folder}.",
                count=count,
                submission=submission,
                folder=folder,
            )
            self.announced.emit(text)

        self.work.begin(lambda _: self._seat.do(acts.export, submission, folder), take)

    def verify_register(self) -> None:
        """Verify the audit trail of the register."""

        def take(verified: tuple[int, str, Sequence[Reason]]) -> None:
            records, head, problems = verified
            text = " ".join(say(problem) for problem in problems[:5])
            self.announced.emit(
                plain(tr("Register integrity NOT VERIFIED. {told}", told=text), 1500)
                if problems
                else tr(
                    "Register: integrity verified ({records} records). Head: {head}",
                    records=number(records),
                    head=head,
                )
            )

        if self.work.begin(lambda _: self._seat.do(acts.verify), take):
            self.announced.emit(tr("Verifying the register…"))


def _on_record(name: str, submission: str) -> str:
    return tr("{id} of {submission} is on record.", id=name, submission=submission)
