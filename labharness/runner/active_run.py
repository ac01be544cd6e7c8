"""Everything a stage works with."""

from __future__ import annotations

from dataclasses import dataclass, field

from labharness.analysis.sampling.health_watch import HealthWatch
from labharness.analysis.sampling.monitors.monitoring import Monitoring
from labharness.devices.tap import Limits
from labharness.evidence.history.progress import Progress
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import Body
from labharness.evidence.records.course import (
    DeviationBody,
)
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import AttachedFile, FindingBody
from labharness.evidence.writer import RunWriter
from labharness.model.cards import Order, parse_order
from labharness.model.findings import Result
from labharness.model.observations import InputKnown
from labharness.plans.frozen import FrozenPlan
from labharness.plans.stages import Acquire, Stage
from labharness.reason import Reason
from labharness.runner.channel import Channel
from labharness.runner.control import Control


@dataclass
class ActiveRun:
    """A run at work: its writer, its channels, its plan, the people, and what its records add up to.

    Parameters
    ----------
    draw
        Seed of what the device must not foresee: the hash of the run's start record as a number.
    monitoring
        What bets against the device, fed with every record of the run.
    """

    writer: RunWriter
    frozen: FrozenPlan
    device: Channel
    reader: Channel | None
    control: Control
    history: RunHistory
    draw: int
    monitoring: Monitoring
    health: HealthWatch = field(init=False)

    def __post_init__(self) -> None:
        self.health = HealthWatch(self.frozen)

    @property
    def progress(self) -> Progress:
        """How far the run has come."""
        return self.history.progress

    def append(self, body: Body) -> Record:
        """Write a record and keep the history in step."""
        record = self.writer.append(body)
        self.history.take(record)
        self.monitoring.take(record)
        self.health.take(record)
        return record

    def finding(
        self,
        stage: str,
        item: str,
        result: Result,
        reaction: tuple[Reason, ...] = (),
        comment: str = "",
        attachment: AttachedFile | None = None,
    ) -> None:
        """Put on record what a trial, an item or a count by hand showed."""
        self.append(
            FindingBody(
                stage=stage,
                item=item,
                result=result,
                reaction=reaction,
                comment=comment,
                attachment=attachment,
            )
        )

    def deviation(self, *reasons: Reason) -> None:
        """Put on record that something is not as planned."""
        self.append(DeviationBody(reasons=reasons))

    def wait(self, stage: Stage) -> Limits:
        """Return the limits of a call of the device: a machine's, or those of the person beside it."""
        if self.device.info.source.independent:
            return Limits(stage.patience_s)
        return Limits(stage.timeout_s, stage.deadline_s)

    def known_input(self, stage: Acquire) -> Order | None:
        """Return the order that lies in the device before the next shuffle, or None if nobody knows."""
        how, done = stage.input, self.progress.units.get(stage.name, 0)
        if how is InputKnown.RESET or (how is InputKnown.CHAINED and not done) or self.begins_chain(stage):
            return self.frozen.put_in(stage, done)
        output = self.progress.last_output.get(stage.name)
        return parse_order(output) if output is not None else None

    def begins_chain(self, stage: Acquire) -> bool:
        """Say whether the declared set must be put in before the next shuffle of a chain."""
        return stage.put_in_first and stage.name not in self.progress.last_output
