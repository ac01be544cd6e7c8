"""The tabs of a run's results beside its checks: procedures, inspections, stages, events, evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSplitter, QTabWidget, QVBoxLayout, QWidget

from labharness.app.run_results.remarks import Remark
from labharness.gui.kit.tables.filter_bar import below_filter
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.gui.results.result_facts import (
    EventFacts,
    FileFacts,
    FindingFacts,
    Reproduced,
    ResultFacts,
    StageFacts,
)
from labharness.gui.results.result_tables import DIFFERENCES, EVENTS, FILES, FINDINGS, REMARKS, STAGES
from labharness.gui.results.run_timeline import RunTimeline
from labharness.model.address import Address, Room

INSPECTIONS = "inspect"
WAIT = tr("Reading the run…")
NOT_YET = tr(
    "Choose Verify again: the run is repeated from its recorded bytes, and what differs is listed here."
)


class RunTabs:
    """The tables, put into the tabs of a page.

    Parameters
    ----------
    tabs
        Which already hold the checks.

    Attributes
    ----------
    empty
        What each table says where a run that was read has nothing for it.
    """

    def __init__(self, tabs: QTabWidget) -> None:
        self.procedures: RowTable[FindingFacts] = RowTable(tr("Procedures"), FINDINGS, _finding_key)
        self.inspections: RowTable[FindingFacts] = RowTable(tr("Inspections"), FINDINGS, _finding_key)
        self.stages: RowTable[StageFacts] = RowTable(tr("Stages"), STAGES, lambda stage: stage.name)
        self.timeline = RunTimeline()
        self.events: RowTable[EventFacts] = RowTable(tr("Events"), EVENTS, lambda event: str(event.record))
        self._run = ""
        self.events.address = lambda event: Address(
            Room.EVIDENCE, ("run", self._run, "record", str(event.record))
        )
        self.filter, events = below_filter(self.events, tr("events"), "stage:shuffles since:2026-11-01")
        self._others = [
            below_filter(table, name, 'result:"not as" stage:ports')
            for table, name in ((self.procedures, tr("procedures")), (self.inspections, tr("inspections")))
        ]
        self.remarks: RowTable[Remark] = RowTable(
            tr("Remarks"),
            REMARKS,
            lambda each: f"{each.utc} {each.text}",
        )
        self.files: RowTable[FileFacts] = RowTable(tr("Files"), FILES, lambda file: file.name)
        self.empty: dict[RowTable[Any], str] = {
            self.procedures: tr("The plan has no procedure, or none was reached."),
            self.inspections: tr("The plan has no inspection, or none was reached."),
            self.stages: tr("No stage was begun."),
            self.remarks: tr("No remark is on file. Choose Annotate… to add one to the register."),
            self.files: tr("No file of evidence is in the folder of the run."),
        }
        self.tell_empty(WAIT)
        self.differences: RowTable[str] = RowTable(tr("What differs"), DIFFERENCES, str, NOT_YET)
        for title, widget in (
            (tr("P&rocedures"), self._others[0][1]),
            (tr("&Inspections"), self._others[1][1]),
            (tr("&Stages"), _above(self.stages, self.timeline)),
            (
                tr("E&vents"),
                _above(events, _titled(tr("Remarks, in the register"), self.remarks)),
            ),
            (tr("Evidence"), _above(self.files, _titled(tr("Verified again"), self.differences))),
        ):
            tabs.addTab(widget, title)
        self.evidence = tabs.widget(tabs.count() - 1)
        self._tabs = tabs

    def clear(self) -> None:
        """Show no run."""
        for bar in (self.filter, *(each for each, _ in self._others)):
            bar.clear()
        self.tell_empty(WAIT)
        self.differences.tell_empty(NOT_YET)
        for table in (self.procedures, self.inspections, self.stages, self.events, self.remarks):
            table.show_rows(())
        self.files.show_rows(())
        self.differences.show_rows(())

    def tell_empty(self, sentence: str) -> None:
        """Say why nothing is known of a run yet."""
        for table in (*self.empty, self.events):
            table.tell_empty(sentence)

    def show_facts(self, facts: ResultFacts) -> None:
        """Show what is known of a run without its events."""
        self._run = facts.run
        for table, sentence in self.empty.items():
            table.tell_empty(sentence)
        self.procedures.show_rows([finding for finding in facts.findings if finding.kind != INSPECTIONS])
        self.inspections.show_rows([finding for finding in facts.findings if finding.kind == INSPECTIONS])
        self.stages.show_rows(facts.stages)
        self.timeline.show_course(facts.course)
        self.files.show_rows(facts.files)
        self.show_remarks(facts)

    def show_remarks(self, facts: ResultFacts) -> None:
        """Show what people noted about the run, each about a check by its title."""
        titles = {check.id: check.title for check in facts.checks}
        self.remarks.show_rows(
            [replace(remark, check=titles.get(remark.check, remark.check)) for remark in facts.remarks]
        )

    def show_events(self, events: Sequence[EventFacts]) -> None:
        """Show the events of a run."""
        self.events.tell_empty(tr("No event is on record."))
        self.events.show_rows(events)

    def show_reproduced(self, result: Reproduced) -> None:
        """Show what came of judging the evidence again."""
        same = tr("Nothing differs:") + " " if result.same else ""
        self.differences.tell_empty(same + result.counts)
        self.differences.show_rows(result.differing)
        if result.differing and self.evidence is not None:
            self._tabs.setCurrentWidget(self.evidence)


def _finding_key(finding: FindingFacts) -> str:
    return f"{finding.stage} {finding.what}"


def _above(upper: QWidget, lower: QWidget) -> QSplitter:
    both = QSplitter(Qt.Orientation.Vertical)
    for widget, stretch in ((upper, 3), (lower, 2)):
        both.addWidget(widget)
        both.setStretchFactor(both.count() - 1, stretch)
    both.setChildrenCollapsible(False)
    both.setHandleWidth(10)
    return both


def _titled(text: str, widget: QWidget) -> QWidget:
    label = QLabel(text)
    label.setProperty("muted", True)  # noqa: FBT003  Qt's call
    label.setBuddy(widget)
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    column.addWidget(label)
    column.addWidget(widget, 1)
    return box
