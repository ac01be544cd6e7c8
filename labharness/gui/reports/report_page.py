"""One report: its pages, its signatures, its verification, and what may be done with it now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QCheckBox, QDialog, QTabWidget, QWidget

from labharness.acts import report as acts
from labharness.acts.declaring import Seat
from labharness.acts.report import kind, signs, state
from labharness.app.reports.report_list import ReportProgress, ReportRow
from labharness.gui.evidence.verification_view import (
    VerificationFacts,
    VerificationView,
    facts_of_report,
    trust_form,
)
from labharness.gui.kit.findable import add_key, refuse
from labharness.gui.kit.forms.editors import Offer
from labharness.gui.kit.labels import LoudLabel, StandingChip
from labharness.gui.kit.parts import (
    TOP,
    ActButton,
    boxed,
    in_column,
    in_tabs,
    in_wrapped_row,
    push_button,
    text_label,
)
from labharness.gui.kit.run_standing import RunStanding, Tone
from labharness.gui.kit.slow_work import LongWork
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr, translated
from labharness.gui.reports.pdf_view import PdfView
from labharness.gui.reports.sign_dialog import AmendDialog, SignDialog, TrialKeyDialog, signers
from labharness.language.standings import standing_words
from labharness.language.template import plain
from labharness.reporting.layout import SIMULATED, SPECIMEN
from labharness.reporting.stamps import SignatureRole

if TYPE_CHECKING:
    from labharness.app.reports.key_source import ReportSigned

COMPLETE = tr("Signed by all three roles")
NONE, BUSY = tr("No report is shown."), tr("Something else is being done.")

TITLES = 260
"""Pixels of number and kind, at least."""


class ReportPage(QWidget):
    """A report of the workspace."""

    changed = Signal(str)
    """Emitted with a number when a report was signed or amended; the list is to be read again."""
    moved = Signal()
    """Emitted when another page is to be on the way back."""

    def __init__(self, seat: Seat, open_file: Callable[[Path], bool]) -> None:
        super().__init__()
        self.seat, self._place, self._open_file = seat, seat.workspace.path, open_file
        self.memory = WindowState()
        self.row: ReportRow | None = None
        self.dialog: QDialog | None = None
        self.key_dialog: TrialKeyDialog | None = None
        self.title, self.about = text_label(size=1.4, bold=True), text_label(muted=True)
        self.stamp = LoudLabel(tr("Specimen or simulated device"))
        self.chip = StandingChip(tr("Signatures"), wraps=False)
        self.pdf, self.verification = PdfView(), VerificationView(stamped=False)
        self.trust, self.tabs, self.work = trust_form(self._place), QTabWidget(), LongWork()
        self.again = QCheckBox(tr("&Judge every run again and draw the report again (minutes)"))
        self.more = push_button(tr("&Trust for this verification…"), toggles=self.trust.setVisible)
        self.trust.hide()
        self.signer, self.amender = ActButton(acts.sign, tr("&Sign…")), ActButton(acts.amend, tr("&Amend…"))
        self.buttons = {
            "sign": push_button(self.signer, self.ask_signature, main=True),
            "verify": push_button(tr("&Verify"), self.verify),
            "amend": push_button(self.amender, self._ask_amendment),
            "print": push_button(tr("&Print…"), self._ask_printer),
            "open": push_button(tr("&Open with…"), self._open),
            "folder": push_button(tr("Show &folder"), lambda: self._open(folder=True)),
        }
        self._lay_out()
        add_key(self, QKeySequence.StandardKey.Print, tr("Print the report"), self._ask_printer)
        self.work.changed.connect(self.allow)
        self.work.failed.connect(self._fail)
        self.pdf.announced.connect(self.work.say)
        self.pdf.turned.connect(lambda _: self.moved.emit())
        self.allow()

    def _lay_out(self) -> None:
        options = in_wrapped_row(self.again, self.more)
        verified = boxed(in_column(options, self.trust, (self.verification, 1), edges=(0, 6, 0, 0)))
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(tr("Pages or verification"))
        in_tabs(self.tabs, (tr("Pa&ges"), self.pdf), (tr("Verificatio&n"), verified))
        in_column(
            in_wrapped_row((in_column(self.title, self.about, gap=2), 1, TITLES), (self.chip, 0, TOP)),
            self.stamp,
            in_wrapped_row(*self.buttons.values()),
            (self.tabs, 1),
            self.work,
            gap=8,
            edges=(20, 14, 20, 10),
            on=self,
        )

    def show_report(self, row: ReportRow, page: int = 1) -> None:
        """Show a report, at a page; one that is shown already and has changed is read again."""
        before, self.row = self.row, row
        same = before is not None and before.number == row.number
        report = row.report
        self.title.setText(plain(row.number, 200))
        verdict = "" if row.standing is None else standing_words(row.standing)
        parts = [kind(row), report.submission, verdict, row.recommendation, translated(state(report))]
        self.about.setText(plain("  ·  ".join(filter(None, parts)), 600))
        self.stamp.say(SPECIMEN if report.specimen else SIMULATED if row.simulated else "")
        signed = signs(report)
        complete = report.is_signable and report.next_role is None and not report.replaced_by
        if signed:
            self.chip.show_standing(Tone.PASS if complete else Tone.QUIET, signed)
        else:
            self.chip.clear()
        if not same:
            self.verification.clear()
            self.work.say("")
            self.tabs.setCurrentWidget(self.pdf)
        if not same or before is None or before.report != report:
            self.pdf.show_file(report.pdf, page if not same else max(self.pdf.page, 1))
        elif page != self.pdf.page:
            self.pdf.turn(page)
        self.allow()

    def verify(self) -> None:
        """Verify the report with its evidence, and show the table."""
        row = self.row
        if row is None:
            return
        path = row.report.path
        order = self.trust.order(self.seat, report=path, reverify=self.again.isChecked())
        self.tabs.setCurrentIndex(1)

        def take(facts: VerificationFacts) -> None:
            if self.row is not None and self.row.number == row.number:
                self.verification.show_facts(facts)

        begun = self.work.do(
            tr("Verifying {number}…", number=row.number),
            lambda progress: facts_of_report(path, order(step=progress.say).bundle),
            take,
        )
        if begun:
            self.verification.clear(RunStanding(Tone.BUSY, tr("Being verified"), row.number))

    def ask_signature(self) -> None:
        """Ask for the signature of the role whose turn it is."""
        row = self.row
        role = row.report.next_role if row is not None else None
        if row is None or role is None:
            return

        def take(people: Sequence[Offer]) -> None:
            dialog = SignDialog(row, role, people, self.memory, self._place, self)
            dialog.wanted.connect(partial(self._sign, dialog))
            dialog.trial.clicked.connect(partial(self._ask_key, dialog))
            self._show(dialog)

        self._read_people(role, take)

    def _read_people(self, role: SignatureRole, take: Callable[[Sequence[Offer]], None]) -> None:
        workspace = self.seat.workspace
        self.work.do(tr("Reading the list of people…"), lambda _: signers(workspace, role), take)

    def stop(self) -> None:
        """Let go of threads."""
        self.work.stop()
        self.pdf.stop()

    def allow(self) -> None:
        """Enable what may be done now; what may not says why."""
        row, idle = self.row, not self.work.busy
        for name in ("verify", "print", "open", "folder"):
            self.buttons[name].setEnabled(row is not None and (idle or name in ("open", "folder")))
        report = row.report if row is not None else None
        role = report.next_role if report is not None else None
        text = tr("&Sign as {role}…", role=role.value) if role is not None else tr("&Sign…")
        signed = report is not None and report.progress is ReportProgress.SIGNED
        self.signer.become(acts.sign, COMPLETE if signed else text)
        why = NONE if report is None else "" if idle else BUSY
        for button in (self.signer, self.amender):
            button.offer(report, why)
        if report is not None and not report.is_signable:
            refuse(self.buttons["verify"], self.signer.toolTip())
        if idle and self.verification.is_busy:  # it was given up
            self.verification.clear()

    def _sign(self, dialog: SignDialog) -> None:
        number, sign = dialog.row.number, dialog.order(self.seat)

        def take(signed: ReportSigned) -> None:
            if self.dialog is dialog:
                dialog.accept()
            self.changed.emit(number)
            role, person = signed.role, signed.person
            self.work.say(
                tr("{number}: signed as {role} by {person}.", number=number, role=role, person=person)
            )
            self.verify()

        self.work.do(tr("Signing {number}…", number=number), lambda _: sign(), take)

    def _ask_key(self, dialog: SignDialog) -> None:
        person = dialog.by
        self.key_dialog = asked = TrialKeyDialog(person, self._place, dialog)

        def make() -> None:
            order = asked.form.order(replace(self.seat, by=person))

            def take(key: acts.TrialKey) -> None:
                asked.accept()
                dialog.use_key(key.file)
                dialog.note.setText(
                    plain(tr("{file}: key of {name}, for trials only.", file=key.file, name=key.person))
                )

            self.key_dialog = asked
            self.work.do(tr("Making the key…"), lambda _: order(), take)

        asked.wanted.connect(make)
        asked.finished.connect(lambda _: setattr(self, "key_dialog", None))
        asked.open()

    def _ask_amendment(self) -> None:
        row = self.row
        if row is None:
            return

        def take(people: Sequence[Offer]) -> None:
            dialog = AmendDialog(row.number, people, self)
            dialog.wanted.connect(partial(self._amend, dialog))
            self._show(dialog)

        self._read_people(SignatureRole.AUTHORIZED, take)

    def _amend(self, dialog: AmendDialog) -> None:
        amend = dialog.form.order(self.seat, number=dialog.number, why=dialog.reason)
        dialog.accept()
        self.work.do(
            tr("Building the report that replaces {number}…", number=dialog.number),
            lambda progress: amend(step=progress.say).number,
            self.changed.emit,
        )

    def _ask_printer(self) -> None:
        if self.row is None or not self.pdf.count or not self.isVisible():
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(self.row.number)
        dialog = QPrintDialog(printer, self)
        dialog.setMinMax(1, self.pdf.count)
        dialog.accepted.connect(lambda: self.pdf.print_on(printer))
        self._show(dialog)

    def _open(self, *, folder: bool = False) -> None:
        if self.row is None:
            return
        pdf = self.row.report.pdf
        path = pdf.parent if folder else pdf
        if not self._open_file(path):
            self.work.say(tr("No program opens this file here: {path}", path=path))

    def _show(self, dialog: QDialog) -> None:
        self.dialog = dialog
        dialog.finished.connect(lambda _: setattr(self, "dialog", None))
        dialog.open()

    def _fail(self, sentence: str) -> None:
        if self.key_dialog is not None:
            self.key_dialog.refuse(sentence)
        elif isinstance(self.dialog, SignDialog):
            self.dialog.refuse(sentence)
