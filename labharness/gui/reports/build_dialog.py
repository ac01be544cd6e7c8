"""Dialogs that build reports, of a submission, a run or a night; and the columns of the list of reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QDateTime, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QDateTimeEdit, QGridLayout, QRadioButton, QWidget

from labharness.app.reports.report_list import ReportRow
from labharness.errors import RegisterError
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.layouts import FittedDialog
from labharness.gui.kit.parts import choice_box, in_column, in_form, in_row, push_button, text_label
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.column_fit import standing_column
from labharness.gui.kit.tables.columns import counted
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import day_and_time, day_of, tr
from labharness.language.catalog import term
from labharness.language.template import plain, words
from labharness.model.eastern_time import eastern, from_eastern
from labharness.model.reasons.evidence import Answer
from labharness.model.results import Qualifier
from labharness.reporting.stamps import SignatureRole

if TYPE_CHECKING:
    from labharness.app.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Signatory:
    """Somebody on the list of people, and in which roles they may sign."""

    id: str
    name: str
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Signatories:
    """Who may sign; ``me`` is the id of the person whose account this is, "" for an account that is not on the list."""

    people: tuple[Signatory, ...]
    me: str = ""

    @classmethod
    def of(cls, workspace: Workspace) -> Signatories:
        """Return who may sign, and who sits here."""
        from labharness.app.people.signing import NEEDS
        from labharness.app.workspace.register import acting, open_register

        with open_register(workspace) as register:
            people = [person for person in register.people() if person.active]
            try:
                me = acting(register, None)
            except RegisterError:
                me = ""
        signing = (
            (person, (role.value for role, part in NEEDS.items() if part in person.roles))
            for person in people
        )
        return cls(tuple(Signatory(person.id, person.name, tuple(roles)) for person, roles in signing), me)


@dataclass(frozen=True, slots=True)
class Subjects:
    """What a report can be built of: submissions with their titles, runs that ended, layouts of reports of a run."""

    submissions: tuple[tuple[str, str], ...]
    runs: tuple[str, ...]
    layouts: tuple[str, ...]

    @classmethod
    def of(cls, workspace: Workspace) -> Subjects:
        """Return what a report can be built of, the latest first."""
        from labharness.app.plug_ins.plug_in_files import data_files
        from labharness.app.reports.run_reports import LAYOUTS
        from labharness.app.runs.run_index import listed
        from labharness.app.workspace.register import has_register, open_register

        filed: list[tuple[str, str]] = []
        if has_register(workspace):
            with open_register(workspace) as register:
                names = reversed(tuple(register.submissions()))
                filed = [(name, register.snapshot(name).filing.title) for name in names]
        runs = [str(row["run"]) for row in listed(workspace, ended_only=True)]
        own = tuple(data_files("layouts", workspace.path))
        return cls(tuple(filed), tuple(reversed(runs)), (*LAYOUTS, *own))


@dataclass(frozen=True, slots=True)
class SigningOrder:
    """What a signature needs; the pass phrase is shown nowhere.

    Parameters
    ----------
    given
        Where the key is and what vouches for it, as :func:`~labharness.acts.report.sign` takes them.
    """

    number: str
    role: str
    by: str
    given: Mapping[str, Any]
    passphrase: str = field(repr=False)


KINDS = {
    "approval": tr("Certification report"),
    "deficiency": tr("Deficiency report"),
    "rehearsal": tr("Rehearsal (SPECIMEN, simulated devices)"),
}
NOTHING = tr("There is nothing to build a report of: no submission is filed, and no run has ended.")


class BuildDialog(FittedDialog):
    """Asks for one subject and one kind.

    Parameters
    ----------
    submission
        What is chosen at first, "" for the latest.
    why_not
        Why who sits here may build no report of a submission, "" where they may.

    Attributes
    ----------
    submission_wanted, run_wanted
        Emitted with the id of a submission or the name of a run, and the layout.
    """

    submission_wanted = Signal(str, str)
    run_wanted = Signal(str, str)

    def __init__(
        self, subjects: Subjects, submission: str = "", why_not: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._why_not = why_not
        self.setWindowTitle(tr("Build report"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(620)
        self.of_submission, self.of_run = QRadioButton(tr("Of a &submission")), QRadioButton(tr("Of a &run"))
        self.submission = choice_box(
            tr("Submission"),
            ((plain(f"{id_} – {title}", 120), id_) for id_, title in subjects.submissions),
            least=24,
        )
        kinds, layouts = ((title, name) for name, title in KINDS.items()), subjects.layouts
        self.kind = choice_box(tr("Kind of report"), kinds, least=24)
        self.run = choice_box(tr("Run"), ((plain(name, 120), name) for name in subjects.runs), least=24)
        self.layout_of_run = choice_box(
            tr("Layout"), ((words(name).capitalize(), name) for name in layouts), least=24
        )
        self.cancel = push_button(tr("Cancel"), self.reject)
        self.build = push_button(tr("Build report"), self._want, main=True)
        self.build.setDefault(True)
        self.note, self.group, grid = text_label(), QButtonGroup(self), QGridLayout()
        for at, (button, first, second) in enumerate(
            ((self.of_submission, self.submission, self.kind), (self.of_run, self.run, self.layout_of_run))
        ):
            self.group.addButton(button)
            for place, widget in enumerate((button, first, second)):
                grid.addWidget(widget, at, place)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(2, 2)
        in_column(grid, in_row((self.note, 1), self.cancel, self.build), gap=12, edges=14, on=self)
        self.submission.setCurrentIndex(max(self.submission.findData(submission), 0))
        self.of_submission.setEnabled(bool(subjects.submissions))
        self.of_run.setEnabled(bool(subjects.runs))
        (self.of_submission if subjects.submissions else self.of_run).setChecked(True)
        self.group.buttonToggled.connect(self._judge)
        self._judge()

    def _judge(self) -> None:
        of_submission = self.of_submission.isChecked()
        for box in (self.submission, self.kind):
            box.setEnabled(of_submission and self.submission.count() > 0)
        for box in (self.run, self.layout_of_run):
            box.setEnabled(not of_submission and self.run.count() > 0)
        there = (self.submission if of_submission else self.run).count() > 0
        why = NOTHING if not there else self._why_not if of_submission else ""
        self.note.setText(why)
        (refuse if why else allow)(self.build, why)

    def _want(self) -> None:
        if self.of_submission.isChecked():
            self.submission_wanted.emit(str(self.submission.currentData()), str(self.kind.currentData()))
        else:
            self.run_wanted.emit(str(self.run.currentData()), str(self.layout_of_run.currentData()))
        self.accept()


EVENING = time(18)
"""When a night begins unless somebody says otherwise."""
BACKWARDS = tr("The end is before the beginning.")


class NightDialog(FittedDialog):
    """Asks since when and until when; from yesterday evening to now at first.

    Parameters
    ----------
    now
        Which moment now is; both ends are shown and chosen in the time of Pennsylvania.

    Attributes
    ----------
    wanted
        Emitted with both moments, which have an offset.
    """

    wanted = Signal(object, object)

    def __init__(self, now: datetime, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Morning report"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        there = eastern(now)[0]
        evening = datetime.combine(there.date() - timedelta(days=1), EVENING)
        self.since, self.until = _moment(tr("Since"), evening), _moment(tr("Until"), there)
        self.note = text_label(name=tr("Message"), wraps=False)
        self.cancel = push_button(tr("Cancel"), self.reject, name=tr("Cancel the morning report"))
        self.build = push_button(tr("Build"), self._want, name=tr("Build the morning report"), main=True)
        self.build.setDefault(True)
        what = text_label(tr("Report on all runs of the workspace in a span of time."), muted=True)
        form = in_form((tr("&Since"), self.since), (tr("&Until"), self.until))
        in_column(what, form, in_row((self.note, 1), self.cancel, self.build), gap=10, edges=14, on=self)
        for box in (self.since, self.until):
            box.dateTimeChanged.connect(self._judge)

    def _judge(self) -> None:
        forwards = _chosen(self.since) < _chosen(self.until)
        self.build.setEnabled(forwards)
        self.note.setText("" if forwards else BACKWARDS)

    def _want(self) -> None:
        self.wanted.emit(_chosen(self.since), _chosen(self.until))
        self.accept()


def _moment(name: str, at: datetime) -> QDateTimeEdit:
    box = QDateTimeEdit(QDateTime(at.year, at.month, at.day, at.hour, at.minute, 0))
    box.setAccessibleName(name)
    box.setDisplayFormat("yyyy-MM-dd HH:mm")
    box.setCalendarPopup(True)
    return box


def _chosen(box: QDateTimeEdit) -> datetime:
    there = datetime.fromisoformat(box.dateTime().toString("yyyy-MM-ddTHH:mm"))
    return from_eastern(there)


GIVEN, OPEN = "●", "○"
TRUST = {
    Answer.ISSUED: (tr("Trusted"), Tone.PASS),
    Answer.UNTRUSTED: (tr("Signers not trusted"), Tone.UNSURE),
    Answer.DOUBTED: (tr("Signers in doubt"), Tone.UNSURE),
    Answer.NOT_ISSUED: (tr("Trusted so far"), Tone.QUIET),
    Answer.CHANGED: (tr("CHANGED"), Tone.FAIL),
}


def signs(row: ReportRow) -> str:
    """Write which signatures a report has."""
    if not row.report.is_signable:
        return ""
    signed = {signature.role for signature in row.report.signatures}
    return " ".join(
        f"{role.value.capitalize()} {GIVEN if role.value in signed else OPEN}" for role in SignatureRole
    )


def kind(row: ReportRow) -> str:
    """Write of what kind a report is, and of one without a verdict whether its device was simulated."""
    name = term(row.report.kind)
    return f"{name}, {term(Qualifier.SIMULATED)}" if row.simulated and row.standing is None else name


def state(row: ReportRow) -> str:
    """Write how far a report is."""
    replaced = row.report.replaced_by
    return tr("Replaced by {replaced}", replaced=replaced) if replaced else term(row.report.progress)


def _day(row: ReportRow) -> str:
    """Write the day of building; the table has no room for the hour."""
    return day_and_time(row.report.built).rpartition(",")[0]


REPORTS: tuple[Column[ReportRow], ...] = (
    Column(tr("Report"), lambda row: row.number, 120, named=True),
    Column(tr("Submission"), lambda row: row.report.submission, 92, facet=True, yields=2),
    Column(tr("Kind"), kind, 174, facet=True, yields=1),
    Column(
        tr("Built"),
        _day,
        112,
        sort=lambda row: row.report.built,
        day=lambda row: day_of(row.report.built),
        yields=3,
    ),
    counted(tr("Pages"), lambda row: row.pages, 56, yields=5),
    standing_column(lambda row: row.standing),
    Column(tr("Recommendation"), lambda row: row.recommendation, 124, yields=4),
    Column(tr("Signatures"), signs, 256, name="signed", uncut=True),
    Column(tr("State"), state, 130, facet=True),
    Column(
        tr("Trust"),
        lambda row: "" if row.trust is None else TRUST[row.trust][0],
        160,
        tone=lambda row: None if row.trust is None else TRUST[row.trust][1],
        facet=True,
    ),
)
