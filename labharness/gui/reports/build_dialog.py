"""What a report is to be built of: a submission in one of its kinds, or a run in one of its layouts."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.fitted_dialog import FittedDialog
from labharness.gui.kit.words import tr
from labharness.gui.reports.report_facts import Subjects
from labharness.language.text import plain, words

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
        self.group = QButtonGroup(self)
        self.submission, self.kind, self.run, self.layout_of_run = (QComboBox() for _ in range(4))
        for id_, title in subjects.submissions:
            self.submission.addItem(plain(f"{id_} – {title}", 120), id_)
        for name, title in KINDS.items():
            self.kind.addItem(title, name)
        for name in subjects.runs:
            self.run.addItem(plain(name, 120), name)
        for name in subjects.layouts:
            self.layout_of_run.addItem(words(name).capitalize(), name)
        self.cancel, self.build = QPushButton(tr("Cancel")), QPushButton(tr("Build report"))
        self.note = QLabel()
        self.note.setWordWrap(True)
        self._lay_out()
        chosen = self.submission.findData(submission)
        self.submission.setCurrentIndex(max(chosen, 0))
        self.of_submission.setEnabled(bool(subjects.submissions))
        self.of_run.setEnabled(bool(subjects.runs))
        (self.of_submission if subjects.submissions else self.of_run).setChecked(True)
        self.group.buttonToggled.connect(lambda *_: self._judge())
        self.cancel.clicked.connect(self.reject)
        self.build.clicked.connect(self._want)
        self._judge()

    def _lay_out(self) -> None:
        names = (tr("Submission"), tr("Kind of report"), tr("Run"), tr("Layout"))
        for box, name in zip((self.submission, self.kind, self.run, self.layout_of_run), names, strict=True):
            box.setAccessibleName(name)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(24)
        grid, row = QGridLayout(), QHBoxLayout()
        for at, (button, first, second) in enumerate(
            ((self.of_submission, self.submission, self.kind), (self.of_run, self.run, self.layout_of_run))
        ):
            self.group.addButton(button)
            grid.addWidget(button, at, 0)
            grid.addWidget(first, at, 1)
            grid.addWidget(second, at, 2)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(2, 2)
        self.build.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.build.setDefault(True)
        self.cancel.setAutoDefault(False)
        row.addWidget(self.note, 1)
        row.addWidget(self.cancel)
        row.addWidget(self.build)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(12)
        column.addLayout(grid)
        column.addLayout(row)

    def _judge(self) -> None:
        of_submission = self.of_submission.isChecked()
        for box in (self.submission, self.kind):
            box.setEnabled(of_submission and self.submission.count() > 0)
        for box in (self.run, self.layout_of_run):
            box.setEnabled(not of_submission and self.run.count() > 0)
        any_there = (self.submission if of_submission else self.run).count() > 0
        why = "" if any_there else NOTHING
        if any_there and of_submission:
            why = self._why_not
        self.note.setText(why)
        if why:
            refuse(self.build, why)
        else:
            allow(self.build)

    def _want(self) -> None:
        if self.of_submission.isChecked():
            self.submission_wanted.emit(str(self.submission.currentData()), str(self.kind.currentData()))
        else:
            self.run_wanted.emit(str(self.run.currentData()), str(self.layout_of_run.currentData()))
        self.accept()
