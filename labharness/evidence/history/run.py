"""Everything that a run's records add up to, in one pass: read back whole, or kept up to date as they come.

How far a run has come, for the runner that goes on with it.

What the records of a run say of its evidence, whatever its samples show.

Findings of a run as a report prints them: who answered, when, and what came with it.

Records that a report prints one by one, and counts of the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Generic, Self, TypeVar

from labharness.evidence.folder import RunFolder
from labharness.evidence.history.course import Beginning, RunCourse, Signs
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.records.body import Body, Reasons, RecordType
from labharness.evidence.records.calls import (
    AcquireCall,
    AlarmBody,
    ConnectedBody,
    ExchangeBody,
    IdentifyCall,
    ObservedBody,
    Purpose,
    ReadBody,
    RejectedBody,
    SoftwareCall,
)
from labharness.evidence.records.course import (
    FirstUnitsBody,
    ResumedBody,
    SameData,
    SessionOpenedBody,
    StageFinishedBody,
    StageStartedBody,
    StartBody,
    VerdictBody,
)
from labharness.evidence.records.line import Record, Understanding
from labharness.evidence.records.people import (
    NOBODY,
    READER,
    AnswerBody,
    AttachedFile,
    CommandBody,
    FindingBody,
    PromptBody,
)
from labharness.evidence.simulation import is_replay
from labharness.model.device import DeviceIdentity, SoftwareComponent
from labharness.model.observations import InputKnown, Kind, Source
from labharness.model.reasons.run import Course
from labharness.model.stages import HealthAlarms, HealthTest, Result, StageStatus
from labharness.reason import Reason


@dataclass
class Progress:
    """How far a run has come: what its runner must know to go on.

    Parameters
    ----------
    units
        Units recorded, by stage.
    rejected
        Reads and entries that were not believed and made again, by stage.
    reads
        Independent reads made of device-reported units, by stage.
    finished
        Status with which each stage finished last.
    findings
        What the trials or items of each stage that people carry out showed, in their order.
    last_output
        The order that came out last, as it is recorded, by stage; absent where it is not known, as after a gap.
    seen
        Orders that our reader read, as they are recorded, to notice one imported twice.
    orphaned
        Whether the device was at work when the run broke off, so that cards may lie about.
    jams
        Jams that broke off the device's work, by stage.
    jammed
        Stage of a jam after which nothing was observed yet, so that it may not be cleared.
    trial
        Stage of a trial that was begun and has no finding, so that the device may not be as it should.
    """

    session: int = 0
    prompts: int = 0
    units: dict[str, int] = field(default_factory=dict)
    rejected: dict[str, int] = field(default_factory=dict)
    reads: dict[str, int] = field(default_factory=dict)
    finished: dict[str, StageStatus] = field(default_factory=dict)
    findings: dict[str, list[Result]] = field(default_factory=dict)
    last_output: dict[str, str] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    identity: DeviceIdentity | None = None
    software: tuple[SoftwareComponent, ...] | None = None
    orphaned: bool = False
    jams: dict[str, int] = field(default_factory=dict)
    jammed: str = ""
    trial: str = ""

    def take(self, record: Record) -> None:
        """Add one record."""
        match record.body:
            case ObservedBody() as body:
                self._observed(body)
            case ReadBody(purpose=Purpose.AGREEMENT, stage=stage):
                self.reads[stage] = self.reads.get(stage, 0) + 1
            case RejectedBody(stage=stage):
                self.rejected[stage] = self.rejected.get(stage, 0) + 1
            case CommandBody(stage=stage) if (
                stage
            ):  # the device told of a jam; one that a person tells of has no stage
                self.jams[stage] = self.jams.get(stage, 0) + 1
                self.jammed = stage
                self.last_output.clear()
            case StageFinishedBody(stage=stage, status=status):
                self.finished[stage] = status
            case FindingBody(stage=stage, result=result):
                self.findings.setdefault(stage, []).append(result)
                self.trial = ""
            case PromptBody() as body:
                self._prompt(body)
            case ExchangeBody() as body:
                self._exchange(body)
            case _:
                self._session(record.body)

    def _observed(self, body: ObservedBody) -> None:
        self.jammed, self.orphaned = "", False
        self.units[body.stage] = body.first + body.units
        if body.kind is Kind.SHUFFLE:
            output = body.data[-1][1]
            self.last_output[body.stage] = output
            if body.source.independent:  # those that a device reports are too many to remember
                self.seen.add(output)

    def _prompt(self, body: PromptBody) -> None:
        self.prompts = body.prompt + 1
        if body.action == "procedure":
            self.trial = body.data.stage
        elif body.action == "put_back":
            self.last_output.clear()  # nobody knows the order in which the cards went in again

    def _exchange(self, body: ExchangeBody) -> None:
        if isinstance(body, IdentifyCall) and (self.identity is None or not self.finished):
            self.identity = body.answer  # a person may have read a wrong name plate first
        elif isinstance(body, SoftwareCall) and self.software is None:
            self.software = body.answer
        elif isinstance(body, AcquireCall) and body.error is not None:
            self.orphaned = True

    def _session(self, body: Body) -> None:
        match body:
            case SessionOpenedBody(session=session):
                self.session = session
            case ResumedBody(planned=planned, orphan_frames=orphans):
                if not planned:
                    self.last_output.clear()
                self.orphaned |= any(orphans.values())
            case _:
                pass


_RANK = {StageStatus.DONE: 0, StageStatus.NOT_APPLICABLE: 0, StageStatus.DOUBTFUL: 1, StageStatus.FAILED: 2}


@dataclass
class CaptureTrust:
    """What no check of a sample sees.

    Parameters
    ----------
    stages
        The worst status of each finished stage over all sessions, with its reasons.
    sources
        Who read the units, by stage.
    unknown_inputs
        Units whose input order is not known, by stage.
    reads
        Card errors of each independent read of a reported unit, by stage.
    gaps
        Interruptions.
    repeats
        Requests without effect that were made again.
    """

    stages: dict[str, tuple[StageStatus, Reasons]] = field(default_factory=dict)
    sources: dict[str, set[Source]] = field(default_factory=dict)
    unknown_inputs: dict[str, int] = field(default_factory=dict)
    reads: dict[str, list[int]] = field(default_factory=dict)
    gaps: int = 0
    repeats: int = 0
    alarms: dict[tuple[str, HealthTest], HealthAlarms] = field(default_factory=dict)
    """Alarms of the health tests of raw bytes, by stage and test."""
    replayed: bool = False
    first_units: FirstUnitsBody | None = None
    """What the data begin with, as the run was judged last."""
    same: dict[SameData, None] = field(default_factory=dict)
    """Data that other runs have too, of every judgment."""
    uncompared: bool = False
    """Whether there is a verdict, and the record is missing that must come before it."""
    _compares: bool = False
    _under_way: set[str] = field(default_factory=set)
    _broken: set[str] = field(default_factory=set)
    _doubted: dict[tuple[str, int], Reasons] = field(default_factory=dict)
    _unsettled: list[Reason] = field(default_factory=list)

    @property
    def broken(self) -> frozenset[str]:
        """Stages of which a start or an end is not on record."""
        return frozenset(self._broken | (self._under_way & self.stages.keys()))

    @property
    def unsettled(self) -> tuple[Reason, ...]:
        """Reads that were doubtful and never made again."""
        return (*self._unsettled, *self._in_doubt())

    def take(self, record: Record) -> None:
        """Add the next record."""
        body = record.body
        match body:
            case StartBody() | ConnectedBody():
                self.replayed = self.replayed or is_replay(body)
                self._compares = self._compares or (isinstance(body, StartBody) and body.compares)
            case StageStartedBody(stage=stage):
                self._begin(stage)
            case StageFinishedBody(stage=stage, status=status, reasons=reasons):
                self._finish(stage, status, reasons)
            case ResumedBody(planned=planned):
                self._under_way.clear()
                self.gaps += not planned
                # What was read with doubt before a break is never read again: what comes after is another unit.
                self._unsettled += self._in_doubt()
                self._doubted.clear()
            case ExchangeBody(repeat=repeat):
                self.repeats += repeat > 0
            case FirstUnitsBody(same=same):
                self.first_units = body
                self.same |= dict.fromkeys(same)
            case VerdictBody():
                self.uncompared = self._compares and self.first_units is None
            case _:
                self._take_sample(body)

    def _take_sample(self, body: Body) -> None:
        match body:
            case ObservedBody(stage=stage, first=first, units=units):
                self._doubted.pop((stage, first), None)
                self.sources.setdefault(stage, set()).add(body.source)
                if body.input_known is InputKnown.UNKNOWN:
                    self.unknown_inputs[stage] = self.unknown_inputs.get(stage, 0) + units
            case ReadBody(stage=stage, unit=unit, purpose=purpose, errors=errors):
                self._doubted.pop((stage, unit), None)
                if purpose is Purpose.AGREEMENT:
                    self.reads.setdefault(stage, []).append(errors)
            case RejectedBody(stage=stage, unit=unit, reasons=why):
                self._doubted[stage, unit] = why
            case AlarmBody(stage=stage, alarms=alarms):
                for alarm in alarms:
                    before = self.alarms.get((stage, alarm.test))
                    number = alarm.number + (before.number if before else 0)
                    self.alarms[stage, alarm.test] = replace(before or alarm, number=number)
            case _:
                pass

    def _in_doubt(self) -> list[Reason]:
        return [
            Course.READ_UNSETTLED(stage=stage, unit=unit + 1, why=why)
            for (stage, unit), why in self._doubted.items()
        ]

    def _begin(self, stage: str) -> None:
        """Note where a stage begins twice without an interruption in between."""
        if stage in self._under_way:
            self._broken.add(stage)
        self._under_way.add(stage)

    def _finish(self, stage: str, status: StageStatus, reasons: Reasons) -> None:
        """Keep the worst status of a stage over all sessions."""
        if stage not in self._under_way:
            self._broken.add(stage)
        self._under_way.discard(stage)
        if stage not in self.stages or _RANK[status] > _RANK[self.stages[stage][0]]:
            self.stages[stage] = (status, reasons)


@dataclass(frozen=True, slots=True)
class Finding:
    """What one trial, one item or one count by hand showed.

    Parameters
    ----------
    reaction
        What the device said or did, where that was looked for.
    attachment
        The file that came with the answer, if one did.
    who
        Those who answered what was asked for it, in order.
    utc
        When it was put on record.
    """

    item: str
    result: Result
    reaction: Reasons
    comment: str
    attachment: AttachedFile | None
    who: tuple[str, ...]
    utc: str


@dataclass
class Findings:
    """What trials, items and counts by hand showed, with those who answered."""

    _made: dict[str, list[Finding]] = field(default_factory=dict)
    _who: dict[str, None] = field(default_factory=dict)

    @property
    def by_stage(self) -> dict[str, tuple[Finding, ...]]:
        """The findings of each stage, in the order in which they were made."""
        return {stage: tuple(each) for stage, each in self._made.items()}

    def take(self, record: Record) -> None:
        """Add the next record."""
        match record.body:
            case AnswerBody(who=name) if name not in (NOBODY, READER):
                self._who[name] = None
            case StageStartedBody() | ResumedBody():
                self._who.clear()
            case FindingBody() as body:
                finding = Finding(
                    body.item,
                    body.result,
                    body.reaction,
                    body.comment,
                    body.attachment,
                    tuple(self._who),
                    record.utc,
                )
                self._made.setdefault(body.stage, []).append(finding)
                self._who.clear()
            case _:
                pass


BodyType = TypeVar("BodyType", bound=Body)
_MANY = (RecordType.OBSERVED, RecordType.EXCHANGE, RecordType.READ, RecordType.PROGRESS)


@dataclass(frozen=True, slots=True)
class LogEntry(Generic[BodyType]):
    """A record with the type of its body."""

    seq: int
    utc: str
    hash: str
    body: BodyType


@dataclass
class Log:
    """Records that a report prints, and counts of the rest.

    Parameters
    ----------
    kept
        Every record that is printed for itself, failed exchanges included.
    counted
        Records by type.
    known
        Units by stage, by how their input is known and by who read them.
    reads
        Independent reads by stage, purpose and who read: decks, cards and errors.
    """

    kept: list[Record] = field(default_factory=list)
    counted: Counter[RecordType] = field(default_factory=Counter)
    known: Counter[tuple[str, InputKnown, Source]] = field(default_factory=Counter)
    reads: dict[tuple[str, Purpose, Source], tuple[int, int, int]] = field(default_factory=dict)

    def take(self, record: Record) -> None:
        """Add the next record."""
        kind, body = record.type, record.body
        self.counted[kind] += 1
        if kind not in _MANY or (isinstance(body, ExchangeBody) and body.error is not None):
            self.kept.append(record)
        elif isinstance(body, ObservedBody):
            self.known[body.stage, body.input_known, body.source] += body.units
        elif isinstance(body, ReadBody):
            key = (body.stage, body.purpose, body.source)
            decks, cards, errors = self.reads.get(key, (0, 0, 0))
            self.reads[key] = (decks + 1, cards + body.cards, errors + body.errors)

    def of(self, kind: type[BodyType]) -> Iterator[LogEntry[BodyType]]:
        """Yield kept records whose body is of a type, in order."""
        for record in self.kept:
            if isinstance(record.body, kind):
                yield LogEntry(record.seq, record.utc, record.hash, record.body)


@dataclass
class RunHistory:
    """The fold of a run's records; runner, command line, window, judging and reports all begin here.

    Parameters
    ----------
    summary
        Where the run stands and what it showed.
    progress
        What its runner must know to go on.
    trust
        What the course of the run says of its evidence.
    signs
        What people saw that speaks against the device and that no stage counts.
    findings
        What trials, items and counts by hand showed.
    course
        What went on when.
    log
        Records that are printed, and counts of the rest.
    beginning
        Whether it ended by a slip before anything was asked of the device.
    """

    summary: RunSummary = field(default_factory=RunSummary)
    progress: Progress = field(default_factory=Progress)
    trust: CaptureTrust = field(default_factory=CaptureTrust)
    signs: Signs = field(default_factory=Signs)
    findings: Findings = field(default_factory=Findings)
    course: RunCourse = field(default_factory=RunCourse)
    log: Log = field(default_factory=Log)
    beginning: Beginning = field(default_factory=Beginning)

    @classmethod
    def of(cls, folder: RunFolder) -> Self:
        """Read a whole run; raises :class:`IntegrityError` at the first bad line."""
        return cls.at(folder).read(folder.records())

    @classmethod
    def at(cls, folder: RunFolder) -> Self:
        """Return the history of a run of which no record is read yet."""
        return cls(RunSummary(rescinded_law=folder.under_rescinded_law))

    def read(self, records: Iterable[Record]) -> Self:
        """Add further records, in order; returns itself."""
        for record in records:
            self.take(record)
        return self

    def take(self, record: Record) -> None:
        """Add the next record; raises :class:`IntegrityError` where its contents make no sense."""
        with Understanding(record):
            self.progress.take(record)
            self.trust.take(record)
            self.signs.take(record)
            self.findings.take(record)
            self.course.take(record)
            self.log.take(record)
            self.beginning.take(record)
            self.summary.take(record)
