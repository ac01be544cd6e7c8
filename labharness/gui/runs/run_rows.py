"""What the table of runs shows of each; it decides nothing, whoever decides reads the ledgers.

Quick look: the verdict, the ending, the first reasons and the decisions of the chosen run, below the list.

The choice by which runs are grouped, remembered for the workspace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFrame, QWidget

from labharness.acts.headings import DEVICE, ENDING, PLAN, RUN
from labharness.acts.runs import REMARK, SAMPLE
from labharness.app.overview.attention import OpenRun
from labharness.app.runs.run_comparison import CheckFacts
from labharness.app.runs.run_index import software_of, standing_of_facts
from labharness.gui.kit.parts import TOP, in_column, in_row, push_button, text_label, timer_of
from labharness.gui.kit.run_standing import Tone, clause, tone_of
from labharness.gui.kit.slow_work import Latest
from labharness.gui.kit.tables.column_fit import standing_column
from labharness.gui.kit.tables.columns import lasting, moment, shown
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import code_words, tr, translated
from labharness.gui.results.result_tables import ResultFacts
from labharness.language.numbers import duration, number
from labharness.language.run_groups import RunGroup, RunGrouping, phrase, recorded_sample, run_group
from labharness.language.standings import standing_words
from labharness.language.template import plain
from labharness.model.address import Address, Room
from labharness.model.results import Outcome, Phase, Standing, standing_of
from labharness.reason import Reason, load_reason

NOWHERE = "—"
NOT_BEGUN = tr("Not begun")


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run.

    Parameters
    ----------
    ending
        How it stopped, or its state.
    tone
        Which kind of news the state is of a run that has not ended.
    seconds
        From its start to its latest record, None where nobody knows.
    software
        Beginnings of the hashes, or versions, that the device reported.
    remark
        Why it was not begun, or why its record cannot be read.
    bench
        Where it was queued, "" for a run that nobody queued.
    ended
        Whether it has an end; a run without one is shown live.
    """

    run: str
    standing: Standing
    ending: str
    tone: Tone
    plan: str
    device: str
    submission: str
    sample: str
    started: str
    seconds: float | None
    remark: str
    ended: bool
    serial: str = ""
    software: str = ""
    operator: str = ""
    bench: str = ""


def address_of(row: RunRow) -> Address:
    """Return where a run is shown: its results, or while it goes on, the run."""
    return Address(Room.RUNS if row.ended else Room.LIVE, (row.run,))


def group_of(by: RunGrouping, row: RunRow) -> RunGroup:
    """Return the group of a run."""
    return run_group(by, row.submission, row.device, row.serial, row.started)


def ended_row(facts: Mapping[str, Any]) -> RunRow:
    """Return the row of a run of the index."""
    problems = tuple(map(load_reason, facts["problems"]))
    damaged, slip = bool(problems), load_reason(facts["not_begun"]) if facts["not_begun"] else None
    standing = standing_of_facts(facts)
    remark = phrase(problems) if damaged else clause(slip) if slip is not None else ""
    ending = NOT_BEGUN if slip is not None else code_words(facts["ending"]).capitalize()
    if damaged:
        ending = _where(problems)
    return RunRow(
        run=facts["run"],
        standing=standing,
        ending=ending,
        tone=tone_of(standing),
        plan=facts["plan"],
        device=facts["device"],
        submission=facts["submission"],
        sample=", ".join(recorded_sample(facts["units"], facts["observed"], facts["planned"])),
        started=facts["started"],
        seconds=_seconds(facts["started"], facts["updated"]),
        remark=remark,
        ended=True,
        serial=facts["serial"],
        software=facts["software"],
        operator=facts["operator"],
    )


def open_row(run: OpenRun) -> RunRow:
    """Return the row of a run that has not ended; it has no verdict."""
    summary, start = run.summary, run.summary.start
    standing = summary.standing(alive=run.alive)
    if run.problem is not None:
        standing = standing_of(None, Phase.DAMAGED, simulated=summary.simulated)
    state, tone = _state(run)
    planned = {name: stage.units for name, stage in summary.stages.items()}
    return RunRow(
        run=run.folder.run,
        standing=standing,
        ending=state,
        tone=tone,
        plan=start.plan.id if start else "",
        device=start.device if start else "",
        submission=start.submission if start else "",
        sample=", ".join(recorded_sample(summary.units, summary.observed, planned)),
        started=summary.started,
        seconds=_seconds(summary.started, summary.updated),
        remark=phrase(run.problem.reasons) if run.problem is not None else "",
        ended=False,
        serial=summary.identity.serial if summary.identity is not None else "",
        software=software_of(summary),
        operator=start.operator if start else "",
    )


