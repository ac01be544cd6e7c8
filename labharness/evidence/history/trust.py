"""What the records of a run say of its evidence, whatever its samples show."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from labharness.evidence.records.body import Body, Reasons
from labharness.evidence.records.calls import ConnectedBody, ExchangeBody
from labharness.evidence.records.course import ResumedBody, StageFinishedBody, StageStartedBody, StartBody
from labharness.evidence.records.judged import FirstUnitsBody, SameData, VerdictBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.sample import AlarmBody, ObservedBody, Purpose, ReadBody, RejectedBody
from labharness.evidence.simulation import is_replay
from labharness.model.health import HealthAlarms, HealthTest
from labharness.model.observations import InputKnown, Source
from labharness.model.reasons.course import Course
from labharness.model.stage_status import StageStatus
from labharness.reason import Reason

_RANK = {
    StageStatus.DONE: 0,
    StageStatus.NOT_APPLICABLE: 0,
    StageStatus.DOUBTFUL: 1,
    StageStatus.FAILED: 2,
}


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
