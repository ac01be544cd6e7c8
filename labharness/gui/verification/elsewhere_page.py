"""Verify what came from elsewhere: dropped or chosen, read-only, without any code of devices."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from labharness.acts.declaring import Seat
from labharness.app.evidence.foreign import ForeignFinding, ForeignKind, inspect
from labharness.evidence.folder import RunFolder
from labharness.gui.kit.parts import ask_for_file, choice_box, in_column, in_row, push_button, text_label
from labharness.gui.kit.run_standing import RunStanding, Tone
from labharness.gui.kit.slow_work.long_work import LongWork, WorkProgress
from labharness.gui.kit.words import tr
from labharness.gui.verification.verification_view import (
    VerificationFacts,
    VerificationView,
    facts_of_foreign,
    trust_form,
)
from labharness.language.template import plain

HINT = tr(
    "Drop a report folder, a run folder or a report (PDF) here. It is read only, and no code from it or for devices is loaded."
)
EMPTY = RunStanding(Tone.QUIET, tr("Nothing chosen"), HINT)
TRUSTED = ("trust", "fingerprint", "crl")
CANNOT = tr("Cannot be verified")


class ElsewherePage(QWidget):
    """One thing from elsewhere.

    Parameters
    ----------
    seat
        The workspace, in whose folder choices begin.

    Attributes
    ----------
    browse
        Emitted with the :class:`RunFolder` whose ledger is to be shown.
    """

    browse = Signal(object)

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat, self._place = seat, seat.workspace.path
        self.path: Path | None = None
        self._finding: ForeignFinding | None = None
        self.heading = text_label(tr("Verify from elsewhere"), size=1.5, bold=True, wraps=False)
        self.shown = text_label(muted=True)
        self.view, self.trust, self.work = VerificationView(), trust_form(self._place), LongWork()
        self.folder = push_button(tr("Choose &folder…"), lambda: self._choose(folder=True), main=True)
        self.file = push_button(tr("Choose &PDF…"), lambda: self._choose(folder=False))
        self.again = push_button(tr("&Verify again"), self._verify)
        self.more = QPushButton(tr("&Trust for this verification…"))
        self.more.setCheckable(True)
        self.runs = choice_box(tr("Run of the bundle"))
        self.open = push_button(tr("&Open ledger"), self._browse)
        self._lay_out()
        self.view.clear(EMPTY)
        self.more.toggled.connect(self.trust.setVisible)
        self.work.changed.connect(self._allow)
        self.work.failed.connect(self._fail)
        self._allow()

    def _lay_out(self) -> None:
        for button in (self.folder, self.file, self.again, self.more):
            button.setAutoDefault(False)
        self.trust.hide()
        self.runs.setMinimumContentsLength(28)
        in_column(
            self.heading,
            in_row(self.folder, self.file, self.again, self.more, 1),
            self.trust,
            self.shown,
            (self.view, 1),
            in_row(self.runs, self.open, 1),
            self.work,
            gap=8,
            edges=(20, 16, 20, 10),
            on=self,
        )

    def verify_path(self, path: Path) -> None:
        """Verify a path, unless another verification is going on."""
        if self.work.busy:
            self.work.say(tr("Another verification is going on. Wait or cancel it, then drop this again."))
            return
        self.path = path
        self.shown.setText(plain(path, 600))
        self._verify()

    def stop(self) -> None:
        """Let go of the thread."""
        self.work.stop()

    def _choose(self, *, folder: bool) -> None:
        kinds = "" if folder else tr("Reports (*.pdf)")
        ask_for_file(self, tr("Verify"), self.verify_path, place=self._place, kinds=kinds, folder=folder)

    def _verify(self) -> None:
        path, trust = self.path, self.trust.take()
        if path is None:
            return
        self._finding = None
        self.runs.clear()
        self.view.clear(RunStanding(Tone.BUSY, tr("Being verified"), plain(path, 300)))

        def verify(progress: WorkProgress) -> tuple[ForeignFinding, VerificationFacts]:
            from labharness.app.people.signing import named_trust

            certificates, fingerprints, crls = (trust.get(name, ()) for name in TRUSTED)
            signers = trust.get("signers")
            known = named_trust(self._place, path, certificates, fingerprints, crls, signers)
            finding = inspect(path, known, progress.say, lambda _: progress.check())
            return finding, facts_of_foreign(finding)

        def take(pair: tuple[ForeignFinding, VerificationFacts]) -> None:
            self._finding, facts = pair
            self.view.show_facts(facts)
            self.runs.addItems(list(facts.runs))

        self.work.do(tr("Verifying…"), verify, take)

    def _fail(self, sentence: str) -> None:
        self.view.clear(RunStanding(Tone.FAIL, CANNOT, plain(sentence, 1000)))

    def _browse(self) -> None:
        finding, run = self._finding, self.runs.currentText()
        if finding is not None and run:
            inside = finding.path if finding.kind is ForeignKind.RUN else finding.path / "runs" / run
            self.browse.emit(RunFolder(inside))

    def _allow(self) -> None:
        idle = not self.work.busy
        for button in (self.folder, self.file, self.more):
            button.setEnabled(idle)
        self.again.setEnabled(idle and self.path is not None)
        there = self.runs.count() > 0
        self.runs.setEnabled(there)
        self.open.setEnabled(there)
        if idle and self.view.is_busy:  # it was canceled
            self.view.clear(EMPTY)
