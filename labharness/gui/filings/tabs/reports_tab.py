"""The reports of a submission as a list, and what may be done with the chosen one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from labharness.gui.filings.tabs.report_bar import ReportBar
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.screen_text import day_and_time, day_of
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.language.catalog import term

if TYPE_CHECKING:  # it loads what verifies reports
    from labharness.app.issue.report_list import ListedReport

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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.table, 1)
        column.addWidget(self.bar)
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
