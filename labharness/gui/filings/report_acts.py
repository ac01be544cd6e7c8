"""What is done with the reports of a submission: they are built, and opened; the room of reports signs and verifies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from labharness.acts import report as acts
from labharness.gui.filings.draft_book import ActorChoice
from labharness.gui.filings.register_reader import RegisterReader
from labharness.gui.filings.tabs.reports_tab import ReportsTab
from labharness.gui.kit.slow_work.errand import Errand
from labharness.gui.kit.words import tr

if TYPE_CHECKING:
    from labharness.acts.report import Built
    from labharness.app.issue.report_list import ListedReport


class ReportActs(QObject):
    """Acts on the reports of the submission at hand.

    Parameters
    ----------
    actor
        Who acts.
    open_file
        Opens a file or a folder with the desktop's program for it.

    Attributes
    ----------
    told
        Emitted with one sentence.
    changed
        Emitted when a report was built.
    """

    told = Signal(str)
    changed = Signal()

    def __init__(
        self,
        reader: RegisterReader,
        tab: ReportsTab,
        actor: ActorChoice,
        open_file: Callable[[Path], bool],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._reader, self._tab, self._actor, self._open_file = reader, tab, actor, open_file
        self.submission = ""
        self._unread: tuple[str, str] | None = None
        self.work, self._look = Errand(self), Errand(self)
        self.work.failed.connect(self.told)
        self.work.changed.connect(self.allow)
        actor.chosen.connect(self.allow)
        self.work.step.connect(lambda step: self.told.emit(f"{step[:1].upper()}{step[1:]}…"))
        self._look.failed.connect(self.told)
        self._look.changed.connect(self._read)
        bar = tab.bar
        bar.build.connect(self._build)
        bar.open_report.connect(lambda report: self.open(report.pdf))
        bar.open_folder.connect(lambda report: self.open(report.path))
        for wish in (bar.sign, bar.verify):  # which the room of reports does
            wish.connect(lambda report: tab.open_wanted.emit(report.number))
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
        self._tab.bar.allow(
            building=filed, idle=not self.work.busy, why_not=self._actor.lacking(acts.build.gate.roles)
        )

    def stop(self) -> None:
        """Give up what is being done between two steps of it."""
        self.work.stop()
        self._look.stop()

    def open(self, path: Path) -> None:
        """Open a file with the desktop's program for it."""
        if not self._open_file(path):
            self.told.emit(tr("No program opens this file here: {path}", path=path))

    def _read(self) -> None:
        if self._unread is None or self._look.busy:
            return
        (submission, chosen), self._unread = self._unread, None

        def take(result: Sequence[ListedReport]) -> None:
            if submission == self.submission:
                self._tab.show_reports(result, chosen)
                self.allow()

        if submission and not submission.startswith("+"):
            self._look.begin(lambda _: self._reader.reports(submission), take)

    def _build(self, layout: str) -> None:
        submission, by = self.submission, self._actor.person

        def take(built: Built) -> None:
            self.told.emit(tr("{number} was built.", number=built.number))
            if submission == self.submission:
                self.show(submission, built.number)
            self.changed.emit()
            self.open(built.path)

        if self.work.begin(lambda say: self._reader.build(submission, layout, by, say), take):
            self.told.emit(tr("Building the report of {submission}…", submission=submission))
