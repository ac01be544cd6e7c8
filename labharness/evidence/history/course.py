"""What went on when in a run, by its records' clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from labharness.evidence.records.body import Body, RecordType
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.course import (
    ResumedBody,
    SessionClosedBody,
    SessionOpenedBody,
    StageFinishedBody,
    StageStartedBody,
)
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import AnswerBody, Command, CommandBody, PromptBody
from labharness.evidence.records.sample import AlarmBody, RejectedBody

_CENTURY = 3.2e9
_SILENT = frozenset({RecordType.OBSERVED, RecordType.READ, RecordType.PROGRESS})
"""Records of which there are many, and which begin and end nothing."""


class CourseEvent(StrEnum):
    """What happened at one moment."""

    JAM = "jam"
    DOOR = "door"
    REFILL = "refill"
    DEVICE_ERROR = "device_error"
    READ_REJECTED = "read_rejected"
    HEALTH_ALARM = "health_alarm"


_EVENTS = {Command.JAM: CourseEvent.JAM, Command.DOOR: CourseEvent.DOOR, Command.REFILL: CourseEvent.REFILL}


@dataclass(frozen=True, slots=True)
class Span:
    """Something that lasted."""

    start: datetime
    end: datetime
    name: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened at one moment."""

    at: datetime


@dataclass
class Spans:
    """Spans by what they are of, those that have not ended among them."""

    begun: dict[object, datetime] = field(default_factory=dict)
    spans: dict[object, list[Span]] = field(default_factory=dict)

    def begin(self, key: object, at: datetime) -> None:
        """Begin a span, unless that of the key has begun."""
        self.begun.setdefault(key, at)
        self.spans.setdefault(key, [])

    def end(self, key: object, at: datetime, name: str = "") -> None:
        """End the span of a key, if one has begun."""
        if (start := self.begun.pop(key, None)) is not None:
            self.spans[key].append(Span(start, max(start, at), name))

    def end_all(self, at: datetime) -> None:
        """End every span that has begun."""
        for key in list(self.begun):
            self.end(key, at)

    def all(self) -> tuple[Span, ...]:
        """Return every span that has ended."""
        return tuple(span for spans in self.spans.values() for span in spans)


@dataclass
class RunCourse:
    """Sessions, stages, prompts waiting, pauses, interruptions and events of a run."""

    sessions: Spans = field(default_factory=Spans)
    stages: Spans = field(default_factory=Spans)
    prompts: Spans = field(default_factory=Spans)
    pauses: Spans = field(default_factory=Spans)
    cuts: list[Span] = field(default_factory=list)
    events: dict[CourseEvent, list[Mark]] = field(default_factory=dict)

    def take(self, record: Record) -> None:
        """Add the next record."""
        if record.type in _SILENT:
            return
        at = datetime.fromisoformat(record.utc)
        match record.body:
            case SessionOpenedBody(session=session):
                self.sessions.begin(session, at)
            case SessionClosedBody(session=session):
                self.stages.end_all(at)
                self.sessions.end(session, at, str(session))
            case ResumedBody():
                self._resumed(record.body, at)
            case StageStartedBody(stage=stage):
                self.stages.begin(stage, at)
            case StageFinishedBody(stage=stage):
                self.stages.end(stage, at)
            case _:
                self._take_event(record.body, at)

    def _take_event(self, body: Body, at: datetime) -> None:
        match body:
            case CommandBody(command=command):
                self._command(command, at)
            case PromptBody(prompt=prompt):
                self.prompts.begin(prompt, at)
            case AnswerBody(prompt=prompt):
                self.prompts.end(prompt, at)
            case ExchangeBody(error=error) if error is not None:
                self._happened(CourseEvent.DEVICE_ERROR, at)
            case RejectedBody():
                self._happened(CourseEvent.READ_REJECTED, at)
            case AlarmBody():
                self._happened(CourseEvent.HEALTH_ALARM, at)
            case _:
                pass

    def _resumed(self, body: ResumedBody, at: datetime) -> None:
        start = at - timedelta(seconds=_seconds(body.gap_s))
        # Nothing went on while the runner was gone.
        for each in (self.stages, self.prompts, self.pauses):
            each.end_all(start)
        if not body.planned:
            self.cuts.append(Span(start, at))

    def _command(self, command: Command, at: datetime) -> None:
        if command is Command.PAUSE:
            self.pauses.begin(0, at)
        elif command is Command.RESUME:
            self.pauses.end(0, at)
        elif (event := _EVENTS.get(command)) is not None:
            self._happened(event, at)

    def _happened(self, event: CourseEvent, at: datetime) -> None:
        self.events.setdefault(event, []).append(Mark(at))


def _seconds(gap: float) -> float:
    return gap if 0 <= gap < _CENTURY else 0.0
