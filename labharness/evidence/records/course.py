"""Bodies of the records that say how a run goes: start, sessions, stages, interruptions, end.

Bodies of the records that say what a run came to: repeated data, results of checks, and the verdict with its rule.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, Self

from pydantic import Field, model_validator

from labharness.evidence.records.body import Body, Count, Reasons, RecordPart, RecordType, Sha256
from labharness.evidence.records.calls import ChannelName
from labharness.evidence.segments import SegmentState
from labharness.model.device import DeviceClass
from labharness.model.observations import Kind, Source
from labharness.model.results import CheckResult, Ending, Verdict
from labharness.model.stages import StageStatus

FileName = Annotated[str, Field(pattern="^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")]
"""A file of the run folder itself: no path leads out of it."""


class PlannedStage(RecordPart):
    """One stage of the plan; ``units`` is 0 where a stage has none."""

    name: str
    kind: str
    units: Count


class PlanCompared(RecordPart):
    """The plan of the product, for the same game and device class, that the frozen plan differs from least.

    Parameters
    ----------
    id, version
        Of that plan, "" and 0 where the product has none.
    values
        Number of values that differ; 0 where the frozen plan is that plan.
    keys
        Where the first of them stand.
    """

    id: str = ""
    version: int = 0
    values: Count = 0
    keys: tuple[str, ...] = ()


class PlanNamed(RecordPart):
    """The frozen plan: its id, and in what it differs from the packaged plan of that id."""

    id: str
    version: int
    title: str
    device_class: DeviceClass
    sha256: Sha256
    stages: tuple[PlannedStage, ...]
    altered: tuple[str, ...] = ()
    compared: PlanCompared | None = None


class AdapterNamed(RecordPart):
    """The adapter that speaks to a channel."""

    name: str
    title: str
    version: int
    source: Source


class AdaptersNamed(RecordPart):
    """The adapters of a run, by channel."""

    device: AdapterNamed
    reader: AdapterNamed | None


class CardsNamed(RecordPart):
    """The marked card stock whose marks the reader reads."""

    id: str
    title: str
    maker: str
    stock: str
    marks: str


class StartBody(Body):
    """The first record: plan, frozen files, channels, operator, host and versions.

    Parameters
    ----------
    files
        SHA-256 of each frozen file.
    device, reader
        URLs.
    simulated
        What the operator declares to be simulated, else "".
    acknowledged
        Whether the run keeps count of the bytes on the medium until it ends.
    account
        Account of the operating system that the runner runs as; ``operator`` is a name that somebody typed.
    compares
        Whether a record of what the data begin with comes before the verdict.
    """

    TYPE: ClassVar = RecordType.START
    schema_number: int = Field(alias="schema")
    labharness: str
    plan: PlanNamed
    device: str
    reader: str | None
    operator: str
    host: str
    versions: dict[str, str]
    adapter: AdaptersNamed
    simulated: str = ""
    submission: str = ""
    cards: CardsNamed | None = None
    run: str
    files: dict[FileName, Sha256]
    acknowledged: bool = False
    account: str = ""
    compares: bool = False

    @property
    def channels(self) -> dict[ChannelName, tuple[str, AdapterNamed]]:
        """URL and adapter of each channel that the run has."""
        device, reader = self.adapter.device, self.adapter.reader
        both: dict[ChannelName, tuple[str, AdapterNamed]] = {"device": (self.device, device)}
        if self.reader is not None and reader is not None:
            both["reader"] = (self.reader, reader)
        return both


class SessionOpenedBody(Body):
    """A planned part of the run begins."""

    TYPE: ClassVar = RecordType.SESSION_OPENED
    session: int
    utc: str = ""


class SessionClosedBody(Body):
    """A planned session ended; this is not an interruption. ``units`` counts the units of this session, by stage."""

    TYPE: ClassVar = RecordType.SESSION_CLOSED
    session: int
    units: dict[str, int]
    reasons: Reasons


class BrokenOffBody(Body):
    """The device, or the way to it, failed; the run can be resumed."""

    TYPE: ClassVar = RecordType.BROKEN_OFF
    reasons: Reasons


class MonitorCrossedBody(Body):
    """What was bet against the device reached its threshold: the run ends with a failure.

    Parameters
    ----------
    stage
        The stage whose sample was watched.
    units
        Regular units of the sample at the crossing.
    log10_value
        Common logarithm of the e-value there.
    level
        Chance at most that a fair device ever reaches 1 over it.
    """

    TYPE: ClassVar = RecordType.MONITOR_CROSSED
    stage: str
    units: Count
    log10_value: float
    level: float


class ResumedBody(Body):
    """A run was resumed.

    Parameters
    ----------
    after_seq
        The last record before.
    gap_s
        Seconds since that record.
    orphan_frames
        Frames that no record refers to, by channel.
    planned
        Whether the session before was closed, so that this is no interruption.
    account
        Account of the operating system that the runner runs as.
    """

    TYPE: ClassVar = RecordType.RESUMED
    after_seq: int
    gap_s: float
    orphan_frames: dict[str, int]
    planned: bool
    account: str = ""


class RecoveredBody(Body):
    """Torn tails found when the runner came back, and every segment as it was then."""

    TYPE: ClassVar = RecordType.RECOVERED
    ledger_torn: str
    segments: tuple[SegmentState, ...]


class StageStartedBody(Body):
    """A stage begins; ``done`` of its ``units`` are recorded already."""

    TYPE: ClassVar = RecordType.STAGE_STARTED
    stage: str
    kind: str
    session: int
    units: Count
    done: Count


class StageFinishedBody(Body):
    """A stage ends in this session."""

    TYPE: ClassVar = RecordType.STAGE_FINISHED
    stage: str
    session: int
    status: StageStatus
    reasons: Reasons


class ProgressBody(Body):
    """Where a stage stands that records no units."""

    TYPE: ClassVar = RecordType.PROGRESS
    stage: str
    done: Count
    units: Count


class DeviationBody(Body):
    """Anything that is not as planned; the report prints it."""

    TYPE: ClassVar = RecordType.DEVIATION
    reasons: Reasons


class ConductedBody(Body):
    """Nothing more is asked of the device: how the run stopped. What follows is made from the records alone."""

    TYPE: ClassVar = RecordType.CONDUCTED
    ending: Ending
    reasons: Reasons


class EndBody(Body):
    """The last record: how the run ended, the number of records, every segment as it was closed."""

    TYPE: ClassVar = RecordType.END
    ending: Ending
    reasons: Reasons
    records: int
    segments: tuple[SegmentState, ...]


class Content(StrEnum):
    """What of a unit is compared with the units of other runs."""

    DATA = "data"
    """Raw bytes, outcomes, or the cards in the order in which they left the device."""
    MOVES = "moves"
    """Where a shuffle put each card, whatever order went in."""


class FirstUnits(RecordPart):
    """The first units of a stage in one session, or after one break: so many that two fair devices do not agree by chance.

    Parameters
    ----------
    first
        Index within the stage of the first of them.
    units
        How many are hashed.
    sha256
        Of the content's name, a line feed and the units: bytes as they are, outcomes as two bytes each (little-endian), cards
        and moves as the SHA-256 of each unit's numbers, written in the same way.
    """

    stage: str
    kind: Kind
    content: Content
    first: Count
    units: Count
    sha256: Sha256


class SameData(RecordPart):
    """Units that a run has in common with another one, from a beginning of each.

    Parameters
    ----------
    mine
        Those of this run: all consecutive units that both have.
    run, start
        The other run, and the SHA-256 of its start record.
    stage, first
        Where its units begin.
    """

    mine: FirstUnits
    run: str
    start: Sha256
    stage: str
    first: Count


class FirstUnitsBody(Body):
    """The beginnings of a run's data, and what came of comparing them with the runs on record as it was judged.

    Parameters
    ----------
    runs, starts
        How many runs of the workspace it was compared with, and the SHA-256 of the sorted hashes of their start records, a line
        each.
    unread
        Runs that could not be read.
    """

    TYPE: ClassVar = RecordType.FIRST_UNITS
    hashed: tuple[FirstUnits, ...]
    runs: Count
    starts: Sha256
    unread: tuple[str, ...]
    same: tuple[SameData, ...]


class CheckDescribed(RecordPart):
    """A check as a reader needs it without its code."""

    name: str
    title: str
    version: int
    unit: str
    hypothesis: str
    reference: str


class ResultBody(Body):
    """Result of one planned check; it judged no unit that it did not read."""

    TYPE: ClassVar = RecordType.RESULT
    check: str
    about: CheckDescribed | None
    result: CheckResult

    @model_validator(mode="after")
    def _counts_units(self) -> Self:
        if not 0 <= self.result.counted <= self.result.units:
            raise ValueError("a result judged other units than it read")
        return self


class FamilyApplied(RecordPart):
    """Checks that answer one citation, or the laboratory's own, and the levels that they are held to."""

    name: str
    checks: tuple[str, ...]
    level: float
    fail_below: float
    retest_below: float | None


class FalseAlarmsExpected(RecordPart):
    """Rates at which a conforming device does not pass."""

    fail: float
    not_passed: float
    fail_at_most: float
    not_passed_at_most: float


class RuleApplied(RecordPart):
    """The decision rule with its levels, so that a reader needs no constant of the program.

    Parameters
    ----------
    monitoring
        Level of what was watched while the run recorded, beside ``family_alpha``; 0 where nothing was.
    """

    family_alpha: float
    informational_level: float
    outright: float
    families: tuple[FamilyApplied, ...]
    false_alarms: FalseAlarmsExpected
    monitoring: float = 0.0


class VerdictBody(Body):
    """The verdict and the rule that it was reached by."""

    TYPE: ClassVar = RecordType.VERDICT
    verdict: Verdict
    rule: RuleApplied | None = None