def _state(run: OpenRun) -> tuple[str, Tone]:
    if run.problem is not None:
        return _where(run.problem.reasons), Tone.FAIL
    summary = run.summary
    if run.alive:
        if summary.open_prompts:
            return tr("Asks you"), Tone.ASKING
        return (tr("Paused"), Tone.ASKING) if summary.paused else (tr("Running"), Tone.BUSY)
    if summary.awaits_judgment:
        return tr("Not evaluated"), Tone.UNSURE
    return (tr("Session closed"), Tone.QUIET) if summary.session_closed else (tr("Interrupted"), Tone.UNSURE)


def _where(problems: Iterable[Reason]) -> str:
    """Return the first line of the ledger that is not as it was written, where a fault names one."""
    lines = [value for problem in problems for name, value in problem.parameters if name == "line"]
    first = min((line for line in lines if isinstance(line, int)), default=None)
    return NOWHERE if first is None else tr("At line {line}", line=number(first))


class EndedRows:
    """Rows of the runs that ended; a row is made again only where what the index has of its run has changed."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[Mapping[str, Any], RunRow]] = {}

    def of(self, ended: Sequence[Mapping[str, Any]]) -> tuple[RunRow, ...]:
        """Return the rows, the latest first."""
        before, self._made = self._made, {}
        for facts in ended:
            held = before.get(facts["run"])
            known = held is not None and held[0] == facts
            self._made[facts["run"]] = held if known and held is not None else (facts, ended_row(facts))
        return tuple(sorted((row for _, row in self._made.values()), key=_started, reverse=True))


def with_benches(rows: Iterable[RunRow], benches: Mapping[str, str]) -> tuple[RunRow, ...]:
    """Return rows with the bench of each run that the queue knows."""
    return tuple(replace(row, bench=benches[row.run]) if row.run in benches else row for row in rows)


def rows_of(ended: Sequence[RunRow], open_runs: Sequence[RunRow]) -> list[RunRow]:
    """Return every run, the latest first; one that goes on is none that ended."""
    going_on = {row.run for row in open_runs}
    rows = [*open_runs, *(row for row in ended if row.run not in going_on)]
    return sorted(rows, key=_started, reverse=True)


def run_before(row: RunRow, ended: Iterable[RunRow]) -> RunRow | None:
    """Return the latest run of the same plan that began before a run and has a verdict, None where there is none."""
    earlier = [
        each
        for each in ended
        if each.plan == row.plan and each.started < row.started and each.standing.verdict
    ]
    return max(earlier, key=_started, default=None)


def _started(row: RunRow) -> str:
    return row.started


def _seconds(first: str, last: str) -> float | None:
    try:
        return (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds()
    except ValueError:
        return None


RUNS: tuple[Column[RunRow], ...] = (
    standing_column(lambda row: row.standing),
    Column(
        translated(ENDING.title),
        lambda row: row.ending,
        140,
        tone=lambda row: None if row.ended else row.tone,
        facet=True,
    ),
    shown(RUN, 260, named=True),
    moment(tr("Started"), lambda row: row.started),
    shown(PLAN, 250, facet=True, named=True),
    shown(DEVICE, 180, facet=True, named=True, yields=1),
    Column(tr("Serial"), lambda row: row.serial, 120, facet=True, named=True, yields=2),
    Column(tr("Software"), lambda row: row.software, 150, facet=True, named=True, yields=6),
    shown(SAMPLE, 190, yields=3),
    Column(tr("Submission"), lambda row: row.submission, 110, facet=True, yields=5),
    Column(tr("Bench"), lambda row: row.bench, 100, facet=True, named=True, yields=6),
    lasting(tr("Duration"), lambda row: row.seconds, duration, yields=4),
    Column(tr("Operator"), lambda row: row.operator, 120, facet=True, yields=7),
    shown(REMARK, 300, yields=8),
)


READING = tr("Reading and verifying the run…")
NOT_ENDED = tr("The run has not ended; it has no verdict. Return shows it live.")
NOTHING = tr("No run is chosen.")
MOST_REASONS, MOST_NAMED = 3, 4
"""Sentences and titles of checks that are shown; the others stand in the results."""
SETTLED_MS = 200
"""So long a run stays chosen before it is read."""


class QuickLook(QFrame):
    """What is to be known of a run before it is opened.

    Parameters
    ----------
    result
        Reads and verifies a run by its name; called on another thread.
    """

    def __init__(self, result: Callable[[str], ResultFacts], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setAccessibleName(tr("Quick look"))
        self._result = result
        self._row: RunRow | None = None
        self.heading = text_label(size=1.1, bold=True)
        self.reasons, self.decisions = text_label(), text_label(muted=True)
        hint = tr("Space, with the list of runs")
        self.shut = push_button(tr("Close quick look"), self.hide, hint=hint)
        top = in_row((self.heading, 1), (self.shut, 0, TOP))
        in_column(top, self.reasons, self.decisions, gap=6, edges=(14, 10, 14, 10), on=self)
        self._reads, self._settled = Latest(self, self._fail), timer_of(self, self._read)
        self.hide()

    def toggle(self, row: RunRow | None) -> None:
        """Show what is known of a run, or hide the panel."""
        self.setVisible(self.isHidden())
        self.show_run(row)

    def show_run(self, row: RunRow | None) -> None:
        """Show another run, where the panel is shown."""
        if self.isHidden() or (row is not None and row == self._row):
            return
        self._row = row
        self._reads.drop()
        self.decisions.clear()
        if row is None:
            self.heading.clear()
            self.reasons.setText(NOTHING)
            return
        self._head(row.run, row.standing, row.ending)
        self.reasons.setText(plain(row.remark, 500) or (READING if row.ended else NOT_ENDED))
        if row.ended:
            self._settled.start(SETTLED_MS)

    def stop(self) -> None:
        """Let go of the thread."""
        self._settled.stop()
        self._reads.stop()

    def _read(self) -> None:
        if self._row is not None and self._row.ended and not self.isHidden():
            run = self._row.run
            self._reads.ask(lambda: self._result(run), partial(self._take, run))

    def _take(self, run: str, facts: ResultFacts) -> None:
        self._head(run, facts.standing, tr("NOT VERIFIED") if facts.problems else facts.ending)
        problems = facts.problems or facts.sentences
        more = len(problems) - MOST_REASONS
        rest = " " + tr("… and {more:,} {more:sentence|sentences} more.", more=more) if more > 0 else ""
        self.reasons.setText(plain(" ".join(problems[:MOST_REASONS]) + rest, 1500))
        self.decisions.setText(plain(decided(facts.checks), 600))

    def _head(self, run: str, standing: Standing, ending: str) -> None:
        self.heading.setText(plain(f"{standing_words(standing)} · {ending} · {run}", 300))

    def _fail(self, sentence: str) -> None:
        self.reasons.setText(plain(sentence, 500))


def decided(checks: Sequence[CheckFacts]) -> str:
    """Return how many checks came to what, with the titles of the first ones that are no PASS."""
    if not checks:
        return tr("Nothing was decided.")
    counter = Counter(_came(check) for check in checks)
    others = [f"{check.title} ({_came(check)})" for check in checks if _came(check) != Outcome.PASS]
    named = ", ".join(others[:MOST_NAMED]) + (", …" if len(others) > MOST_NAMED else "")
    counts = ", ".join(f"{count} {outcome}" for outcome, count in counter.most_common())
    return tr(
        "{checks:,} {checks:decision|decisions}: {counts}.{named}",
        checks=len(checks),
        counts=counts,
        named=f" {named}." if named else "",
    )


def _came(check: CheckFacts) -> str:
    if check.shown_only:
        return tr("for information")
    return check.outcome.value if check.outcome is not None else tr("NOT TESTED")


CHOICES = (
    (None, tr("No groups")),
    (RunGrouping.SUBMISSION, tr("By submission")),
    (RunGrouping.DEVICE, tr("By device")),
    (RunGrouping.NIGHT, tr("By night")),
)


class GroupingChoice(QComboBox):
    """Offers the groups of runs.

    Attributes
    ----------
    changed
        Emitted with the :class:`~labharness.language.run_groups.RunGrouping`, None for no groups.
    """

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._memory, self._place = WindowState(), ""
        self.setMinimumHeight(32)
        self.setAccessibleName(tr("Group the runs"))
        self.setToolTip(tr("Group the runs by submission, by device or by night"))
        for by, title in CHOICES:
            self.addItem(title, by)
        self.currentIndexChanged.connect(self._tell)

    @property
    def grouping(self) -> RunGrouping | None:
        """What the runs of a group have in common, None for no groups."""
        return CHOICES[self.currentIndex()][0]

    def use_memory(self, memory: WindowState, room: str) -> None:
        """Take up the choice that somebody left, and keep those that follow."""
        self._memory, self._place = memory, f"groups/{room}"
        left = memory.text(self._place)
        self.setCurrentIndex(next((at for at, (by, _) in enumerate(CHOICES) if by and by.value == left), 0))

    def _tell(self) -> None:
        by = self.grouping
        if self._place:
            self._memory.put(self._place, by.value if by is not None else "")
        self.changed.emit(by)
