"""Everything a stage works with, and how far the run has come."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from labharness.evidence.codec import load_observation
from labharness.evidence.records.body import Body, RecordType
from labharness.evidence.records.calls import ExchangeBody, IdentifyCall, SoftwareCall
from labharness.evidence.records.course import (
    DeviationBody,
    ResumedBody,
    SessionOpenedBody,
    StageFinishedBody,
)
from labharness.evidence.records.line import Record, Understanding
from labharness.evidence.records.people import AttachedFile, CommandBody, FindingBody, PromptBody
from labharness.evidence.records.sample import ObservedBody, Purpose, ReadBody, RejectedBody
from labharness.evidence.writer import RunWriter
from labharness.model.cards import Order
from labharness.model.device import DeviceIdentity, SoftwareComponent
from labharness.model.findings import Result
from labharness.model.observations import InputKnown, Kind, Shuffle
from labharness.model.stages import StageStatus
from labharness.plans.frozen import FrozenPlan
from labharness.plans.stages import Acquire, Stage
from labharness.reason import Reason
from labharness.runner.channel import Channel
from labharness.runner.control import Control


@dataclass
class Progress:
    """What the records of a run say it has done; the same whether read back or kept up to date.

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
        What came out last, by stage; absent where that is not known, as after a gap.
    seen
        Hashes of orders that our reader read, to notice one imported twice.
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
    last_output: dict[str, Order] = field(default_factory=dict)
    seen: set[bytes] = field(default_factory=set)
    identity: DeviceIdentity | None = None
    software: tuple[SoftwareComponent, ...] | None = None
    orphaned: bool = False
    jams: dict[str, int] = field(default_factory=dict)
    jammed: str = ""
    trial: str = ""

    @classmethod
    def of(cls, records: Iterable[Record]) -> Progress:
        """Read how far a run came."""
        progress = cls()
        for record in records:
            with Understanding(record):
                progress.take(record)
        return progress

    def take(self, record: Record) -> None:
        """Add one record."""
        handler = _HANDLERS.get(record.type)
        if handler is not None:
            handler(self, record.body)


def _observed(progress: Progress, body: ObservedBody) -> None:
    progress.jammed = ""
    progress.units[body.stage] = body.first + body.units
    if body.kind is Kind.SHUFFLE:
        shuffle = load_observation(body.kind, body.data[-1])
        assert isinstance(shuffle, Shuffle)
        progress.last_output[body.stage] = shuffle.output
        if body.source.independent:  # those that a device reports are too many to remember
            progress.seen.add(fingerprint(shuffle.output))


def _read(progress: Progress, body: ReadBody) -> None:
    if body.purpose is Purpose.AGREEMENT:
        progress.reads[body.stage] = progress.reads.get(body.stage, 0) + 1


def _rejected(progress: Progress, body: RejectedBody) -> None:
    progress.rejected[body.stage] = progress.rejected.get(body.stage, 0) + 1


def _command(progress: Progress, body: CommandBody) -> None:
    """Take a jam that the device itself told of; one that a person tells of names no stage."""
    if name := body.stage:
        progress.jams[name] = progress.jams.get(name, 0) + 1
        progress.jammed = name
        progress.last_output.clear()


def _session(progress: Progress, body: SessionOpenedBody) -> None:
    progress.session = body.session


def _finished(progress: Progress, body: StageFinishedBody) -> None:
    progress.finished[body.stage] = body.status


def _finding(progress: Progress, body: FindingBody) -> None:
    progress.findings.setdefault(body.stage, []).append(body.result)
    progress.trial = ""


def _prompt(progress: Progress, body: PromptBody) -> None:
    progress.prompts = body.prompt + 1
    if body.action == "procedure":
        progress.trial = body.data.stage
    elif body.action == "put_back":
        progress.last_output.clear()  # nobody knows the order in which the cards went in again


def _resumed(progress: Progress, body: ResumedBody) -> None:
    if not body.planned:
        progress.last_output.clear()
    progress.orphaned = any(body.orphan_frames.values())


def _exchange(progress: Progress, body: ExchangeBody) -> None:
    if isinstance(body, IdentifyCall) and progress.identity is None:
        progress.identity = body.answer
    elif isinstance(body, SoftwareCall) and progress.software is None:
        progress.software = body.answer


_HANDLERS: dict[RecordType, Callable[[Progress, Any], None]] = {
    RecordType.OBSERVED: _observed,
    RecordType.READ: _read,
    RecordType.REJECTED: _rejected,
    RecordType.COMMAND: _command,
    RecordType.SESSION_OPENED: _session,
    RecordType.STAGE_FINISHED: _finished,
    RecordType.FINDING: _finding,
    RecordType.PROMPT: _prompt,
    RecordType.RESUMED: _resumed,
    RecordType.EXCHANGE: _exchange,
}


@dataclass
class Bench:
    """A run at work: its writer, its channels, its plan, the people, and its progress.

    Parameters
    ----------
    draw
        Seed of what the device must not foresee: the hash of the run's start record as a number.
    """

    writer: RunWriter
    frozen: FrozenPlan
    device: Channel
    reader: Channel | None
    control: Control
    progress: Progress
    draw: int

    def append(self, body: Body) -> Record:
        """Write a record and keep the progress in step."""
        record = self.writer.append(body)
        self.progress.take(record)
        return record

    def finding(
        self,
        stage: str,
        item: str,
        result: Result,
        reaction: tuple[Reason | str, ...] = (),
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

    def deviation(self, *reasons: Reason | str) -> None:
        """Put on record that something is not as planned."""
        self.append(DeviationBody(reasons=reasons))

    def wait(self, stage: Stage) -> float:
        """Return the seconds that a call of the device may take: a machine's, or those of the person beside it."""
        return stage.patience_s if self.device.info.source.independent else stage.timeout_s

    def known_input(self, stage: Acquire) -> Order | None:
        """Return the order that lies in the device before the next shuffle, or None if nobody knows."""
        how, done = stage.input, self.progress.units.get(stage.name, 0)
        if how is InputKnown.RESET or (how is InputKnown.CHAINED and not done) or self.begins_chain(stage):
            return self.frozen.put_in(stage, done)
        return self.progress.last_output.get(stage.name)

    def begins_chain(self, stage: Acquire) -> bool:
        """Say whether the declared set must be put in before the next shuffle of a chain."""
        return stage.put_in_first and stage.name not in self.progress.last_output


def fingerprint(order: Order) -> bytes:
    """Return 16 bytes that tell orders apart."""
    return hashlib.sha256(order.tobytes()).digest()[:16]
