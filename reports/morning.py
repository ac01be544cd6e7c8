"""Morning report, first page: what happened in the night, what a person must do now, and one row for each run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable

from labharness.language.catalog import say
from labharness.language.dates import day_and_time, moment, period
from labharness.language.numbers import amount, number
from labharness.language.standings import qualified, standing_words
from labharness.language.text import words
from labharness.model.results import Outcome
from labharness.plans.stages import Acquire
from labharness.reporting.blocks import (
    Cell,
    colored,
    gap,
    mono,
    panel,
    paragraph,
    stacked,
    standing_word,
    subheading,
    table,
)
from labharness.reporting.duties import Duty, DutyKind
from labharness.reporting.fitting import clipped, column, more
from labharness.reporting.night import Night, NightRun, NightRunState
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import INK, OUTCOME_COLORS, WHITE

_COMMANDS = {
    DutyKind.REST: "labharness show {run}",
    DutyKind.EVIDENCE: "labharness verify {run}",
    DutyKind.UNREADABLE: "labharness verify {run}",
    DutyKind.VANISHED: "labharness queue history {run}",
    DutyKind.NOT_RUN: "labharness queue history {run}",
    DutyKind.NOT_BEGUN: "labharness queue list",
    DutyKind.MISSED: "labharness queue schedules",
    DutyKind.LEFT_OPEN: "labharness show {run}",
    DutyKind.TAKEN_OVER: "labharness queue history {run}",
    DutyKind.ANSWER: "labharness tell {run} answer TEXT",
    DutyKind.PAUSED: "labharness tell {run} resume",
    DutyKind.LOST: "labharness show {run}",
    DutyKind.ERROR: "labharness show {run}",
    DutyKind.INTERRUPTED: "labharness resume {run}",
    DutyKind.CLOSED: "labharness resume {run}",
    DutyKind.FAILED: "labharness report build {run}",
    DutyKind.UNDECIDED: "labharness show {run}",
    DutyKind.LEFT: "labharness resume {run}",
    DutyKind.UNCOPIED: "labharness store copy {run}",
}
_BAD = frozenset(
    {
        DutyKind.REST,
        DutyKind.EVIDENCE,
        DutyKind.UNREADABLE,
        DutyKind.VANISHED,
        DutyKind.LOST,
        DutyKind.ERROR,
        DutyKind.FAILED,
    }
)
_DUTIES, _RUNS = (5, 53, 42), (26, 22, 17, 18, 17)
_MOST_SAID = 2


def section(night: Night, part: SectionPlace) -> list[Flowable]:
    """Return the first page."""
    return [
        paragraph(part.text("issuer"), "kicker"),
        gap(4),
        *_warnings(night, part),
        paragraph(part.report, "title"),
        paragraph(period(night.since.isoformat(), night.until.isoformat()), "lead"),
        *(paragraph(say(reason), "word") for reason in night.elsewhere),
        _news(night, part),
        *_duties(night, part),
        *_runs(night),
        paragraph(part.text("basis"), "quiet"),
    ]


def _warnings(night: Night, part: SectionPlace) -> list[Flowable]:
    """Return panels as loud as those on the cover of a test report."""
    found: list[Flowable] = []
    for said in night.warnings:
        simulated = said.startswith("SIMULATED")
        bad = not simulated and not said.startswith("REPLAY")
        told = [paragraph(said, "banner")]
        if simulated:
            told.append(colored(part.text("simulated"), WHITE, "quiet"))
        found += [panel(told, OUTCOME_COLORS["FAIL"] if bad else INK, filled=True), gap(2)]
    return found


def _news(night: Night, part: SectionPlace) -> Flowable:
    duties = night.duties
    if not night.runs and not duties:
        return panel([colored("EMPTY NIGHT", INK, "verdict"), paragraph(part.text("empty"), "lead")], INK)
    order = {verdict: place for place, verdict in enumerate((*Outcome, None))}
    states = list(NightRunState)
    runs = sorted(night.runs, key=lambda one: (order[one.standing.verdict], states.index(one.state)))
    told = [f"{number(count)} {word}" for word, count in Counter(map(_standing, runs)).items()]
    told += [f"{number(len(night.unreadable))} not readable"] if night.unreadable else []
    counted = f"{amount(len(night.runs) + len(night.unreadable), 'run')}: {'; '.join(told)}."
    if not night.runs and not night.unreadable:
        counted = part.text("empty")
    if not duties:
        calm = OUTCOME_COLORS["PASS"]
        return panel([colored(part.text("nothing"), calm, "verdict"), paragraph(counted, "lead")], calm)
    title = amount(len(duties), "open task")
    color = _color(duties)
    return panel([colored(title, color, "verdict"), paragraph(counted, "lead")], color)


def _standing(one: NightRun) -> str:
    """Return the verdict of a run, or what it did at the end of the night; both with its qualifiers."""
    found = one.standing
    return standing_words(found) if found.verdict else qualified(one.state.value, found.qualifiers)


def _color(duties: tuple[Duty, ...]) -> Color:
    return OUTCOME_COLORS["FAIL" if any(one.need in _BAD for one in duties) else "INCONCLUSIVE"]


def _duties(night: Night, part: SectionPlace) -> list[Flowable]:
    if not night.duties:
        return []
    rows: list[list[Cell]] = [
        [str(place), list(_told(one, part)), [clipped(one.run, "word", 2, column(_DUTIES, 2)), _command(one)]]
        for place, one in enumerate(night.duties, 1)
    ]
    head = ("", "Task, most urgent first", "Run and command")
    return [*subheading("Tasks for a person"), table(head, rows, _DUTIES)]


def _told(duty: Duty, part: SectionPlace) -> Iterator[Flowable]:
    color = OUTCOME_COLORS["FAIL"] if duty.need in _BAD else INK
    yield colored(part.text(duty.need.value), color, "word")
    dated = duty.need in (DutyKind.LEFT, DutyKind.MISSED) and duty.said[0]
    said = [day_and_time(duty.said[0])] if dated else duty.said
    for text in said[:_MOST_SAID]:
        yield clipped(text, "cell", 2, column(_DUTIES, 1))
    if (rest := len(said) - _MOST_SAID) > 0:
        yield paragraph(more(rest, "", part.text("elsewhere")), "cell")


def _command(duty: Duty) -> Flowable:
    return mono(_COMMANDS[duty.need].format(run=duty.run))


def _runs(night: Night) -> list[Flowable]:
    if not night.runs:
        return []
    head = ("Run, plan", "Device", "Verdict", "Progress", "First and last record (UTC)")
    return [*subheading("Runs of the night"), table(head, [_row(one) for one in night.runs], _RUNS)]


def _row(one: NightRun) -> list[Cell]:
    subject = one.subject
    plan, identity, summary = subject.frozen.plan, subject.summary.identity, subject.summary
    serial = f"serial number {identity.serial}" if identity else "serial number not known"
    return [
        [_named(one.run, 0, "word"), _named(plan.title, 0), _named(f"computer {one.computer}", 0)],
        [_named(subject.device_name, 1), _named(serial, 1)],
        _verdict(one),
        stacked(*_progress(one)),
        stacked(_minute(summary.started), _minute(summary.updated)),
    ]


def _named(text: str, place: int, kind: str = "cell") -> Flowable:
    return clipped(text, kind, 4, column(_RUNS, place))


def _verdict(one: NightRun) -> list[Flowable]:
    """Return verdict and ending; what has not ended has neither."""
    ended = one.standing.verdict is not None
    below = words(one.subject.ending.value) if ended else f"{one.state.value}; no verdict yet"
    return [standing_word(one.standing), paragraph(below, "cell")]


def _progress(one: NightRun) -> Iterator[str]:
    """Yield units done of each sample, and stages done."""
    summary, plan = one.subject.summary, one.subject.frozen.plan
    for stage in plan.stages:
        if isinstance(stage, Acquire):
            done = summary.units.get(stage.name, 0)
            of = amount(stage.units, stage.observes.value.removesuffix("s"))
            yield f"{number(done)} of {of} ({_percent(done, stage.units)})"
    finished = sum(one.status not in ("waiting", "running", "stopped") for one in summary.stages.values())
    yield f"stages: {number(finished)} of {number(len(plan.stages))}"


def _minute(utc: str) -> str:
    return f"{moment(utc):%Y-%m-%d %H:%M}"


def _percent(done: int, units: int) -> str:
    """Write a share in tenths of a percent, rounded down: what is not complete is never 100%."""
    tenths = done * 1000 // units
    return f"{tenths / 10:g}%"
