"""The results of a run: verdict, every check with its chart and sample, stages, findings, evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSplitter, QTabWidget, QVBoxLayout, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.banner import Banner
from labharness.gui.kit.errand import Errand
from labharness.gui.kit.loud_label import LoudLabel
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.row_table import RowTable
from labharness.gui.kit.run_standing import TONES, RunStanding, Tone
from labharness.gui.kit.screen_text import day_and_time
from labharness.gui.results.check_view import CheckView
from labharness.gui.results.facts import (
    CheckFacts,
    FileFacts,
    FindingFacts,
    FrameFacts,
    Reproduced,
    ResultFacts,
    StageFacts,
    UnitFacts,
)
from labharness.gui.results.result_tables import CHECKS, FILES, FINDINGS, STAGES
from labharness.gui.results.sample_view import SampleView
from labharness.gui.results.services import ResultServices
from labharness.language.numbers import amount
from labharness.language.text import plain
from labharness.model.address import Address, Room
from labharness.model.results import Outcome
from labharness.reporting.banners import SIMULATED, UNVERIFIED

READING = RunStanding(Tone.BUSY, "Reading", "The record is read and verified.")
CHECK = "check"
NO_REPORT = "The report does not exist yet. Build it with: labharness report build {run}"
NO_PROGRAM = "No program for PDF files is installed. The report is {path}"
MOST = 3
"""Sentences of the verdict that the banner holds."""


class ResultsPage(Page):
    """A run that has ended.

    Parameters
    ----------
    services
        Reads and judges runs.
    open_file
        Opens a report; returns whether there is a program for it.
    """

    def __init__(
        self, services: ResultServices, open_file: Callable[[Path], bool], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._services, self._open_file = services, open_file
        self._run, self._asked, self._stage = "", "", ""
        self._facts: ResultFacts | None = None
        self._wanted = ""
        self.title, self.about, self.note = QLabel(), QLabel(), QLabel()
        theme.enlarge(self.title, 1.5, bold=True)
        for text in (self.title, self.about, self.note):
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setWordWrap(True)
        self.about.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.note.setAccessibleName("Messages")
        self.simulated, self.banner = LoudLabel("Simulated device"), Banner()
        self.checks: RowTable[CheckFacts] = RowTable(
            "Checks", CHECKS, lambda check: check.id, "No check was planned."
        )
        self.stages: RowTable[StageFacts] = RowTable(
            "Stages", STAGES, lambda stage: stage.name, "No stage began.", 2
        )
        self.findings: RowTable[FindingFacts] = RowTable(
            "Findings",
            FINDINGS,
            lambda each: f"{each.stage} {each.what} {each.said}",
            "Nobody inspected or tried anything.",
            2,
        )
        self.files: RowTable[FileFacts] = RowTable("Evidence", FILES, lambda file: file.name)
        self.check, self.sample, self.tabs = CheckView(), SampleView(), QTabWidget()
        self.buttons: dict[str, QPushButton] = {}
        self._lay_out()
        self._read, self._sample, self._work = Errand(self), Errand(self), Errand(self)
        self._read.failed.connect(self._fail)
        self._sample.failed.connect(self._say)
        self._sample.changed.connect(self._go_on)
        self._next: Callable[[], object] | None = None
        self._work.failed.connect(self._say)
        self._work.changed.connect(self._allow)
        self._work.step.connect(self._say)
        self.checks.chosen.connect(self._choose)
        self.checks.opened.connect(lambda _: self.sample.units.setFocus())
        self.sample.wanted.connect(self._want_frames)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.about)
        head.addLayout(words, 1)
        deeds: Sequence[tuple[str, str, Callable[[], None]]] = (
            ("again", "&Verify again", self._verify),
            ("report", "&Open report", self._open_report),
        )
        for name, text, do in deeds:
            button = QPushButton(text)
            button.setAccessibleName(text.replace("&", ""))
            button.clicked.connect(do)
            self.buttons[name] = button
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        below = QSplitter(Qt.Orientation.Horizontal)
        below.addWidget(self.check)
        below.addWidget(self.sample)
        below.setSizes([600, 480])
        below.setChildrenCollapsible(False)
        whole = QSplitter(Qt.Orientation.Vertical)
        whole.addWidget(self.checks)
        whole.addWidget(below)
        whole.setSizes([232, 388])
        whole.setChildrenCollapsible(False)
        for splitter in (below, whole):
            splitter.setHandleWidth(10)
        for title, widget in (
            ("Chec&ks", whole),
            ("F&indings", self.findings),
            ("&Stages", self.stages),
            ("E&vidence", self.files),
        ):
            self.tabs.addTab(widget, title)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 14, 20, 10)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.simulated)
        column.addWidget(self.banner)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.note)

    def show_address(self, address: Address) -> None:
        """Read the run that an address names, and choose the check of it."""
        run, *rest = address.path or ("",)
        self._wanted = rest[1] if len(rest) > 1 and rest[0] == CHECK else ""
        if run == self._run and self._facts is not None:
            self._choose_wanted()
            return
        self._run, self._facts, self._stage = run, None, ""
        self.title.setText(plain(run, 200))
        self.about.setText("")
        self.simulated.say("")
        self._say("")
        self.banner.show_standing(READING)
        for table in (self.checks, self.stages, self.findings, self.files):
            table.show_rows(())
        self.check.show_check(None)
        self.sample.show_units("", (), ())
        self._allow()
        self._read_run()

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the run and the check that are shown."""
        found = [Crumb(self._run, Address(Room.RUNS, (self._run,)))] if self._run else []
        check = self.checks.current
        if check is not None:
            found.append(Crumb(check.title, Address(Room.RUNS, (self._run, CHECK, check.id))))
        return tuple(found)

    def stop(self) -> None:
        """Let go of threads."""
        for work in (self._read, self._sample, self._work):
            work.stop()

    def _read_run(self) -> None:
        run = self._run
        # Where another run is being read, its answer asks for this one.
        if run:
            begun = self._read.begin(lambda _: self._services.result(run), self._show)
            self._asked = run if begun else self._asked

    def _show(self, facts: ResultFacts) -> None:
        if facts.run != self._run:
            self._read_run()
            return
        self._facts = facts
        self.title.setText(plain(facts.title, 200))
        records = amount(facts.records, "record")
        parts = [
            facts.run,
            facts.device,
            f"started {day_and_time(facts.started)}",
            facts.ending or "no end",
            records,
        ]
        self.about.setText(plain("  ·  ".join(parts), 600))
        self.simulated.say(f"{SIMULATED}. {plain(facts.simulated, 500)}" if facts.simulated else "")
        self.banner.show_standing(_standing(facts))
        self.checks.show_rows(facts.checks)
        self.stages.show_rows(facts.stages)
        self.findings.show_rows(facts.findings)
        self.files.show_rows(facts.files)
        self._allow()
        self._choose_wanted()

    def _choose_wanted(self) -> None:
        wanted, self._wanted = self._wanted, ""
        if wanted and not self.checks.select(wanted):
            self._say(f"The run has no check {plain(wanted, 80)}.")
        elif not wanted and self.checks.current is None and self._facts is not None and self._facts.checks:
            self.checks.select(next(iter(sorted(self._facts.checks, key=_urgency))).id)

    def _choose(self, check: CheckFacts | None) -> None:
        self.check.show_check(check)
        if check is not None and check.checked and check.stage != self._stage:
            self._stage = check.stage
            self._want(partial(self._want_units, check.stage))
        self.moved.emit()

    def _want(self, begin: Callable[[], object]) -> None:
        """Begin to read, or as soon as nothing else is being read; only the last wish counts."""
        self._next = begin
        self._go_on()

    def _go_on(self) -> None:
        if not self._sample.busy and self._next is not None:
            begin, self._next = self._next, None
            begin()

    def _want_units(self, stage: str) -> None:
        run = self._run

        def take(units: Sequence[UnitFacts]) -> None:
            if (run, stage) == (self._run, self._stage) and self._facts is not None:
                self.sample.show_units(stage, units, self._facts.files)

        self._sample.begin(lambda _: self._services.units(run, stage), take)

    def _want_frames(self, unit: UnitFacts) -> None:
        run = self._run

        def take(frames: Sequence[FrameFacts]) -> None:
            if run == self._run:
                self.sample.show_frames(unit, frames)

        self._want(lambda: self._sample.begin(lambda _: self._services.frames(run, unit), take))

    def _verify(self) -> None:
        run = self._run

        def take(found: Reproduced) -> None:
            head = "Reproduced: " if found.same else "NOT REPRODUCED: "
            if run == self._run:
                self._say(head + " ".join(found.lines))

        if self._work.begin(lambda say: self._services.again(run, say), take):
            self._say("Judging the evidence again…")

    def _open_report(self) -> None:
        path = self._services.report(self._run)
        if not path.is_file():
            self._say(NO_REPORT.format(run=self._run))
        elif not self._open_file(path):
            self._say(NO_PROGRAM.format(path=path))

    def _allow(self) -> None:
        read = self._facts is not None
        self.buttons["again"].setEnabled(read and not self._work.busy)
        self.buttons["report"].setEnabled(read)

    def _fail(self, sentence: str) -> None:
        if self._asked != self._run:
            self._read_run()
            return
        self.banner.show_standing(RunStanding(Tone.FAIL, "Not readable", plain(sentence, 1000)))

    def _say(self, sentence: str) -> None:
        self.note.setText(plain(sentence, 2000))


def _standing(facts: ResultFacts) -> RunStanding:
    """Return what the banner says: the verdict, and the first of its sentences."""
    sentences = [*([f"{UNVERIFIED}: {facts.problems[0]}"] if facts.problems else []), *facts.sentences]
    rest = len(sentences) - MOST
    told = " ".join(sentences[:MOST]) + (f" {rest} more in the report." if rest > 0 else "")
    return RunStanding(TONES[facts.outcome], facts.outcome.value, told)


def _urgency(check: CheckFacts) -> int:
    """Return a number that puts failures first, then what is not decided, then what was not tested."""
    order = {Outcome.FAIL: 0, Outcome.INCONCLUSIVE: 1, None: 2, Outcome.PASS: 3}
    return order[check.outcome]
