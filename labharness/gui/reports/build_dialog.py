"""Dialogs that build reports, of a submission, a run or a night; and the columns of the list of reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime
from PySide6.QtWidgets import QButtonGroup, QDateTimeEdit, QRadioButton, QWidget

from labharness.acts import report
from labharness.acts.declaring import Seat
from labharness.acts.report import Built, build
from labharness.app.reports.report_list import ListedReport, ReportRow
from labharness.gui.evidence.verification_view import TONES
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.forms.act_form import ActForm
from labharness.gui.kit.forms.editors import Offer
from labharness.gui.kit.parts import in_form
from labharness.gui.kit.tables.column_fit import standing_column
from labharness.gui.kit.tables.columns import shown
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import day_and_time, day_of, tr, translated
from labharness.language.template import words
from labharness.model.eastern_time import eastern, from_eastern

if TYPE_CHECKING:
    from labharness.app.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Subjects:
    """What a report can be built of: submissions, runs that ended, layouts of reports of a run, each with its words."""

    submissions: Sequence[Offer]
    runs: Sequence[Offer]
    layouts: Sequence[Offer]

    @classmethod
    def of(cls, workspace: Workspace) -> Subjects:
        """Return what a report can be built of, the latest first."""
        from labharness.app.plug_ins.plug_in_files import data_files
        from labharness.app.reports.run_reports import LAYOUTS
        from labharness.app.runs.run_index import listed
        from labharness.app.workspace.register import has_register, open_register

        filed: list[Offer] = []
        if has_register(workspace):
            with open_register(workspace) as register:
                names = reversed(tuple(register.submissions()))
                filed = [(name, f"{name} – {register.snapshot(name).filing.title}") for name in names]
        runs = reversed([str(row["run"]) for row in listed(workspace, ended_only=True)])
        layouts = (*LAYOUTS, *data_files("layouts", workspace.path))
        return cls(
            filed, [(name, name) for name in runs], [(name, words(name).capitalize()) for name in layouts]
        )


KINDS = {
    "approval": tr("Certification report"),
    "deficiency": tr("Deficiency report"),
    "rehearsal": tr("Rehearsal (SPECIMEN, simulated devices)"),
}
NOTHING = tr("There is nothing to build a report of: no submission is filed, and no run has ended.")


class BuildDialog(ActDialog):
    """Asks for one subject and one kind.

    Parameters
    ----------
    submission
        What is chosen at first, "" for the latest.
    why_not
        Why who sits here may build no report of a submission, "" where they may.
    """

    tells = True

    def __init__(
        self, subjects: Subjects, submission: str = "", why_not: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("Build report"), tr("Build report"), parent=parent)
        self.setMinimumWidth(620)
        self._why_not, self._group = why_not, QButtonGroup(self)
        self.of_submission, self.submission = self._subject(
            tr("Of a &submission"), "submission", subjects.submissions, submission, tuple(KINDS.items())
        )
        self.of_run, self.run = self._subject(tr("Of a &run"), "run", subjects.runs, "", subjects.layouts)
        (self.of_submission if subjects.submissions else self.of_run).setChecked(True)
        self._group.buttonToggled.connect(self.judge)
        self.wanted.connect(self.accept)
        self.do.setDefault(True)
        self.judge()

    def _subject(
        self, title: str, name: str, offers: Sequence[Offer], first: str, layouts: Sequence[Offer]
    ) -> tuple[QRadioButton, ActForm]:
        """Add one kind of subject, and what is asked of it."""
        button = QRadioButton(title)
        chosen = {name: first, "layout": layouts[0][0]} if offers else {}
        form = ActForm(build, (name, "layout"), offers={name: offers, "layout": layouts}, values=chosen)
        button.setEnabled(bool(offers))
        button.toggled.connect(form.setEnabled)
        form.setEnabled(False)
        form.column.setContentsMargins(24, 0, 0, 0)
        self._group.addButton(button)
        self.content.addWidget(button)
        self.content.addWidget(form)
        return button, form

    def order(self, seat: Seat) -> Callable[..., Built]:
        """Return what builds the report."""
        return (self.submission if self.of_submission.isChecked() else self.run).order(seat)

    @property
    def lack(self) -> str:
        """Why nothing can be built."""
        if not (self.of_submission.isEnabled() or self.of_run.isEnabled()):
            return NOTHING
        return self._why_not if self.of_submission.isChecked() else ""


EVENING = time(18)
"""When a night begins unless somebody says otherwise."""
BACKWARDS = tr("The end is before the beginning.")


class NightDialog(ActDialog):
    """Asks since when and until when; from yesterday evening to now at first.

    Parameters
    ----------
    now
        Which moment now is; both ends are shown and chosen in the time of Pennsylvania.
    """

    tells = True

    def __init__(self, now: datetime, parent: QWidget | None = None) -> None:
        what = tr("Report on all runs of the workspace in a span of time.")
        super().__init__(tr("Morning report"), tr("Build the morning report"), what, parent=parent)
        there = eastern(now)[0]
        evening = datetime.combine(there.date() - timedelta(days=1), EVENING)
        self.since, self.until = _moment(tr("Since"), evening), _moment(tr("Until"), there)
        self.content.addLayout(in_form((tr("&Since"), self.since), (tr("&Until"), self.until)))
        self.wanted.connect(self.accept)
        self.do.setDefault(True)
        for box in (self.since, self.until):
            box.dateTimeChanged.connect(self.judge)

    @property
    def lack(self) -> str:
        """What is wrong with the span."""
        return "" if _chosen(self.since) < _chosen(self.until) else BACKWARDS

    def order(self, seat: Seat) -> Callable[..., Built]:
        """Return what builds the report."""
        span = "..".join(_chosen(box).isoformat() for box in (self.since, self.until))
        return partial(seat.do, build, night=span)


def _moment(name: str, at: datetime) -> QDateTimeEdit:
    box = QDateTimeEdit(QDateTime(at.year, at.month, at.day, at.hour, at.minute, 0))
    box.setAccessibleName(name)
    box.setDisplayFormat("yyyy-MM-dd HH:mm")
    box.setCalendarPopup(True)
    return box


def _chosen(box: QDateTimeEdit) -> datetime:
    there = datetime.fromisoformat(box.dateTime().toString("yyyy-MM-ddTHH:mm"))
    return from_eastern(there)


def _day(row: ReportRow) -> str:
    """Write the day of building; the table has no room for the hour."""
    return day_and_time(row.report.built).rpartition(",")[0]


_report: Callable[[ReportRow], ListedReport] = attrgetter("report")
REPORTS: tuple[Column[ReportRow], ...] = (
    shown(report.NUMBER.of(_report), named=True),
    shown(report.SUBMISSION.of(_report), 92, facet=True, yields=2),
    shown(report.KIND, 174, facet=True, yields=1),
    Column(
        translated(report.BUILT.title),
        _day,
        112,
        sort=lambda row: row.report.built,
        day=lambda row: day_of(row.report.built),
        yields=3,
    ),
    shown(report.PAGES, 56, sort=lambda row: row.pages or -1, number=True, yields=5),
    standing_column(lambda row: row.standing),
    shown(report.RECOMMENDATION, 124, yields=4),
    shown(report.SIGNATURES.of(_report), 256, name="signed", uncut=True),
    shown(report.STATE.of(_report), 130, facet=True),
    shown(report.TRUST, 160, tone=lambda row: TONES[row.trust] if row.trust else None, facet=True),
)
