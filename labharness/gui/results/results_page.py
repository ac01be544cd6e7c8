"""The results of a run: verdict, every check with its chart and sample, and the tabs beside them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QBoxLayout, QPushButton, QSizePolicy, QSplitter, QTabWidget

from labharness.acts.compare import compare
from labharness.acts.declaring import Seat
from labharness.acts.remark import remark
from labharness.acts.reverify import reverify
from labharness.app.runs.run_comparison import CheckFacts
from labharness.gui.kit.charts.chart_frame import ChartFrame
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.labels import Banner, LoudLabel
from labharness.gui.kit.layouts import follow_text
from labharness.gui.kit.page import Crumb, Page, scrolled
from labharness.gui.kit.parts import MIDDLE, ActButton, ask_text, in_row, in_splitter, push_button, text_label
from labharness.gui.kit.run_standing import RunStanding, Tone
from labharness.gui.kit.slow_work import Errand, Latest
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import day_and_time, tr
from labharness.gui.results.result_tables import (
    CHECKS,
    MOST,
    OBSERVED,
    Reproduced,
    ResultFacts,
    read_events,
    read_result,
    reproduced,
    result_standing,
)
from labharness.gui.results.run_tabs import WAIT, CheckView, RunTabs
from labharness.gui.results.sample_pane import SamplePane
from labharness.language.template import plain
from labharness.model.address import Address, Room
from labharness.model.results import Outcome
from labharness.reporting.layout import SIMULATED

READING = RunStanding(Tone.BUSY, tr("Reading"), tr("The record is read and verified."))
LARGE = 1.3
"""Size of the text above which the buttons stand below the title."""
ROOM = 480
"""Pixels of height that the tables have at least, with text of its usual size."""


class ResultsPage(Page):
    """A run that has ended.

    Parameters
    ----------
    seat
        The workspace whose runs are read and judged.
    open_file
        Opens a report; returns whether there is a program for it.
    """

    def __init__(self, seat: Seat, open_file: Callable[[Path], bool]) -> None:
        super().__init__()
        self.seat, self._open_file = seat, open_file
        self._run, self._why = "", ""
        self._facts: ResultFacts | None = None
        self.title, self.about = text_label(size=1.5, bold=True), text_label(muted=True)
        self.note, self.why = text_label(name=tr("Messages")), text_label(name=tr("Why"))
        self.simulated, self.banner = LoudLabel(tr("Simulated device")), Banner()
        self.checks: RowTable[CheckFacts] = RowTable(
            tr("Checks"), CHECKS, lambda check: check.id, tr("No check was computed.")
        )
        self.check, self.tabs = CheckView(), QTabWidget()
        self.checks.give_the_rest(OBSERVED)
        self.pane = SamplePane(seat.workspace, self.checks)
        self.sample = self.pane.view
        self.buttons: dict[str, QPushButton] = {
            "compare": push_button(ActButton(compare, tr("&Compare…")), self._compare),
            "annotate": push_button(ActButton(remark), self._annotate),
            "again": push_button(ActButton(reverify), self._verify),
            "report": push_button(tr("&Open report"), self._open_report),
        }
        self._lay_out()
        self.lists = RunTabs(self.tabs)
        self.checks.acts = tuple(self.buttons.values())
        self.checks.more = (
            (tr("Show its sa&mple"), self.checks.open_current),
            (tr("Copy &sentence"), self._copy_sentence),
        )
        self._read, self._work, self._events = Latest(self, self._fail), Errand(self), Latest(self, self._say)
        self._work.failed.connect(self._say)
        self._work.changed.connect(self._allow)
        self._work.step.connect(self._say)
        self.pane.failed.connect(self._say)
        self.pane.moved.connect(self.moved)
        self.pane.arrived.connect(self.arrived)
        self.checks.chosen.connect(self.check.show_check)
        self.checks.chosen.connect(self.pane.choose)
        self.tabs.currentChanged.connect(self._read_events)

    def _lay_out(self) -> None:
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._top.setSpacing(12)
        self.banner.sentence.hide()  # beneath the head there is room for it
        self._top.addLayout(in_row(self.banner, (self.title, 1), gap=12), 1)
        self._top.addLayout(in_row(*((button, 0, MIDDLE) for button in self.buttons.values())))
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        below = in_splitter(QSplitter(across), self.check, self.sample, sizes=(600, 480), handle=10)
        whole = in_splitter(QSplitter(down), self.checks, below, sizes=(215, 405), handle=10)
        self.tabs.addTab(whole, tr("Chec&ks"))
        column = scrolled(self)
        column.setContentsMargins(20, 14, 20, 10)
        column.setSpacing(8)
        column.addLayout(self._top)
        for widget in (self.about, self.simulated, self.why, self.tabs, self.note):
            column.addWidget(widget, int(widget is self.tabs))
        self.note.hide()
        self.tabs.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        follow_text(self, self._give_room)

    def _give_room(self, scale: float) -> None:
        way = QBoxLayout.Direction
        self._top.setDirection(way.TopToBottom if scale > LARGE else way.LeftToRight)
        self.tabs.setMinimumHeight(round(ROOM * scale))

    def show_address(self, address: Address) -> None:
        """Read the run that an address names, and go down to what it names of it."""
        run = address.named.get("run", "")
        self.pane.seek(address)
        if run == self._run and self._facts is not None:
            self._take_up()
            return
        self._run, self._facts = run, None
        self.title.setText(plain(run, 200))
        self.about.setText("")
        self.simulated.say("")
        self._say("")
        self._stand(READING)
        self.checks.tell_empty(WAIT)
        self.checks.show_rows(())
        self.lists.clear()
        self.check.show_check(None)
        self.pane.begin(run)
        self._allow()
        self._read_run()

    def restrict(self, why: str) -> None:
        """Let nobody remark on the run, and say why; "" lets them again."""
        if why != self._why:
            self._why = why
            self._allow()

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the run, the check and what is shown of its sample."""
        return self.pane.crumbs()

    def stop(self) -> None:
        """Let go of threads."""
        for work in (self.pane, self._read, self._work, self._events):
            work.stop()

    def _read_run(self) -> None:
        if run := self._run:
            self._read.ask(lambda: read_result(self.seat.workspace, run), self._show)

    def _show(self, facts: ResultFacts) -> None:
        self._facts = facts
        self.title.setText(plain(facts.title, 200))
        parts = [
            facts.run,
            facts.device,
            tr("started {started}", started=day_and_time(facts.started)),
            facts.ending or tr("no end"),
            facts.sample or tr("nothing recorded"),
            tr("{records:,} {records:record|records}", records=facts.records),
        ]
        self.about.setText(plain("  ·  ".join(parts), 600))
        self.simulated.say(f"{SIMULATED}. {plain(facts.simulated, 500)}" if facts.simulated else "")
        self._stand(result_standing(facts))
        self.checks.tell_empty(
            tr("No check was computed: {sample} was recorded.", sample=facts.sample or tr("nothing"))
        )
        self.checks.show_rows(facts.checks)
        self.check.ladder.show_checks(facts.checks)
        for chart in self.findChildren(ChartFrame):
            chart.stand(facts.standing)
        self.lists.show_facts(facts)
        self.pane.take_files(facts.files)
        self._allow()
        self._take_up()
        self._read_events()

    def _take_up(self) -> None:
        """Choose the check that the address names, or the one to look at first."""
        wanted = self.pane.wanted_check
        if wanted and not self.checks.select(wanted):
            self._say(tr("The run has no check {wanted}.", wanted=plain(wanted, 80)))
            self.pane.seek(None)
        elif not wanted and self.checks.current is None and self._facts is not None and self._facts.checks:
            self.checks.select(next(iter(sorted(self._facts.checks, key=_urgency))).id)
        self.pane.take_up()

    def _read_events(self, _: int = 0) -> None:
        run, shown = self._run, self.lists.events.isVisible()
        if self._facts is not None and shown and not self.lists.events.rows.rowCount():
            self._events.ask(lambda: read_events(self.seat.workspace, run), self.lists.show_events)

    def _compare(self) -> None:
        self.went.emit(Address(Room.COMPARE, (self._run,)))

    def _copy_sentence(self) -> None:
        """Put what was decided of the chosen check on the clipboard."""
        if self.checks.current is not None:
            QGuiApplication.clipboard().setText(self.checks.current.sentence)

    def _annotate(self) -> None:
        run, check = self._run, self.checks.current
        about = tr("About {run}:", run=run)
        if check is not None:
            about = tr("About {title} of {run}:", title=check.title, run=run)
        ask_text(
            self,
            tr("Annotate"),
            plain(tr("{about} the remark goes to the register; the run never changes.", about=about), 300),
            lambda text: self._remark(run, check.id if check is not None else "", text),
            verb=tr("Add to the register"),
            name="annotate",
            lines=True,
        )

    def _remark(self, run: str, check: str, text: str) -> None:
        def work(_: object) -> ResultFacts:
            self.seat.do(remark, run, text, check=check)
            return read_result(self.seat.workspace, run)

        def take(facts: ResultFacts) -> None:
            if facts.run == self._run:
                self._facts = facts
                self.lists.show_remarks(facts)
                self._say(tr("The remark is in the register: see Events."))

        self._work.begin(work, take)

    def _verify(self) -> None:
        run = self._run

        def take(result: Reproduced) -> None:
            head = tr("Reproduced:") if result.same else tr("NOT REPRODUCED:")
            if run == self._run:
                self._say(" ".join((head, *result.differing[:MOST], result.counts)))
                self.lists.show_reproduced(result)

        if self._work.begin(lambda say: reproduced(self.seat.do(reverify, run, step=say).again), take):
            self._say(tr("Judging the evidence again…"))

    def _open_report(self) -> None:
        workspace = self.seat.workspace
        path = workspace.report(workspace.run(self._run))
        if not path.is_file():
            self._say(tr("The report of {run} does not exist yet. Build it in Reports.", run=self._run))
        elif not self._open_file(path):
            # No program for PDF files: the window shows it.
            self.went.emit(Address(Room.REPORTS, (path.stem,)))

    def _allow(self) -> None:
        read = self._facts is not None
        for name, button in self.buttons.items():
            why = self._why if name == "annotate" else ""
            (refuse if why else allow)(button, why)
            button.setEnabled(not why and read and (name in ("report", "compare") or not self._work.busy))

    def _fail(self, sentence: str) -> None:
        self._stand(RunStanding(Tone.FAIL, tr("Not readable"), plain(sentence, 1000)))
        self.checks.tell_empty(tr("Not known."))
        self.lists.tell_empty(tr("Not known."))

    def _stand(self, standing: RunStanding) -> None:
        self.banner.show_standing(standing)
        self.why.setText(standing.sentence)

    def _say(self, sentence: str) -> None:
        self.note.setText(plain(sentence, 2000))
        self.note.setVisible(bool(sentence))


def _urgency(check: CheckFacts) -> int:
    """Return a number that puts failures first, then what is not decided, then what was not tested."""
    order = {Outcome.FAIL: 0, Outcome.INCONCLUSIVE: 1, None: 2, Outcome.PASS: 3}
    return order[check.outcome]
