"""What the window shows of the results of a run: plain facts, read from its records, and the columns of its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from labharness.acts import compare
from labharness.acts.headings import ADJUSTED
from labharness.app.evidence.ledger_browser import ListedFrame, transfers
from labharness.app.plug_ins.check_titles import titles_for
from labharness.app.runs.run_comparison import CheckFacts, Remark, check_facts, remarks
from labharness.app.runs.run_index import equal_runs
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.history.course import RunCourse, StageView
from labharness.evidence.lock import LEDGER, evidence_file
from labharness.evidence.records.calls import ExchangeBody, ObservedBody
from labharness.gui.kit.run_standing import TONES, RunStanding, Tone, say, tone_of
from labharness.gui.kit.tables.columns import counted, moment, p_value, shown, sized, time_utc
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import cited, code_words, tr, translated
from labharness.language.numbers import number
from labharness.language.record_sentences import sentence, stage
from labharness.language.run_groups import recorded_sample, worded
from labharness.language.standings import qualified, standing_words
from labharness.model.observations import Kind
from labharness.model.results import Standing
from labharness.model.stages import Result
from labharness.reporting.layout import UNVERIFIED, signs_in_words

if TYPE_CHECKING:
    from labharness.app.reports.reverify import Reverification
    from labharness.assessment.runs.subject import EvidenceFile, Subject


@dataclass(frozen=True, slots=True)
class FindingFacts:
    """What a trial, an item or a count by hand showed; ``kind`` is that of its stage."""

    stage: str
    kind: str
    what: str
    result: str
    words: str


@dataclass(frozen=True, slots=True)
class EventFacts:
    """A record that a person following the run reads, in words."""

    record: int
    utc: str
    stage: str
    words: str


@dataclass(frozen=True, slots=True)
class ResultFacts:
    """A run that was read and verified.

    Parameters
    ----------
    standing
        Its verdict with its qualifiers; a pass of evidence that does not verify is none.
    device
        What it calls itself, with its serial number.
    ending
        How the run stopped, in words; "" where it has not.
    simulated
        What shows that the device was simulated, "" for a device.
    sentences
        The verdict and its reasons, one sentence each.
    problems
        Faults of the evidence, one sentence each; none where it verifies.
    """

    run: str
    title: str
    device: str
    started: str
    standing: Standing
    ending: str
    simulated: str
    sentences: tuple[str, ...]
    problems: tuple[str, ...]
    checks: tuple[CheckFacts, ...]
    stages: tuple[StageView, ...]
    findings: tuple[FindingFacts, ...]
    files: tuple[EvidenceFile, ...]
    records: int
    head: str
    sample: str = ""
    course: RunCourse = field(default_factory=RunCourse)
    """What went on when."""
    remarks: tuple[Remark, ...] = ()
    """What people noted about the run in the register, after it."""


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """One record of the sample.

    Parameters
    ----------
    first, units
        Index of its first unit within the stage, and how many it holds.
    record
        Number of the record in the ledger.
    channel, frames
        Channel and numbers of the first and last frame of the exchange that it was decoded from.
    text
        What was decoded, as recorded.
    counted
        What the chosen check counts in it, None where it gives a unit no number.
    """

    stage: str
    first: int
    units: int
    record: int
    utc: str
    channel: str
    frames: tuple[int, int]
    text: str
    counted: int | None = None


@dataclass(frozen=True, slots=True)
class Reproduced:
    """What judging the evidence again came to: the verdict again, or what differs, one sentence each.

    Parameters
    ----------
    counts
        What was done again and is the same.
    """

    same: bool
    differing: tuple[str, ...]
    counts: str


STATUS = {
    "done": Tone.PASS,
    "failed": Tone.FAIL,
    "running": Tone.BUSY,
    "stopped": Tone.UNSURE,
    "doubtful": Tone.UNSURE,
}


def outcome_word(check: CheckFacts) -> str:
    """Return what a check came to in one word."""
    return translated(compare.outcome(check))


def copied_word(check: CheckFacts) -> str:
    """Return what is copied: away from its page the word has the qualifiers of the run."""
    return qualified(outcome_word(check), check.qualifiers)


def outcome_tone(check: CheckFacts) -> Tone:
    """Return which kind of news the decision about a check is; a check that was not tested never looks like a failure."""
    return Tone.QUIET if check.outcome is None or check.shown_only else TONES[check.outcome]


CHECKS: Sequence[Column[CheckFacts]] = (
    shown(compare.OUTCOME, 156, tone=outcome_tone, facet=True, whole=copied_word),
    shown(compare.CHECK, 230),
    Column(translated(compare.OBSERVED.title), lambda check: check.observed, 150, uncut=True),
    Column(tr("Random device"), lambda check: check.fair, 120, name="fair", uncut=True, yields=1),
    Column(tr("Effect (95% interval)"), lambda check: check.effect, 260, name="effect", uncut=True, yields=3),
    p_value(translated(ADJUSTED), lambda check: check.p_value),
    Column(tr("Fails below"), lambda check: check.level, 90, number=True, name="level"),
    Column(tr("Requirement"), lambda check: cited(check.requirement), 280, yields=2),
)
OBSERVED = 2
"""Place of the column that takes the room that is left: what was observed is the longest of them."""


def _frames(unit: UnitFacts) -> str:
    first, last = unit.frames
    if last < first:
        return ""
    return number(first) if first == last else f"{number(first)}–{number(last)}"


def _unit(unit: UnitFacts) -> str:
    if unit.units == 1:
        return number(unit.first + 1)
    return tr("{first} to {last}", first=number(unit.first + 1), last=number(unit.first + unit.units))


UNITS: Sequence[Column[UnitFacts]] = (
    Column(tr("Unit"), _unit, 140, sort=lambda unit: unit.first, uncut=True),
    counted(tr("Counted"), lambda unit: unit.counted, 78, yields=1),
    counted(tr("Record"), lambda unit: unit.record, 70, yields=2),
    Column(tr("Frames"), _frames, 80, sort=lambda unit: unit.frames[0], number=True, yields=4),
    time_utc(tr("UTC"), lambda unit: unit.utc, 96, yields=3),
    Column(tr("Recorded"), lambda unit: unit.text, 400),
)
DIRECTIONS = {"out": tr("sent"), "in": tr("received")}
FRAMES: Sequence[Column[ListedFrame]] = (
    counted(tr("Frame"), lambda frame: frame.number, 70),
    Column(tr("Direction"), lambda frame: DIRECTIONS.get(frame.direction, frame.direction), 90),
    counted(tr("Bytes"), lambda frame: len(frame.payload), 80),
    Column(tr("Segment"), lambda frame: frame.segment, 200, yields=1),
)


def _done(stage: StageView) -> str:
    if not stage.units:
        return ""
    return tr("{done} of {units}", done=number(stage.done), units=number(stage.units))


STAGES: Sequence[Column[StageView]] = (
    Column(
        tr("Status"),
        lambda stage: stage.status.capitalize(),
        110,
        tone=lambda stage: STATUS.get(stage.status, Tone.QUIET),
    ),
    Column(tr("Stage"), lambda stage: stage.name, 200),
    Column(tr("Kind"), lambda stage: stage.kind, 110),
    Column(tr("Done"), _done, 140, sort=lambda stage: stage.done, number=True),
    Column(tr("Remarks"), lambda stage: worded(stage.reasons), 400),
)
SEEN = {Result.AS_EXPECTED.value: Tone.PASS, Result.NOT_AS_EXPECTED.value: Tone.FAIL}
FINDINGS: Sequence[Column[FindingFacts]] = (
    Column(
        tr("Result"),
        lambda finding: finding.result.capitalize(),
        150,
        tone=lambda finding: SEEN.get(finding.result, Tone.QUIET),
        facet=True,
    ),
    Column(tr("Stage"), lambda finding: finding.stage, 160, facet=True),
    Column(tr("Item"), lambda finding: finding.what, 300),
    Column(tr("Observed, by"), lambda finding: finding.words, 400),
)
EVENTS: Sequence[Column[EventFacts]] = (
    counted(tr("Record"), lambda event: event.record, 80),
    moment(tr("Time"), lambda event: event.utc),
    Column(tr("Stage"), lambda event: event.stage, 150, facet=True),
    Column(tr("Event"), lambda event: event.words, 500),
)
REMARKS: Sequence[Column[Remark]] = (
    moment(tr("Time"), lambda each: each.utc, dated=False),
    Column(tr("Who"), lambda each: each.author, 130),
    Column(translated(compare.CHECK.title), lambda each: each.check or tr("whole run"), 180, named=True),
    Column(tr("Remark"), lambda each: each.text, 500),
)
DIFFERENCES: Sequence[Column[str]] = (Column(tr("What differs"), lambda line: line, 700),)
FILES: Sequence[Column[EvidenceFile]] = (
    Column(tr("File"), lambda file: file.name, 240, named=True),
    sized(tr("Size"), lambda file: file.size),
    counted(tr("Frames"), lambda file: file.frames, 80),
    Column(tr("SHA-256"), lambda file: file.sha256, 520),
)


LONGEST_TEXT = 400
"""Characters of a decoded unit that are shown; its bytes are shown in full."""


def read_result(workspace: Workspace, run: str) -> ResultFacts:
    """Read and verify a run in one pass; on another thread, as all that follow."""
    from labharness.assessment.runs.subject import Subject
    from labharness.assessment.statements import verdict_statement

    folder = workspace.run(run)
    subject = Subject.of(folder, titled=titles_for(workspace.path))
    summary, identity = subject.summary, subject.summary.identity
    serial = ", " + tr("serial {serial}", serial=identity.serial) if identity is not None else ""
    equal = equal_runs(workspace, subject.run)
    standing = subject.standing(
        alive=folder.alive, same_data=bool(equal.same), explained_data=bool(equal.explained)
    )
    verdict, reasons = subject.say(verdict_statement(subject)), subject.words(subject.reasons)
    planned = {name: stage.units for name, stage in summary.stages.items()}
    return ResultFacts(
        run=subject.run,
        title=subject.frozen.plan.title,
        device=f"{subject.device_name}{serial}",
        started=summary.started,
        standing=standing,
        ending=code_words(summary.ending.value).capitalize() if summary.ending else "",
        simulated=signs_in_words(summary.simulation) if summary.simulated else "",
        sentences=tuple(dict.fromkeys((*map(say, equal.reasons), verdict, *reasons))),
        problems=tuple(map(say, subject.verification.problems)),
        checks=tuple(check_facts(subject)),
        stages=tuple(summary.stages.values()),
        findings=tuple(_findings(subject)),
        files=tuple(subject.files),
        records=summary.records,
        head=summary.head,
        sample=", ".join(recorded_sample(summary.units, summary.observed, planned)),
        course=subject.history.course,
        remarks=remarks(workspace, run),
    )


def read_events(workspace: Workspace, run: str) -> Sequence[EventFacts]:
    """Return the records of a run that people read, in words."""
    return tuple(
        EventFacts(record.seq, record.utc, stage(record), text)
        for record in workspace.run(run).records()
        if (text := sentence(record)) is not None
    )


def read_record(workspace: Workspace, run: str, number: int) -> str:
    """Return a record as it stands in the ledger, one line."""
    with evidence_file(workspace.run(run).path, LEDGER) as ledger:
        return next(islice(ledger, number, number + 1), b"").decode("utf-8").rstrip("\n")


def read_units(workspace: Workspace, run: str, stage: str) -> Sequence[UnitFacts]:
    """Read the sample of a stage, one entry for each record of it."""
    exchanges: dict[int, ExchangeBody] = {}
    units = []
    for record in workspace.run(run).records():
        body = record.body
        if isinstance(body, ExchangeBody):
            exchanges = {record.seq: body}  # a unit follows the exchange that it was decoded from
        elif isinstance(body, ObservedBody) and body.stage == stage:
            source = exchanges.get(body.exchange)
            channel, frames = (source.channel, source.frames) if source is not None else ("", (0, -1))
            text = _decoded(body)
            units.append(
                UnitFacts(stage, body.first, body.units, record.seq, record.utc, channel, frames, text)
            )
    return units


def read_frames(workspace: Workspace, run: str, unit: UnitFacts) -> Sequence[ListedFrame]:
    """Return the transfers that a record was decoded from."""
    if not unit.channel:
        return ()
    return tuple(transfers(workspace.run(run), unit.channel, unit.frames))


def reproduced(again: Reverification) -> Reproduced:
    """Return what judging the evidence again came to, in words."""
    counts = tr(
        "{exchanges} exchanges, {observations} units and {results} results are the same again.",
        exchanges=number(again.exchanges),
        observations=number(again.observations),
        results=number(again.results),
    )
    return Reproduced(again.same, tuple(say(each) for each in (*again.problems, *again.notes)), counts)


def _findings(subject: Subject) -> Iterator[FindingFacts]:
    for name, each in subject.findings.items():
        for finding in each:
            who = ", ".join(finding.who)
            text = " · ".join(part for part in (worded(finding.reaction), finding.comment, who) if part)
            kind = subject.summary.stages[name].kind if name in subject.summary.stages else ""
            yield FindingFacts(name, kind, finding.item, finding.result.value, text)


def _decoded(body: ObservedBody) -> str:
    """Return the units of a record as they were recorded; of raw bytes their hash."""
    parts = [" | ".join(map(str, unit)) if not isinstance(unit, str) else unit for unit in body.data]
    shown = (tr("SHA-256") + " " if body.kind is Kind.BYTES else "") + "  ".join(parts)
    return shown if len(shown) <= LONGEST_TEXT else f"{shown[: LONGEST_TEXT - 1]}…"


MOST = 3
"""Sentences of the verdict that the banner holds."""


def result_standing(facts: ResultFacts) -> RunStanding:
    """Return the verdict, and the first of its sentences; what is wrong with the record comes before them."""
    problems = [f"{UNVERIFIED}: {facts.problems[0]}"] if facts.problems else []
    sentences = [*problems, *facts.sentences]
    sentence = sentences[:MOST]
    if rest := len(sentences[MOST:]):
        sentence.append(tr("{rest} more in the report.", rest=rest))
    return RunStanding(tone_of(facts.standing), standing_words(facts.standing), " ".join(sentence))
