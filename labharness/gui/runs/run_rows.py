"""What the table of runs shows of each; it decides nothing, whoever decides reads the ledgers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from labharness.app.overview.run_watch import OpenRun
from labharness.app.run_index import software_of, standing_of_facts
from labharness.gui.kit.run_standing import Tone, tone_of
from labharness.gui.kit.screen_text import code_words, day_and_time, day_of
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.standing_column import standing_column
from labharness.gui.kit.window_sentences import clause
from labharness.gui.kit.words import tr
from labharness.language.numbers import duration, number
from labharness.language.recorded import phrase
from labharness.language.run_groups import RunGroup, RunGrouping, run_group
from labharness.language.sample_words import recorded_sample
from labharness.model.address import Address, Room
from labharness.model.standing import Phase, Standing, standing_of
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
    if run.alive:
        if run.summary.open_prompts:
            return tr("Asks you"), Tone.ASKING
        return (tr("Paused"), Tone.ASKING) if run.summary.paused else (tr("Running"), Tone.BUSY)
    if run.summary.awaits_judgment:
        return tr("Not evaluated"), Tone.UNSURE
    return (
        (tr("Session closed"), Tone.QUIET) if run.summary.session_closed else (tr("Interrupted"), Tone.UNSURE)
    )


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
        result = dict[str, tuple[Mapping[str, Any], RunRow]]()
        for facts in ended:
            held = self._made.get(facts["run"])
            result[facts["run"]] = (
                held if held is not None and held[0] == facts else (facts, ended_row(facts))
            )
        self._made = result
        return tuple(sorted((row for _, row in result.values()), key=_started, reverse=True))


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
    Column[RunRow](
        tr("Ending"),
        lambda row: row.ending,
        140,
        tone=lambda row: None if row.ended else row.tone,
        facet=True,
    ),
    Column[RunRow](tr("Run"), lambda row: row.run, 260, named=True),
    Column[RunRow](
        tr("Started"),
        lambda row: day_and_time(row.started),
        218,
        sort=lambda row: row.started,
        day=lambda row: day_of(row.started),
    ),
    Column[RunRow](tr("Plan"), lambda row: row.plan, 250, facet=True, named=True),
    Column[RunRow](tr("Device"), lambda row: row.device, 180, facet=True, named=True),
    Column[RunRow](tr("Serial"), lambda row: row.serial, 120, facet=True, named=True, yields=2),
    Column[RunRow](tr("Software"), lambda row: row.software, 150, facet=True, named=True, yields=6),
    Column[RunRow](tr("Sample"), lambda row: row.sample, 190, yields=3),
    Column[RunRow](tr("Submission"), lambda row: row.submission, 110, facet=True, yields=5),
    Column[RunRow](tr("Bench"), lambda row: row.bench, 100, facet=True, named=True, yields=6),
    Column[RunRow](
        tr("Duration"),
        lambda row: "" if row.seconds is None else duration(row.seconds),
        90,
        sort=lambda row: row.seconds or 0.0,
        number=True,
        yields=4,
    ),
    Column[RunRow](tr("Operator"), lambda row: row.operator, 120, facet=True, yields=7),
    Column[RunRow](tr("Remark"), lambda row: row.remark, 300, yields=8),
)
