"""The submissions of the register: what their dossiers come to, and their reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget

from labharness.gui.filings.case_view import NOTHING, CaseView, standing_of
from labharness.gui.filings.report_bar import ReportBar
from labharness.gui.filings.submission_list import SubmissionList
from labharness.gui.filings.verdicts import Verdicts
from labharness.gui.kit.background import Poll
from labharness.gui.kit.errand import Errand
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.reports.night_dialog import NightDialog
from labharness.gui.reports.sign_dialog import SignDialog
from labharness.gui.reports.verified_dialog import VerifiedDialog
from labharness.gui.services import SubmissionServices
from labharness.gui.submission_facts import CaseFacts, Filed, ReportFacts, Signatories, Verified
from labharness.language.catalog import say
from labharness.language.text import plain
from labharness.model.address import Address, Room
from labharness.model.reasons.address import Addresses

NO_PROGRAM = "No program opens this file here: {}"


class SubmissionsPage(Page):
    """The room of submissions; what it judges goes on while another room is shown.

    Parameters
    ----------
    services
        The register, its dossiers and their reports.
    place
        Folder of the workspace, where the choice of a key begins.
    open_file
        Opens a file or a folder with the desktop's program for it.
    """

    def __init__(
        self,
        services: SubmissionServices,
        place: Path,
        open_file: Callable[[Path], bool],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._services, self._place, self._open_file = services, place, open_file
        self._filed: tuple[Filed, ...] = ()
        self.list, self.view, self.bar = SubmissionList(), CaseView(), ReportBar()
        self.again, self.night = QPushButton("&Judge again"), QPushButton("&Morning report…")
        self.again.setAccessibleName("Judge the submissions again")
        self.again.setToolTip("Read the register and the runs again (F5)")
        self.night.setAccessibleName("Morning report")
        self.night.setToolTip("Report on all runs of a night")
        self.note = QLabel()
        self.note.setAccessibleName("Messages")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.dialog: QDialog | None = None
        self._lay_out()
        self._register = Poll(services.filed, self)
        self._register.answered.connect(self._list)
        self._register.failed.connect(self.say)
        self.verdicts, self._work, self._look = Verdicts(services, self), Errand(self), Errand(self)
        self.verdicts.came.connect(self._show_verdict)
        self._unread: tuple[str, str] | None = None
        self._wanted: Address | None = None
        self._look.failed.connect(self.say)
        self._look.changed.connect(self._read_reports)
        self._work.failed.connect(self._fail)
        self._work.changed.connect(self._allow)
        self._work.step.connect(lambda step: self.say(f"{step[:1].upper()}{step[1:]}…"))
        self.list.chosen.connect(self._choose)
        self.again.clicked.connect(self.judge)
        QShortcut(QKeySequence(Qt.Key.Key_F5), self, self.judge)
        self.night.clicked.connect(self._ask_night)
        self.bar.build.connect(self._build)
        self.bar.open_report.connect(lambda report: self._open(report.pdf))
        self.bar.open_folder.connect(lambda report: self._open(report.folder))
        self.bar.sign.connect(self._ask_signature)
        self.bar.verify.connect(self._verify)
        self._judging = False
        self._allow()

    def _lay_out(self) -> None:
        left, right = QWidget(), QWidget()
        label = QLabel("Submissions")
        label.setProperty("muted", True)  # noqa: FBT003  Qt's call
        label.setBuddy(self.list)
        row = QHBoxLayout()
        for button in (self.again, self.night):
            button.setAutoDefault(False)
            row.addWidget(button)
        side = QVBoxLayout(left)
        side.setContentsMargins(0, 0, 6, 0)
        side.setSpacing(6)
        side.addWidget(label)
        side.addWidget(self.list, 1)
        side.addLayout(row)
        column = QVBoxLayout(right)
        column.setContentsMargins(6, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.view, 1)
        column.addWidget(self.bar)
        both = QSplitter(Qt.Orientation.Horizontal)
        both.addWidget(left)
        both.addWidget(right)
        both.setSizes([320, 860])
        both.setStretchFactor(1, 1)
        both.setChildrenCollapsible(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(14, 14, 14, 10)
        whole.setSpacing(8)
        whole.addWidget(both, 1)
        whole.addWidget(self.note)

    def show_address(self, address: Address) -> None:
        """Show the submission that an address names, as soon as the register is read."""
        self._wanted = address if address.path else None
        self._choose_wanted()

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the submission that is shown."""
        submission = self.list.current
        return (Crumb(submission, Address(Room.SUBMISSIONS, (submission,))),) if submission else ()

    def _choose_wanted(self) -> None:
        if self._wanted is None or not self._filed:
            return
        wanted, self._wanted = self._wanted, None
        if not self.list.select(wanted.path[0]):
            self.say(say(Addresses.NOT_HERE(text=str(wanted))))

    def judge(self) -> None:
        """Read the register again, and judge every dossier in it."""
        self._judging = True
        self._register.ask()

    def say(self, sentence: str) -> None:
        """Show one sentence below everything."""
        self.note.setText(plain(sentence, 1000))

    def stop(self) -> None:
        """Give up what is being done between two steps of it; the main window is going."""
        for work in (self.verdicts, self._work, self._look):
            work.stop()
        self._register.wait()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Judge what the register holds now."""
        super().showEvent(event)
        if not event.spontaneous():
            self.judge()

    def _list(self, filed: Sequence[Filed]) -> None:
        self._filed = tuple(filed)
        self.list.show_filed(filed)
        if self._judging:
            self._judging = False
            names = [one.id for one in reversed(self._filed)]
            self.verdicts.want(sorted(names, key=lambda name: name != self.list.current))
        self._show_verdict(self.list.current)
        self._choose_wanted()

    def _choose(self, submission: str) -> None:
        self.verdicts.prefer(submission)
        self._show_verdict(submission)
        self.bar.show_reports(())
        self._allow()
        self._show_reports(submission)
        self.moved.emit()

    def _show_verdict(self, submission: str) -> None:
        self.list.show_verdicts(self.verdicts.known, self.verdicts.at)
        if submission != self.list.current:
            return
        known = self.verdicts.known.get(submission)
        if isinstance(known, CaseFacts):
            self.view.show_facts(known)
        elif submission:
            judging = submission == self.verdicts.at
            self.view.show_standing(standing_of(known, self.verdicts.step, judging=judging))
        else:
            self.view.show_standing(NOTHING)

    def _show_reports(self, submission: str, chosen: str = "") -> None:
        """Read which reports of a submission there are, as soon as nothing else is being read."""
        self._unread = (submission, chosen)
        self._read_reports()

    def _read_reports(self) -> None:
        if self._unread is None or self._look.busy:
            return
        (submission, chosen), self._unread = self._unread, None

        def take(found: Sequence[ReportFacts]) -> None:
            if submission == self.list.current:
                self.bar.show_reports(found, chosen)
                self._allow()

        if submission:
            self._look.begin(lambda _: self._services.reports(submission), take)

    def _build(self, layout: str) -> None:
        submission = self.list.current

        def take(made: ReportFacts) -> None:
            self.say(f"{made.number} was built.")
            if submission == self.list.current:
                self._show_reports(submission, made.number)
            self._open(made.pdf)

        if self._work.begin(lambda say: self._services.build(submission, layout, say), take):
            self.say(f"Building the report of {submission}…")

    def _verify(self, report: ReportFacts) -> None:
        def take(found: Verified) -> None:
            self.say("")
            self._show(VerifiedDialog(report.number, found, self))

        if self._work.begin(lambda say: self._services.verify(report.folder, say), take):
            self.say(f"Verifying {report.number}…")

    def _ask_signature(self, report: ReportFacts) -> None:
        def take(found: Signatories) -> None:
            dialog = SignDialog(report, found, self._place, self)
            dialog.wanted.connect(partial(self._sign, dialog))
            self.say("")
            self._show(dialog)

        self._work.begin(lambda _: self._services.signatories(), take)

    def _sign(self, dialog: SignDialog) -> None:
        order = dialog.take_order()

        def take(sentence: str) -> None:
            self.say(sentence)
            if self.dialog is dialog:
                dialog.accept()
            self._show_reports(self.list.current, order.number)

        self._work.begin(
            lambda _: self._services.sign(order.number, order.role, order.by, order.key, order.passphrase),
            take,
        )

    def _ask_night(self) -> None:
        dialog = NightDialog(datetime.now().astimezone(), self)
        dialog.wanted.connect(self._build_night)
        self._show(dialog)

    def _build_night(self, since: datetime, until: datetime) -> None:
        def take(path: Path) -> None:
            self.say(f"{path.name} was built.")
            self._open(path)

        if self._work.begin(lambda _: self._services.night(since, until), take):
            self.say("Building the morning report…")

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
            self.say(sentence)

    def _open(self, path: Path) -> None:
        if not self._open_file(path):
            self.say(NO_PROGRAM.format(path))

    def _allow(self) -> None:
        idle = not self._work.busy
        self.bar.allow(building=bool(self.list.current), idle=idle)
        self.night.setEnabled(idle)
