"""Two runs side by side: choose them, swap them, copy their table; charts have the same axes.

The columns of a comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QHeaderView, QSplitter, QTabWidget, QWidget

from labharness.acts import compare as acts
from labharness.acts.declaring import Seat
from labharness.app.runs import run_index
from labharness.app.runs.run_comparison import (
    CheckFacts,
    ComparedCheck,
    ComparedFact,
    ComparedRun,
    RunComparison,
)
from labharness.gui.kit.charts.chart import Chart
from labharness.gui.kit.findable import add_key
from labharness.gui.kit.labels import LoudLabel
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.parts import (
    boxed,
    choice_box,
    in_column,
    in_row,
    in_splitter,
    push_button,
    text_label,
)
from labharness.gui.kit.run_standing import Tone, say
from labharness.gui.kit.slow_work import Latest
from labharness.gui.kit.tables.columns import shown
from labharness.gui.kit.tables.fact_table import copy_cells
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr, translated
from labharness.gui.results.result_tables import copied_word, outcome_tone
from labharness.language.numbers import listed
from labharness.language.template import plain
from labharness.model.address import Address, Room
from labharness.reporting.layout import SIMULATED

Text = TypeVar("Text")
NOT_PLANNED = translated(acts.NOT_PLANNED)
OBSERVED = (2, 4)
"""Places of the columns of checks that share the room that is left."""


def _of(read: Callable[[CheckFacts], Text], none: Text, check: CheckFacts | None) -> Text:
    return none if check is None else read(check)


def _side(
    name: str, observed: str, of: Callable[[ComparedCheck], CheckFacts | None]
) -> tuple[Column[ComparedCheck], Column[ComparedCheck]]:
    """Return the columns of one run: the result of a check, and what was observed."""
    return (
        shown(
            replace(acts.OUTCOME, title=name).of(of),
            146,
            tone=lambda row: _of(outcome_tone, Tone.QUIET, of(row)),
            whole=lambda row: _of(copied_word, NOT_PLANNED, of(row)),
        ),
        shown(replace(acts.OBSERVED, title=observed).of(of), 192, name=f"{name.lower()}-observed"),
    )


FACTS = (
    shown(acts.FACT, 190),
    Column[ComparedFact]("A", lambda row: row.first, 330),
    Column[ComparedFact]("B", lambda row: row.second, 330),
    shown(acts.SAME, 90, tone=lambda row: None if row.same else Tone.UNSURE),
)
CHECKS = (
    shown(acts.CHECK, 200),
    *_side("A", tr("A observed"), lambda row: row.first),
    *_side("B", tr("B observed"), lambda row: row.second),
    shown(acts.DIFFERENCE, 130, number=True, name="difference"),
)


READING = tr("Reading both runs…")
SECOND = tr("Choose a second run of the same plan.")
INFORMATION = tr("Shown for information: no plan declared a test of these differences, and none is made.")
OTHER_PLAN = tr("The plans differ, so that checks of one name may read other samples.")


class ComparePage(Page):
    """Two runs.

    Parameters
    ----------
    seat
        The workspace whose runs they are.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self._seat = seat
        self._runs = ("", "")
        self._comparison: RunComparison | None = None
        self._known: Sequence[Mapping[str, Any]] = ()
        self.heading = text_label(tr("Compare"), size=1.5, bold=True)
        self.note = text_label(SECOND, name=tr("Messages"))
        self.simulated, self.equal = LoudLabel(tr("Simulated device")), LoudLabel(tr("Equal data"))
        self.choices = (choice_box(tr("Run A"), least=20), choice_box(tr("Run B"), least=20))
        self.swap = push_button(tr("Swap A and B (&X)"), self._swap)
        self.copy = push_button(tr("Copy &table"), self._copy)
        self.facts: RowTable[ComparedFact] = RowTable(tr("Facts"), FACTS, lambda row: row.name, SECOND)
        self.checks: RowTable[ComparedCheck] = RowTable(
            tr("Checks"), CHECKS, lambda row: row.id, SECOND, lines=2, address=self._address
        )
        header = self.checks.horizontalHeader()
        header.setStretchLastSection(False)
        for at in OBSERVED:
            header.setSectionResizeMode(at, QHeaderView.ResizeMode.Stretch)
        self.charts = (Chart(), Chart())
        self.which = choice_box(tr("Picture"))
        self._lay_out()
        self._work, self._list = Latest(self, self._fail), Latest(self, self._fail)
        for place, choice in enumerate(self.choices):
            choice.activated.connect(lambda _=0, place=place: self._choose(place))
        self.checks.chosen.connect(self._show_check)
        self.checks.opened.connect(lambda check: self.went.emit(self._address(check)))
        self.checks.more = ((tr("&Open"), self.checks.open_current),)
        self.which.currentIndexChanged.connect(lambda _: self._draw())
        add_key(self, "X", tr("Swap the two runs"), self._swap)
        self._show_check(None)
        self._list_runs()
        self._allow()

    def _lay_out(self) -> None:
        choices: list[tuple[QWidget, int]] = []
        for name, choice in zip(("A", "B"), self.choices, strict=True):
            label = text_label(name, size=1.2, bold=True, wraps=False, buddy=choice)
            choices += [(label, 0), (choice, 1)]
        charts = in_row(*((chart, 1) for chart in self.charts))
        self._below = boxed(in_column(self.which, (charts, 1)))
        both = in_splitter(QSplitter(Qt.Orientation.Vertical), self.checks, self._below, sizes=(220, 320))
        both.setHandleWidth(10)
        self.tabs = QTabWidget()
        self.tabs.addTab(both, tr("Chec&ks"))
        self.tabs.addTab(self.facts, tr("&Facts"))
        head = in_column(in_row((self.heading, 1), self.swap, self.copy), in_row(*choices), gap=8)
        parts = (head, self.simulated, self.equal, (self.tabs, 1), self.note)
        in_column(*parts, gap=8, edges=(20, 14, 20, 10), on=self)

    def show_address(self, address: Address) -> None:
        """Compare the runs that an address names; the second one may still be missing."""
        first, second = (*address.path, "", "")[:2]
        if (first, second) != self._runs:
            self._runs = (first, second)
            self._comparison = None
            self._clear()
            self._list_runs()
            self._read()

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the runs that are compared."""
        named = [run for run in self._runs if run]
        if not named:
            return ()
        return (Crumb(listed(named), Address(Room.COMPARE, tuple(named))),)

    def _address(self, check: ComparedCheck) -> Address:
        """Return where a check is shown in the results of the first run that planned it."""
        run = self._runs[0] if check.first is not None else self._runs[1]
        return Address(Room.RUNS, (run, "check", check.id))

    def stop(self) -> None:
        """Let go of threads."""
        self._work.stop()
        self._list.stop()

    def _list_runs(self) -> None:
        self._list.ask_if_idle(partial(run_index.listed, self._seat.workspace, ended_only=True), self._offer)

    def _offer(self, runs: Sequence[Mapping[str, Any]]) -> None:
        """Offer the runs that have ended: those of the plan of the other run first."""
        self._known = tuple(reversed(runs))
        plans = {run["run"]: run["plan"] for run in self._known}
        for place, choice in enumerate(self.choices):
            plan = plans.get(self._runs[1 - place])
            ordered = [run for same in (True, False) for run in self._known if (run["plan"] == plan) is same]
            choice.clear()
            choice.addItem(tr("Choose…"), "")
            for run in ordered:
                other = "" if plan is None or run["plan"] == plan else " " + tr("(another plan)")
                choice.addItem(plain(f"{run['run']} · {run['device']}{other}", 160), run["run"])
            choice.setCurrentIndex(max(0, choice.findData(self._runs[place])))

    def _choose(self, place: int) -> None:
        run = str(self.choices[place].currentData() or "")
        runs = (run, self._runs[1]) if place == 0 else (self._runs[0], run)
        self.went.emit(Address(Room.COMPARE, tuple(each for each in runs if each)))

    def _read(self) -> None:
        self._work.drop()
        if all(runs := self._runs):
            self._say(READING)
            self._tell_empty(READING)
            self._work.ask(lambda: self._seat.do(acts.compare, *runs), self._show)

    def _show(self, comparison: RunComparison) -> None:
        self._comparison = comparison
        simulated = [run.run for run in (comparison.first, comparison.second) if run.simulated]
        self.simulated.say(
            tr("{simulated}. {runs}", simulated=SIMULATED, runs=listed(simulated)) if simulated else ""
        )
        self.facts.show_rows(comparison.facts)
        self.checks.show_rows(comparison.checks)
        equal = [
            say(each)
            for each in (*(() if comparison.explained else comparison.repeated), *comparison.explained)
        ]
        self.equal.say("  ".join(equal))
        self._say(INFORMATION if comparison.same_plan else f"{OTHER_PLAN} {INFORMATION}")
        if self.checks.current is None and comparison.checks:
            self.checks.select(comparison.checks[0].id)
        self._show_check(self.checks.current)
        self._allow()

    def _tell_empty(self, sentence: str) -> None:
        for table in (self.checks, self.facts):
            table.tell_empty(sentence)

    def _clear(self) -> None:
        self.simulated.say("")
        self.equal.say("")
        self.facts.show_rows(())
        self.checks.show_rows(())
        self._show_check(None)
        self._say(SECOND)
        self._tell_empty(SECOND)
        self._allow()

    def _swap(self) -> None:
        if self._comparison is None or self._work.busy:
            return
        self._runs = self._runs[::-1]
        self._offer(tuple(reversed(self._known)))
        self._show(self._comparison.swapped)
        self.moved.emit()

    def _copy(self) -> None:
        """Put the table that is shown on the clipboard."""
        facts = self.tabs.currentWidget() is self.facts
        table = self.facts if facts else self.checks
        copy_cells(table.cells())
        self._say(
            tr("The table of facts is on the clipboard.")
            if facts
            else tr("The table of checks is on the clipboard.")
        )

    def _show_check(self, check: ComparedCheck | None) -> None:
        counts = [len(each.pictures) if each is not None else 0 for each in _both(check)]
        most = max(counts)
        if self.which.count() != most:
            with QSignalBlocker(self.which):
                self.which.clear()
                self.which.addItems([tr("Picture {at}", at=at + 1) for at in range(most)])
        self.which.setVisible(most > 1)
        self._below.setVisible(most > 0)
        self._draw()

    def _draw(self) -> None:
        """Draw the same picture of both runs, with one range for both."""
        at, runs = max(0, self.which.currentIndex()), self._ended()
        for chart, run, check in zip(self.charts, runs, _both(self.checks.current), strict=True):
            pictures = check.pictures if check is not None else ()
            name = f"{run.run}: " if run is not None else ""
            title = check.title if check is not None else NOT_PLANNED
            shown = pictures[at] if at < len(pictures) else None
            chart.show_picture(shown, plain(f"{name}{title}", 160))
            chart.stand(run.standing if run is not None else None)
        each, other = self.charts
        each.share_range(other)

    def _ended(self) -> tuple[ComparedRun | None, ComparedRun | None]:
        comparison = self._comparison
        return (None, None) if comparison is None else (comparison.first, comparison.second)

    def _allow(self) -> None:
        for button in (self.swap, self.copy):
            button.setEnabled(self._comparison is not None and not self._work.busy)

    def _fail(self, sentence: str) -> None:
        self._say(sentence)
        if self._comparison is None:
            self._tell_empty(tr("Not known."))
        self._allow()

    def _say(self, sentence: str) -> None:
        self.note.setText(plain(sentence, 1000))


def _both(check: ComparedCheck | None) -> tuple[Any, Any]:
    return (None, None) if check is None else (check.first, check.second)
