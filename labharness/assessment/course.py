"""The course of a run: what went on when, by its records' clock, in lanes that a timeline shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from labharness.assessment.subject import Subject
from labharness.evidence.records.body import Body
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
from labharness.evidence.records.sample import RejectedBody
from labharness.language.dates import moment
from labharness.language.text import words
from labharness.model.results import Outcome

NIGHT = timedelta(hours=8)
"""A pause of this length ends one stretch of work and begins another."""
EVENTS = {Command.JAM: "Jam", Command.DOOR: "Door", Command.REFILL: "Refill"}
"""Commands that tell of something that happened to the device, by name."""
_CENTURY = 3.2e9


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


@dataclass(frozen=True, slots=True)
class Lane:
    """What belongs side by side in one line of a timeline.

    Parameters
    ----------
    kind
        ``session``, ``stage``, ``waiting``, ``interruption`` or ``event``.
    """

    name: str
    kind: str
    spans: tuple[Span, ...] = ()
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class RunSpan:
    """One run of several, from its first record to its last."""

    name: str
    start: datetime
    end: datetime
    outcome: Outcome
    remark: str = ""


@dataclass
class _Open:
    """Spans that have begun and not ended, by what they are of."""

    begun: dict[object, datetime] = field(default_factory=dict)
    spans: dict[object, list[Span]] = field(default_factory=dict)

    def begin(self, key: object, at: datetime) -> None:
        self.begun.setdefault(key, at)
        self.spans.setdefault(key, [])

    def end(self, key: object, at: datetime, name: str = "") -> None:
        if (start := self.begun.pop(key, None)) is not None:
            self.spans[key].append(Span(start, max(start, at), name))

    def end_all(self, at: datetime) -> None:
        for key in list(self.begun):
            self.end(key, at)

    def all(self) -> tuple[Span, ...]:
        return tuple(span for spans in self.spans.values() for span in spans)


class _Course:
    """Fold of a run's records into spans and marks."""

    def __init__(self) -> None:
        self.sessions, self.stages, self.prompts, self.pauses = _Open(), _Open(), _Open(), _Open()
        self.cuts: list[Span] = []
        self.events: dict[str, list[Mark]] = {}

    def take(self, record: Record) -> None:
        """Add a record, in order."""
        at = moment(record.utc)
        match record.body:
            case SessionOpenedBody(session=session):
                self.sessions.begin(session, at)
            case SessionClosedBody(session=session):
                self.stages.end_all(at)
                self.sessions.end(session, at, str(session))
            case ResumedBody():
                self.resumed(record.body, at)
            case StageStartedBody(stage=stage):
                self.stages.begin(stage, at)
            case StageFinishedBody(stage=stage):
                self.stages.end(stage, at)
            case _:
                self._take_event(record.body, at)

    def _take_event(self, body: Body, at: datetime) -> None:
        match body:
            case CommandBody(command=command):
                self.command(command, at)
            case PromptBody(prompt=prompt):
                self.prompts.begin(prompt, at)
            case AnswerBody(prompt=prompt):
                self.prompts.end(prompt, at)
            case ExchangeBody():
                self.happened("Error of the device", at)
            case RejectedBody():
                self.happened("Read rejected", at)
            case _:
                pass

    def resumed(self, body: ResumedBody, at: datetime) -> None:
        start = at - timedelta(seconds=_seconds(body.gap_s))
        # Nothing went on while the runner was gone.
        for one in (self.stages, self.prompts, self.pauses):
            one.end_all(start)
        if not body.planned:
            self.cuts.append(Span(start, at))

    def command(self, command: Command, at: datetime) -> None:
        if command is Command.PAUSE:
            self.pauses.begin(0, at)
        elif command is Command.RESUME:
            self.pauses.end(0, at)
        elif command in EVENTS:
            self.happened(EVENTS[command], at)

    def happened(self, name: str, at: datetime) -> None:
        self.events.setdefault(name, []).append(Mark(at))


def lanes(subject: Subject) -> tuple[Lane, ...]:
    """Return sessions, stages, prompts waiting, pauses, interruptions and events of a run; no empty ones."""
    course = _Course()
    for record in subject.log.kept:
        course.take(record)
    for one in (course.sessions, course.stages, course.prompts, course.pauses):
        one.end_all(moment(subject.summary.updated))
    found = [
        Lane("Sessions", "session", course.sessions.all()),
        *(Lane(words(str(name)), "stage", tuple(spans)) for name, spans in course.stages.spans.items()),
        Lane("Prompts waiting", "waiting", course.prompts.all()),
        Lane("Paused", "waiting", course.pauses.all()),
        Lane("Interrupted", "interruption", tuple(course.cuts)),
        *(Lane(name, "event", marks=tuple(marks)) for name, marks in course.events.items()),
    ]
    return tuple(lane for lane in found if lane.spans or lane.marks)


def _seconds(gap: float) -> float:
    return gap if 0 <= gap < _CENTURY else 0.0


def stretches(shown: Sequence[Lane]) -> tuple[tuple[datetime, datetime], ...]:
    """Return stretches of work with no pause of :data:`NIGHT` or more within, first to last."""
    working = [span for lane in shown if lane.kind != "session" for span in lane.spans]
    busy = sorted([(span.start, span.end) for span in working if span.end - span.start < NIGHT])
    busy += [(mark.at, mark.at) for lane in shown for mark in lane.marks]
    long = [(span.start, span.end) for span in working if span.end - span.start >= NIGHT]
    found: list[tuple[datetime, datetime]] = []
    for start, end in sorted([*busy, *long]):
        if found and start - found[-1][1] < NIGHT:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return tuple(found)


def run_span(subject: Subject, remark: str) -> RunSpan:
    """Return when a run was and what it came to, in one line of a timeline of runs."""
    start, end = moment(subject.summary.started), moment(subject.summary.updated)
    return RunSpan(subject.run, start, end, subject.outcome, remark)
