"""How far a run has come, for the runner that goes on with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from labharness.evidence.records.body import RecordType
from labharness.evidence.records.calls import AcquireCall, ExchangeBody, IdentifyCall, SoftwareCall
from labharness.evidence.records.course import ResumedBody, SessionOpenedBody, StageFinishedBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import CommandBody, FindingBody, PromptBody
from labharness.evidence.records.sample import ObservedBody, Purpose, ReadBody, RejectedBody
from labharness.model.device import DeviceIdentity, SoftwareComponent
from labharness.model.findings import Result
from labharness.model.observations import Kind
from labharness.model.stage_status import StageStatus


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
        handler = _HANDLERS.get(record.type)
        if handler is not None:
            handler(self, record.body)


def _observed(progress: Progress, body: ObservedBody) -> None:
    progress.jammed = ""
    progress.orphaned = False
    progress.units[body.stage] = body.first + body.units
    if body.kind is Kind.SHUFFLE:
        output = body.data[-1][1]
        progress.last_output[body.stage] = output
        if body.source.independent:  # those that a device reports are too many to remember
            progress.seen.add(output)


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
    progress.orphaned |= any(body.orphan_frames.values())


def _exchange(progress: Progress, body: ExchangeBody) -> None:
    if isinstance(body, IdentifyCall) and (progress.identity is None or not progress.finished):
        progress.identity = body.answer  # a person may have read a wrong name plate first
    elif isinstance(body, SoftwareCall) and progress.software is None:
        progress.software = body.answer
    elif isinstance(body, AcquireCall) and body.error is not None:
        progress.orphaned = True


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
