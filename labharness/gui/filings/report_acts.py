"""What is done with the reports of a submission: build, sign, verify, and the morning report of a night."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from labharness.gui.filings.reports_tab import ReportsTab
from labharness.gui.filings.services import SubmissionServices
from labharness.gui.kit.errand import Errand
from labharness.gui.reports.night_dialog import NightDialog
from labharness.gui.reports.sign_dialog import SignDialog
from labharness.gui.reports.verified_dialog import VerifiedDialog
from labharness.gui.submission_facts import ReportFacts, Signatories, Verified

NO_PROGRAM = "No program opens this file here: {}"


class ReportActs(QObject):
    """Acts on the reports of the submission at hand.

    Parameters
    ----------
    open_file
        Opens a file or a folder with the desktop's program for it.

    Attributes
    ----------
    told
        Emitted with one sentence.
    changed
        Emitted when a report was built or signed.
    """

    told = Signal(str)
    changed = Signal()

    def __init__(
        self,
        services: SubmissionServices,
        tab: ReportsTab,
        place: Path,
        open_file: Callable[[Path], bool],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._services, self._tab, self._place, self._open_file = services, tab, place, open_file
        self._window = parent
        self.submission = ""
        self.dialog: QDialog | None = None
        self._unread: tuple[str, str] | None = None
        self.work, self._look = Errand(self), Errand(self)
        self.work.failed.connect(self._fail)
        self.work.changed.connect(self.allow)
        self.work.step.connect(lambda step: self.told.emit(f"{step[:1].upper()}{step[1:]}…"))
        self._look.failed.connect(self.told)
        self._look.changed.connect(self._read)
        bar = tab.bar
        bar.build.connect(self._build)
        bar.open_report.connect(lambda report: self.open(report.pdf))
        bar.open_folder.connect(lambda report: self.open(report.folder))
        bar.sign.connect(self._ask_signature)
        bar.verify.connect(self._verify)
        self.allow()

    def show(self, submission: str, chosen: str = "") -> None:
        """Show the reports of a submission, as soon as nothing else is being read."""
        if submission != self.submission:
            self._tab.show_reports(())
        self.submission = submission
        self._unread = (submission, chosen)
        self._read()
        self.allow()

    def allow(self) -> None:
        """Enable what can be done now."""
        filed = bool(self.submission) and not self.submission.startswith("+")
        self._tab.bar.allow(building=filed, idle=not self.work.busy)

    def stop(self) -> None:
        """Give up what is being done between two steps of it."""
        self.work.stop()
        self._look.stop()

    def open(self, path: Path) -> None:
        """Open a file with the desktop's program for it."""
        if not self._open_file(path):
            self.told.emit(NO_PROGRAM.format(path))

    def ask_night(self) -> None:
        """Ask for a span of time, then report on its runs."""
        dialog = NightDialog(datetime.now().astimezone(), self._window)
        dialog.wanted.connect(self._build_night)
        self._show(dialog)

    def _read(self) -> None:
        if self._unread is None or self._look.busy:
            return
        (submission, chosen), self._unread = self._unread, None

        def take(found: Sequence[ReportFacts]) -> None:
            if submission == self.submission:
                self._tab.show_reports(found, chosen)
                self.allow()

        if submission and not submission.startswith("+"):
            self._look.begin(lambda _: self._services.reports(submission), take)

    def _build(self, layout: str) -> None:
        submission = self.submission

        def take(made: ReportFacts) -> None:
            self.told.emit(f"{made.number} was built.")
            if submission == self.submission:
                self.show(submission, made.number)
            self.changed.emit()
            self.open(made.pdf)

        if self.work.begin(lambda say: self._services.build(submission, layout, say), take):
            self.told.emit(f"Building the report of {submission}…")

    def _verify(self, report: ReportFacts) -> None:
        def take(found: Verified) -> None:
            self.told.emit("")
            self._show(VerifiedDialog(report.number, found, self._window))

        if self.work.begin(lambda say: self._services.verify(report.folder, say), take):
            self.told.emit(f"Verifying {report.number}…")

    def _ask_signature(self, report: ReportFacts) -> None:
        def take(found: Signatories) -> None:
            dialog = SignDialog(report, found, self._place, self._window)
            dialog.wanted.connect(partial(self._sign, dialog))
            self.told.emit("")
            self._show(dialog)

        self.work.begin(lambda _: self._services.signatories(), take)

    def _sign(self, dialog: SignDialog) -> None:
        order = dialog.take_order()

        def take(sentence: str) -> None:
            self.told.emit(sentence)
            if self.dialog is dialog:
                dialog.accept()
            self.show(self.submission, order.number)
            self.changed.emit()

        self.work.begin(
            lambda _: self._services.sign(order.number, order.role, order.by, order.key, order.passphrase),
            take,
        )

    def _build_night(self, since: datetime, until: datetime) -> None:
        def take(path: Path) -> None:
            self.told.emit(f"{path.name} was built.")
            self.open(path)

        if self.work.begin(lambda _: self._services.night(since, until), take):
            self.told.emit("Building the morning report…")

    def _show(self, dialog: QDialog) -> None:
        self.dialog = dialog
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self) -> None:
        """Let go of a dialog that has closed, which Qt deletes."""
        self.dialog = None

    def _fail(self, sentence: str) -> None:
        if isinstance(self.dialog, SignDialog):
            self.dialog.refuse(sentence)
        else:
            self.told.emit(sentence)
