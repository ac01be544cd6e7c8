"""The tabs of a run's results beside its checks, one check in full, and one record as it stands in the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log10
from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QFontDatabase, QKeyEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSplitter, QTabWidget, QWidget

from labharness.app.runs.run_comparison import CheckFacts, Remark
from labharness.gui.kit import theme
from labharness.gui.kit.charts.chart import Chart
from labharness.gui.kit.charts.chart_frame import ChartFrame, color_plot, ticks_within
from labharness.gui.kit.layouts import follow_text
from labharness.gui.kit.parts import (
    SELECTABLE,
    boxed,
    choice_box,
    in_column,
    in_splitter,
    in_tabs,
    text_label,
)
from labharness.gui.kit.run_standing import TONES
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.tables.row_table import RowTable, below_filter
from labharness.gui.kit.words import tr
from labharness.gui.results.result_tables import (
    DIFFERENCES,
    EVENTS,
    FILES,
    FINDINGS,
    REMARKS,
    STAGES,
    EventFacts,
    FindingFacts,
    Reproduced,
    ResultFacts,
)
from labharness.gui.results.run_timeline import RunTimeline
from labharness.language.catalog import label
from labharness.language.numbers import number
from labharness.language.record_sentences import bare
from labharness.language.template import plain
from labharness.model.address import Address, Room

if TYPE_CHECKING:
    from labharness.assessment.runs.subject import EvidenceFile
    from labharness.evidence.history.course import StageView

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
        self._run, self._tabs = "", tabs
        self.procedures: RowTable[FindingFacts] = RowTable(tr("Procedures"), FINDINGS, _finding_key)
        self.inspections: RowTable[FindingFacts] = RowTable(tr("Inspections"), FINDINGS, _finding_key)
        self.stages: RowTable[StageView] = RowTable(tr("Stages"), STAGES, lambda stage: stage.name)
        self.timeline = RunTimeline()
        self.events: RowTable[EventFacts] = RowTable(
            tr("Events"), EVENTS, lambda event: str(event.record), address=self._address
        )
        self.filter, events = below_filter(self.events, tr("events"), "stage:shuffles since:2026-11-01")
        example = 'result:"not as" stage:ports'
        by_procedure, procedures = below_filter(self.procedures, tr("procedures"), example)
        by_inspection, inspections = below_filter(self.inspections, tr("inspections"), example)
        self._filters = (self.filter, by_procedure, by_inspection)
        self.remarks: RowTable[Remark] = RowTable(
            tr("Remarks"), REMARKS, lambda each: f"{each.utc} {each.text}"
        )
        self.files: RowTable[EvidenceFile] = RowTable(tr("Files"), FILES, lambda file: file.name)
        self.empty: dict[RowTable[Any], str] = {
            self.procedures: tr("The plan has no procedure, or none was reached."),
            self.inspections: tr("The plan has no inspection, or none was reached."),
            self.stages: tr("No stage was begun."),
            self.remarks: tr("No remark is on file. Choose Annotate… to add one to the register."),
            self.files: tr("No file of evidence is in the folder of the run."),
        }
        self.tell_empty(WAIT)
        self.differences: RowTable[str] = RowTable(tr("What differs"), DIFFERENCES, str, NOT_YET)
        self.evidence = _above(self.files, titled(tr("Verified again"), self.differences))
        in_tabs(
            tabs,
            (tr("P&rocedures"), procedures),
            (tr("&Inspections"), inspections),
            (tr("&Stages"), _above(self.stages, self.timeline)),
            (tr("E&vents"), _above(events, titled(tr("Remarks, in the register"), self.remarks))),
            (tr("Evidence"), self.evidence),
        )

    def _address(self, event: EventFacts) -> Address:
        return Address(Room.EVIDENCE, ("run", self._run, "record", str(event.record)))

    def clear(self) -> None:
        """Show no run."""
        for bar in self._filters:
            bar.clear()
        self.tell_empty(WAIT)
        self.differences.tell_empty(NOT_YET)
        for table in (*self.empty, self.events, self.differences):
            table.show_rows(())

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
        if result.differing:
            self._tabs.setCurrentWidget(self.evidence)


def _finding_key(finding: FindingFacts) -> str:
    return f"{finding.stage} {finding.what}"


def _above(upper: QWidget, lower: QWidget) -> QSplitter:
    return in_splitter(QSplitter(Qt.Orientation.Vertical), upper, lower, shares=(3, 2), handle=10)


def titled(text: str, widget: QWidget, *below: QWidget) -> QWidget:
    """Return a widget under its title, which is its label, and what stands below it."""
    label = text_label(text, muted=True, wraps=False, buddy=widget)
    return boxed(in_column(label, (widget, 1), *below, gap=4))


LEAST = -12.0
"""Decimal logarithm of the smallest p-value that has a place of its own."""
_CUT = 26


class PLadder(ChartFrame):
    """Checks that count have no rung; one that was not tested has an empty one."""

    def __init__(self) -> None:
        super().__init__(tr("p-values of all checks"))
        self._points: Any = pg.ScatterPlotItem(size=11)
        self._limits: Any = pg.ScatterPlotItem(symbol="s", size=3)
        self._ticks: Any = pg.PlotCurveItem(connect="pairs")
        self._cursor: Any = pg.PlotCurveItem()
        for item in (self._ticks, self._limits, self._points, self._cursor):
            self.plot.addItem(item)
        self.view.invertY(True)  # noqa: FBT003  pyqtgraph's call
        self.rungs: list[CheckFacts] = []
        self._at = 0
        self.paint()

    def show_checks(self, checks: Sequence[CheckFacts]) -> None:
        """Draw the decisions of a verdict that have, or would have, a p-value."""
        self.rungs = [
            check
            for check in checks
            if check.p_value is not None or (check.outcome is None and check.result is not None)
        ]
        count = tr("{rungs:,} {rungs:check|checks}", rungs=len(self.rungs))
        self.heading.setText(
            tr("p-values of {count}, and the limit below which each fails", count=count)
            if self.rungs
            else tr("No check has a p-value.")
        )
        self._at = 0
        self.show_axes(bool(self.rungs))
        self._draw()
        self.move_cursor(0, 0)

    def _draw(self) -> None:
        colors = theme.current()
        spots = []
        limits: list[tuple[float, float]] = []
        for at, check in enumerate(self.rungs):
            tested = check.p_value is not None and check.outcome is not None
            ink = colors.tones[TONES[check.outcome]][0] if tested and check.outcome else colors.muted
            spots.append(
                {
                    "pos": (_place(check.p_value) if tested and check.p_value is not None else 0.0, at + 0.5),
                    "brush": QColor(ink) if tested else None,
                    "pen": pg.mkPen(None) if tested else pg.mkPen(ink, width=2),
                    "symbol": "o" if tested else "s",
                }
            )
            if check.threshold:
                limits.append((_place(check.threshold), at + 0.5))
        self._points.setData(spots)
        self._ticks.setData(
            [x for x, _ in limits for _ in range(2)], [y + d for _, y in limits for d in (-0.4, 0.4)]
        )
        shown = (_place(check.p_value) for check in self.rungs if check.p_value is not None)
        low = min([-3.0, *shown, *(x for x, _ in limits)])
        self.show_range((low - 0.4, 0.4), (0.0, max(1.0, float(len(self.rungs)))))
        self.fit_ticks()
        self.plot.setLabel("bottom", tr("p, adjusted (logarithmic)"))

    def fit_ticks(self) -> None:
        """Name the rungs, and the powers of ten."""
        _, (low, high) = self.view.viewRange()
        titles = tuple(_short(check.title) for check in self.rungs)
        self.plot.getAxis("left").setTicks([ticks_within(titles, low, high, self.fitting[1])])
        powers = [(float(at), number(10.0**at)) for at in range(int(LEAST), 1)]
        self.plot.getAxis("bottom").setTicks([powers])

    def move_cursor(self, down: int, right: int) -> None:
        """Read out the rung above or below."""
        if not self.rungs:
            self.readout.setText("")
            return
        self._at = min(max(self._at + down + right, 0), len(self.rungs) - 1)
        check = self.rungs[self._at]
        (left, last), _ = self.view.viewRange()
        self._cursor.setData(
            [left, last, last, left, left], [self._at + d for d in (0.05, 0.05, 0.95, 0.95, 0.05)]
        )
        if check.p_value is None or check.outcome is None:
            self.tell(tr("{title}: NOT TESTED.", title=plain(check.title, 120)))
        else:
            fails = ", " + tr("fails below {level}", level=check.level) if check.level else ""
            self.tell(
                tr(
                    "{title}: {outcome}, p {p}{fails} ({family}).",
                    title=plain(check.title, 120),
                    outcome=check.outcome.value,
                    p=check.p,
                    fails=fails,
                    family=check.family,
                )
            )

    def point_at(self, x: float, y: float) -> None:  # noqa: ARG002  a rung is as long as the plot
        """Read out the rung beneath the pointer."""
        if self.rungs:
            self._at = min(max(int(y), 0), len(self.rungs) - 1)
            self.move_cursor(0, 0)

    def numbers(self) -> list[list[str]]:
        """Return every rung."""
        rows = [
            [
                each.title,
                each.family,
                tr("not tested") if each.p_value is None else bare(each.p_value),
                each.level,
            ]
            for each in self.rungs
        ]
        return [[tr("Check"), tr("Family"), tr("p, adjusted"), tr("Fails below")], *rows]

    def paint(self) -> None:
        """Give what is drawn the colors of the theme."""
        colors = theme.current()
        color_plot(self.plot)
        self._ticks.setPen(pg.mkPen(QColor(colors.text), width=2))
        self._cursor.setPen(pg.mkPen(QColor(colors.accent), width=1))
        if self.rungs:
            self._draw()


def _place(p: float) -> float:
    return max(LEAST, log10(p)) if p > 0 else LEAST


def _short(title: str) -> str:
    return title if len(title) <= _CUT else f"{title[: _CUT - 1]}…"


NOTHING = tr("Choose a check.")
BELOW_TABS = (0, 6, 0, 0)


class CheckView(QFrame):
    """A check in full."""

    def __init__(self) -> None:
        super().__init__()
        self._check: CheckFacts | None = None
        self.sentence, self.which = text_label(NOTHING, name=tr("Decision")), choice_box(tr("Picture"))
        theme.enlarge(self.sentence, 1.1)
        self.which.currentIndexChanged.connect(self._draw)
        self.chart, self.ladder, self.tabs = Chart(), PLadder(), QTabWidget()
        self.numbers = FactTable(tr("Numbers"), ((tr("What"), 150), (tr("Value"), 400)))
        self.details = FactTable(tr("Details"), ((tr("Detail"), 500),))
        in_tabs(
            self.tabs,
            (tr("Pictur&e"), boxed(in_column(self.which, (self.chart, 1), edges=BELOW_TABS))),
            (tr("&Numbers"), self.numbers),
            (tr("&Details"), self.details),
            (tr("All &p-values"), boxed(in_column(self.ladder, edges=BELOW_TABS))),
        )
        in_column(self.sentence, (self.tabs, 1), gap=8, on=self)

    def show_check(self, check: CheckFacts | None) -> None:
        """Show a check."""
        if check == self._check:
            return
        self._check = check
        self.sentence.setText(NOTHING if check is None else plain(check.sentence, 1200))
        pictures = check.pictures if check is not None else ()
        with QSignalBlocker(self.which):
            self.which.clear()
            for at, each in enumerate(pictures, 1):
                self.which.addItem(tr("Picture {at}: {x_label}", at=at, x_label=label(each.x_label)))
        self.which.setVisible(len(pictures) > 1)
        self._draw()
        self.numbers.show_rows([FactRow(row) for row in check.numbers] if check is not None else [])
        details = check.details if check is not None else ()
        self.details.show_rows([FactRow((each,)) for each in details])
        self.tabs.setTabText(2, tr("&Details ({details})", details=len(details)))
        if not pictures:
            self.tabs.setCurrentWidget(self.numbers)

    def _draw(self) -> None:
        pictures = self._check.pictures if self._check is not None else ()
        at = self.which.currentIndex()
        self.chart.show_picture(pictures[at] if 0 <= at < len(pictures) else None)


HIGH = 54
MOST = 1 << 16
"""Characters of a record that are shown; the ledger holds all of them."""


class RecordLine(QPlainTextEdit):
    """Read-only; Return goes on to the frames."""

    opened = Signal()
    """Emitted by Return."""

    def __init__(self) -> None:
        super().__init__()
        read_only(self)
        follow_text(self, lambda scale: self.setFixedHeight(round(HIGH * scale)))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setTextInteractionFlags(SELECTABLE)
        self.show_record(0, "")

    def show_record(self, seq: int, line: str) -> None:
        """Show a record by its number and its line."""
        self.setAccessibleName(tr("Record {seq}", seq=number(seq)) if line else tr("Record"))
        self.setPlainText(line[:MOST])

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Go on with Return."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        else:
            super().keyPressEvent(event)


def read_only(text: QPlainTextEdit, name: str = "") -> None:
    """Let a text only be read, in letters of equal width; Tab leaves it."""
    text.setReadOnly(True)
    text.setTabChangesFocus(True)
    text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    text.setAccessibleName(name)
