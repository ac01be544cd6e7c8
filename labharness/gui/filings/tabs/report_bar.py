"""What a person may do with the reports of a submission."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QVBoxLayout, QWidget

from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.flow_row import WrapRow
from labharness.gui.kit.words import tr
from labharness.gui.submission_facts import ReportFacts
from labharness.reporting.stamps import SignatureRole

LAYOUTS = {
    "approval": tr("&Build report"),
    "deficiency": tr("Build deficiency report"),
    "rehearsal": tr("Re&hearse"),
}
"""Reports that can be built, and the button of each."""
COMPLETE = tr("Signed by all three roles")


class ReportBar(QWidget):
    """The reports that are there, and buttons.

    Attributes
    ----------
    build
        Emitted with the layout of the report to be built.
    open_report, open_folder, sign, verify
        Emitted with the :class:`ReportFacts` that is chosen.
    """

    build = Signal(str)
    open_report = Signal(object)
    open_folder = Signal(object)
    sign = Signal(object)
    verify = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reports: tuple[ReportFacts, ...] = ()
        self.chooser = QComboBox()
        self.chooser.setAccessibleName(tr("Report"))
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.chooser.setMinimumContentsLength(20)
        label = QLabel(tr("Repor&t"))
        label.setProperty("muted", True)  # noqa: FBT003  Qt's call
        label.setBuddy(self.chooser)
        self.buttons = {
            "open": _button(tr("Open re&port"), tr("Open the report")),
            "folder": _button(tr("Open report &folder"), tr("Open the report's folder")),
            "sign": _button(tr("Read and &sign"), tr("Read and sign the report")),
            "verify": _button(tr("&Verify"), tr("Verify the report")),
        }
        self.makers = {
            layout: _button(text, text.replace("&", "")) for layout, text in reversed(LAYOUTS.items())
        }
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
        row, makers, column = WrapRow(), WrapRow(), QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        row.put(label, 0, Qt.AlignmentFlag.AlignVCenter)
        row.put(self.chooser, 1)
        for button in self.buttons.values():
            row.put(button)
        makers.spring()
        for button in self.makers.values():
            makers.put(button)
        column.addLayout(row)
        column.addLayout(makers)
        self.show_reports(())

    @property
    def report(self) -> ReportFacts | None:
        """The report that is chosen, None where there is none."""
        place = self.chooser.currentIndex()
        return self._reports[place] if 0 <= place < len(self._reports) else None

    def show_reports(self, reports: Sequence[ReportFacts], chosen: str = "") -> None:
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
        if self.report is not None and len(self.report.signed) >= len(SignatureRole):
            refuse(self.buttons["sign"], COMPLETE)
        elif there and idle:
            allow(self.buttons["sign"])
        for button in self.makers.values():
            allow(button)
            button.setEnabled(building and idle)
            if why_not:
                refuse(button, why_not)


def _button(text: str, name: str) -> QPushButton:
    button = QPushButton(text)
    button.setAccessibleName(name)
    button.setAutoDefault(False)
    return button
