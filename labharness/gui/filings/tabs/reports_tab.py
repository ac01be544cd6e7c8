"""The reports of a submission as a list, and what may be done with the chosen one.

What a person may do with the reports of a submission.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QWidget

from labharness.acts import report as acts
from labharness.gui.kit.act_button import ActButton
from labharness.gui.kit.parts import MIDDLE, in_column, in_wrapped_row
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import day_and_time, day_of, tr
from labharness.language.catalog import term

if TYPE_CHECKING:
    from labharness.app.issue.report_list import ListedReport


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


class ReportBar(QWidget):
    """The reports that are there, and buttons.

    Attributes
    ----------
    build
        Emitted with the layout of the report to be built.
    open_report, open_folder, sign, verify
        Emitted with the :class:`ListedReport` that is chosen.
    """

    build = Signal(str)
    open_report = Signal(object)
    open_folder = Signal(object)
    sign = Signal(object)
    verify = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reports: tuple[ListedReport, ...] = ()
        self.chooser = QComboBox()
        self.chooser.setAccessibleName(tr("Report"))
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.chooser.setMinimumContentsLength(20)
        label = QLabel(tr("Repor&t"))
        label.setProperty("muted", True)  # noqa: FBT003  Qt's call
        label.setBuddy(self.chooser)
        self.signer = ActButton(acts.sign, tr("Read and &sign"))
        self.makers = {layout: ActButton(acts.build, text) for layout, text in reversed(LAYOUTS.items())}
        self.buttons = {
            "open": QPushButton(tr("Open re&port")),
            "folder": QPushButton(tr("Open report &folder")),
            "sign": self.signer,
            "verify": ActButton(acts.verify, tr("&Verify")),
        }
        for name, words in NAMES.items():
            self.buttons[name].setAccessibleName(words)
        for button in (*self.buttons.values(), *self.makers.values()):
            button.setAutoDefault(False)
        self.makers["approval"].setProperty("main", True)  # noqa: FBT003  Qt's call
        for signal, name in (
            (self.open_report, "open"),
            (self.open_folder, "folder"),
            (self.sign, "sign"),
            (self.verify, "verify"),
        ):
            self.buttons[name].clicked.connect(lambda _=False, signal=signal: signal.emit(self.report))
        for layout, button in self.makers.items():
            button.clicked.connect(lambda _=False, layout=layout: self.build.emit(layout))
        in_column(
            in_wrapped_row((label, 0, MIDDLE), (self.chooser, 1), *self.buttons.values()),
            in_wrapped_row(1, *self.makers.values()),
            gap=6,
            on=self,
        )
        self.show_reports(())

    @property
    def report(self) -> ListedReport | None:
        """The report that is chosen, None where there is none."""
        place = self.chooser.currentIndex()
        return self._reports[place] if 0 <= place < len(self._reports) else None

    def show_reports(self, reports: Sequence[ListedReport], chosen: str = "") -> None:
        """Offer these; the one of that number is chosen, else the newest."""
        self._reports = tuple(reports)
        self.chooser.clear()
        for report in self._reports:
            signed = (
                tr("signed: {signed}", signed=", ".join(report.signed)) if report.signed else tr("not signed")
            )
            self.chooser.addItem(f"{report.number}  ({signed})")
        if not self._reports:
            self.chooser.addItem(tr("none yet"))
        numbers = [report.number for report in self._reports]
        self.chooser.setCurrentIndex(numbers.index(chosen) if chosen in numbers else self.chooser.count() - 1)

    def choose(self, number: str) -> None:
        """Choose a report by its number."""
        numbers = [report.number for report in self._reports]
        if number in numbers:
            self.chooser.setCurrentIndex(numbers.index(number))

    def allow(self, *, building: bool, idle: bool, why_not: str = "") -> None:
        """Enable what may be done now.

        Parameters
        ----------
        building
            Whether a report may be built.
        idle
            Whether nothing else is being done.
        why_not
            Why whoever acts may build none, "" where they may.
        """
        there = self.report is not None
        self.chooser.setEnabled(there)
        for name, button in self.buttons.items():
            button.setEnabled(there and (idle or name in ("open", "folder")))
        self.signer.offer(self.report, free=idle)
        for maker in self.makers.values():
            maker.offer(building or None, why_not, free=idle)


ROLES = {"tested": tr("Tested"), "reviewed": tr("Reviewed"), "authorized": tr("Authorized")}
"""The three roles, and the titles of their columns."""
EMPTY = tr("No report yet. Build one: a rehearsal shows what the report will say, and is a specimen.")


def role_signs(signed: Sequence[str]) -> str:
    """Return which of the three roles have signed, as dots."""
    return "".join("●" if role in signed else "○" for role in ROLES)


def _signed(role: str, row: ListedReport) -> str:
    return tr("● signed") if role in row.signed else tr("○ open")


def _is_signed(row: ListedReport) -> bool:
    return set(ROLES) <= set(row.signed) and not row.replaced_by


def _state(row: ListedReport) -> str:
    if row.replaced_by:
        return tr("replaced by {report}", report=row.replaced_by)
    if _is_signed(row):
        return tr("signed")
    return tr("signed in part") if row.signed else tr("draft")


COLUMNS: tuple[Column[ListedReport], ...] = (
    Column(tr("Report"), lambda row: row.number, 220),
    Column(tr("Kind"), lambda row: term(row.kind), 160),
    Column(
        tr("Built"),
        lambda row: day_and_time(row.built),
        218,
        sort=lambda row: row.built,
        day=lambda row: day_of(row.built),
        yields=1,
    ),
    *(Column(title, partial(_signed, role), 110) for role, title in ROLES.items()),
    Column(tr("State"), _state, 130, tone=lambda row: Tone.PASS if _is_signed(row) else Tone.QUIET),
)


class ReportsTab(QWidget):
    """Reports, the newest last.

    Attributes
    ----------
    open_wanted
        Emitted with the number of a report that is to be shown in the room of reports.
    """

    open_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table: RowTable[ListedReport] = RowTable(tr("Reports"), COLUMNS, lambda row: row.number, EMPTY)
        self.table.ask_for(3, only_large=True)
        self.bar = ReportBar()
        in_column((self.table, 1), self.bar, gap=8, edges=(0, 8, 0, 0), on=self)
        self.table.acts = tuple(self.bar.buttons.values())
        self.table.opened.connect(lambda row: self.open_wanted.emit(row.number))
        self.table.chosen.connect(self._choose)

    def show_reports(self, reports: Sequence[ListedReport], chosen: str = "") -> None:
        """Show these; the one of that number is chosen, else the newest."""
        self.table.show_rows(reports)
        self.bar.show_reports(reports, chosen)
        if self.bar.report is not None:
            self.table.select(self.bar.report.number)

    def _choose(self, row: ListedReport | None) -> None:
        if row is not None and (self.bar.report is None or self.bar.report.number != row.number):
            self.bar.choose(row.number)
