"""The reports of a submission as a list, and what may be done with the chosen one.

What a person may do with the reports of a submission.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from labharness.acts import report as acts
from labharness.app.reports.report_list import ListedReport, ReportProgress
from labharness.gui.filings.draft_book import ActorChoice
from labharness.gui.filings.register_reader import RegisterReader
from labharness.gui.kit.parts import ActButton, boxed, in_column, in_wrapped_row, push_button
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.slow_work import Errand, Latest
from labharness.gui.kit.tables.columns import moment, shown
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr, translated
from labharness.language.catalog import term

if TYPE_CHECKING:
    from labharness.acts.report import Built


LAYOUTS = {
    "approval": tr("&Build report"),
    "deficiency": tr("Build deficiency report"),
    "rehearsal": tr("Re&hearse"),
}
"""Reports that can be built, and the button of each."""
NAMES = {
    "open": tr("Open the report"),
    "folder": tr("Open the report's folder"),
    "sign": tr("Read and sign the report"),
    "verify": tr("Verify the report"),
}
"""What a screen reader says of the other buttons."""


EMPTY = tr("No report yet. Build one: a rehearsal shows what the report will say, and is a specimen.")


COLUMNS: tuple[Column[ListedReport], ...] = (
    shown(acts.NUMBER, 220),
    Column(translated(acts.KIND.title), lambda row: term(row.kind), 160),
    moment(translated(acts.BUILT.title), lambda row: row.built, yields=1),
    shown(acts.SIGNATURES, 256, name="signed", uncut=True),
    shown(
        acts.STATE, 130, tone=lambda row: Tone.PASS if row.progress is ReportProgress.SIGNED else Tone.QUIET
    ),
)


class ReportsTab(QWidget):
    """Reports of the submission at hand, the newest last; builds further ones.

    Parameters
    ----------
    open_file
        Opens a file or a folder with the desktop's program for it.

    Attributes
    ----------
    open_wanted
        Emitted with the number of a report that is to be shown in the room of reports.
    announced
        Emitted with one sentence.
    changed
        Emitted when a report was built.
    """

    open_wanted = Signal(str)
    announced = Signal(str)
    changed = Signal()

    def __init__(self, reader: RegisterReader, actor: ActorChoice, open_file: Callable[[Path], bool]) -> None:
        super().__init__()
        self._reader, self._actor, self._open_file = reader, actor, open_file
        self.submission = ""
        self.table: RowTable[ListedReport] = RowTable(tr("Reports"), COLUMNS, lambda row: row.number, EMPTY)
        self.table.ask_for(3, only_large=True)
        self.signer = ActButton(acts.sign, tr("Read and &sign"), do=self._show_in_room)
        self.makers = {
            layout: ActButton(acts.build, text, do=lambda _=False, layout=layout: self._build(layout))
            for layout, text in reversed(LAYOUTS.items())
        }
        self.buttons = {
            "open": push_button(tr("Open re&port"), lambda: self._open("pdf")),
            "folder": push_button(tr("Open report &folder"), lambda: self._open("path")),
            "sign": self.signer,
            "verify": ActButton(acts.verify, tr("&Verify"), do=self._show_in_room),
        }
        for name, words in NAMES.items():
            self.buttons[name].setAccessibleName(words)
        self.makers["approval"].setProperty("main", True)  # noqa: FBT003  Qt's call
        bar = in_column(
            in_wrapped_row(*self.buttons.values()), in_wrapped_row(1, *self.makers.values()), gap=6
        )
        in_column((self.table, 1), boxed(bar), gap=8, edges=(0, 8, 0, 0), on=self)
        self.table.acts = tuple(self.buttons.values())
        self.table.opened.connect(lambda row: self.open_wanted.emit(row.number))
        self.table.chosen.connect(self.allow)
        self.work, self._look = Errand(self), Latest(self, self.announced)
        self.work.failed.connect(self.announced)
        self.work.changed.connect(self.allow)
        self.work.step.connect(self.announced)
        actor.chosen.connect(self.allow)
        self.show_reports(())

    @property
    def report(self) -> ListedReport | None:
        """The report that is chosen, None where there is none."""
        return self.table.current

    def show_submission(self, submission: str, chosen: str = "") -> None:
        """Show the reports of a submission, as soon as they are read."""
        if submission != self.submission:
            self.show_reports(())
        self.submission = submission
        self._look.drop()
        if self._is_filed:
            self._look.ask(
                partial(self._reader.reports, submission), lambda reports: self.show_reports(reports, chosen)
            )
        self.allow()

    @property
    def _is_filed(self) -> bool:
        return bool(self.submission) and not self.submission.startswith("+")

    def allow(self) -> None:
        """Enable what can be done now."""
        there, idle = self.report is not None, not self.work.busy
        for name, button in self.buttons.items():
            button.setEnabled(there and (idle or name in ("open", "folder")))
        self.signer.offer(self.report, free=idle)
        for maker in self.makers.values():
            maker.offer(self._is_filed or None, self._actor.lacking(acts.build.gate.roles), free=idle)

    def stop(self) -> None:
        """Give up what is being done between two steps of it."""
        self.work.stop()
        self._look.stop()

    def show_reports(self, reports: Sequence[ListedReport], chosen: str = "") -> None:
        """Show these; the one of that number is chosen, else the newest."""
        self.table.show_rows(reports)
        if reports:
            self.table.select(chosen or reports[-1].number)
        self.allow()

    def _show_in_room(self) -> None:
        """Sign and verify, which the room of reports does."""
        if self.report is not None:
            self.open_wanted.emit(self.report.number)

    def _open(self, what: str) -> None:
        if self.report is not None:
            self._open_path(self.report.pdf if what == "pdf" else self.report.path)

    def _open_path(self, path: Path) -> None:
        if not self._open_file(path):
            self.announced.emit(tr("No program opens this file here: {path}", path=path))

    def _build(self, layout: str) -> None:
        submission, by = self.submission, self._actor.person

        def take(built: Built) -> None:
            self.announced.emit(tr("{number} was built.", number=built.number))
            if submission == self.submission:
                self.show_submission(submission, built.number)
            self.changed.emit()
            self._open_path(built.path)

        if self.work.begin(lambda say: self._reader.build(submission, layout, by, say), take):
            self.announced.emit(tr("Building the report of {submission}…", submission=submission))
