"""What went on when in a run, by its records' clock.

Whether a run ended by a slip before anything was asked of the device but its name.

What the record of a run shows against its device that no verdict counts, because it was broken off or forgiven.

Where one stage of a run stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from labharness.evidence.records.body import Body, Reasons, RecordType
from labharness.evidence.records.calls import (
    AlarmBody,
    ConnectedBody,
    ExchangeBody,
    IdentifyCall,
    RejectedBody,
    SafeStateCall,
    SoftwareCall,
)
from labharness.evidence.records.course import (
    BrokenOffBody,
    EndBody,
    FirstUnitsBody,
    ResumedBody,
    SessionClosedBody,
    SessionOpenedBody,
    StageFinishedBody,
    StageStartedBody,
    StartBody,
    VerdictBody,
)
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import AnswerBody, Command, CommandBody, FindingBody, PromptBody
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.run import Course, Shown
from labharness.model.results import Ending, Outcome
from labharness.model.stages import Result, StageStatus
from labharness.reason import Reason

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
        start = at - timedelta(seconds=(body.gap_s if 0 <= body.gap_s < _CENTURY else 0.0))
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


INTRODUCTIONS = frozenset({"identify", "authenticate"})
"""Kinds of stages in which a device only says what it is."""
_ASKED = frozenset({"identify", "software", "confirm"})
"""Actions of prompts by which a person says it for the device."""
_HARMLESS = frozenset(
    {
        RecordType.SESSION_OPENED,
        RecordType.SESSION_CLOSED,
        RecordType.DISCONNECTED,
        RecordType.SAFE_STATE,
        RecordType.ANSWER,
        RecordType.CONDUCTED,
        RecordType.RESULT,
    }
)
"""Records that show nothing of the device."""


@dataclass
class Beginning:
    """What a run did before its first acquisition.

    Every record that is not known to be harmless makes the run an attempt, and so does every cause that the records
    do not prove.
    """

    _start: StartBody | None = None
    _classes: list[str] = field(default_factory=list)
    _connected: set[str] = field(default_factory=set)
    _exchanges: int = 0
    _touched: bool = False
    _end: EndBody | None = None

    @property
    def slip(self) -> Reason | None:
        """Why the run was not begun, None where it was, or has not ended."""
        if self._touched or self._start is None or self._end is None:
            return None
        return next(
            (each for each in _plain(self._end.reasons) if self._proved(each, self._end.ending)), None
        )

    def take(self, record: Record) -> None:
        """Add the next record."""
        body = record.body
        match body:
            case StartBody():
                self._start = body
            case EndBody():
                self._end = body
            case ConnectedBody(channel=channel):
                self._connected.add(channel)
            case FirstUnitsBody(hashed=hashed):
                self._touched |= bool(hashed)  # a run that has units was begun
            case _:
                self._touched |= not (record.type in _HARMLESS or self._introduces(body))

    def _introduces(self, body: Body) -> bool:
        """Whether a record only says who the device is, and nothing against it."""
        match body:
            case ExchangeBody(channel="device", error=None):
                self._exchanges += 1
                if isinstance(body, IdentifyCall) and body.answer is not None:
                    self._classes.append(body.answer.device_class)
                return isinstance(body, IdentifyCall | SoftwareCall | SafeStateCall)
            case PromptBody(action=action):
                return action in _ASKED
            case StageStartedBody(kind=kind):
                return kind in INTRODUCTIONS or (kind == "validate_capture" and self._unread)
            case StageFinishedBody(status=status, reasons=reasons):
                return status is StageStatus.DONE or reasons == (Shown.NO_READER(),)
            case VerdictBody(verdict=verdict):
                return verdict.outcome is Outcome.INCONCLUSIVE
            case _:
                return False

    @property
    def _unread(self) -> bool:
        return self._start is not None and self._start.reader is None

    def _proved(self, cause: Reason, ending: Ending) -> bool:
        """Whether a cause is one of the slips, and the other records say so too."""
        assert self._start is not None
        if cause.is_a(Conduct.OTHER_CLASS):
            planned = str(self._start.plan.device_class)
            return ending is Ending.ERROR and bool(self._classes) and planned not in self._classes
        if cause.is_a(Conduct.NO_READER, Shown.NO_READER):
            return ending in (Ending.STOPPED_BY_RULE, Ending.DEVICE_LOST) and self._unread
        wanted = {"device"} | ({"reader"} if self._start.reader else set())
        return ending is Ending.DEVICE_LOST and not self._exchanges and self._connected != wanted


def _plain(reasons: Reasons) -> tuple[Reason, ...]:
    """Return reasons, and those that a stage gave for stopping."""
    given = [inner for reason in reasons if reason.is_a(Conduct.STOPPED_AT_STAGE) for inner in reason.inner()]
    return (*reasons, *given)


@dataclass
class Signs:
    """What people saw that speaks against the device, though no stage came to a result that says so.

    A plan may allow a jam, and a stage that is broken off fails nothing; a run that is left because of either
    shall not look like one in which nothing was seen.

    Parameters
    ----------
    asked
        Actions that people were asked for since the last finding.
    """

    stage: str = ""
    asked: list[str] = field(default_factory=list)
    wrong: dict[str, Reason] = field(default_factory=dict)
    found: dict[Reason, None] = field(default_factory=dict)

    def take(self, record: Record) -> None:
        """Add the next record."""
        match record.body:
            case StageStartedBody(stage=stage):
                self.stage = stage
            case CommandBody(command=Command.JAM, stage=stage):
                self.found[Course.JAMMED(stage=stage or self.stage)] = None
            case PromptBody(action=action):
                self.asked.append(action)
            case BrokenOffBody(reasons=reasons):
                self.found[Course.DEVICE_FAILED(why=reasons)] = None
            case FindingBody(stage=stage, item=item, result=result):
                self.asked.clear()
                if result in (Result.NOT_AS_EXPECTED, Result.LEFT_OUT):
                    self.wrong.setdefault(stage, Course.FINDING_LEFT(stage=stage, item=item, result=result))
            case StageFinishedBody(stage=stage):
                self.asked.clear()
                self.wrong.pop(stage, None)  # its result says it
            case ResumedBody():
                self._leave()
            case _:
                pass

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every sign, those of a stage that was left among them."""
        return (*dict.fromkeys((*self.found, *self._left())), *self.wrong.values())

    def _leave(self) -> None:
        """Keep what was asked a second time because of what was seen, and left without a finding."""
        self.found |= dict.fromkeys(self._left())
        self.asked.clear()

    def _left(self) -> list[Reason]:
        left = []
        if "confirm_finding" in self.asked:
            left.append(Course.REACTION_NOT_REPEATED(stage=self.stage))
        if self.asked.count("restore") > 1:
            left.append(Course.ALARM_LEFT(stage=self.stage))
        if self.asked.count("unload") > 1:
            left.append(Course.COUNT_LEFT(stage=self.stage))
        return left


@dataclass
class StageView:
    """Where one stage stands.

    Parameters
    ----------
    status
        ``waiting``, ``running``, ``done``, ``failed`` or ``stopped``.
    done, units
        Progress over all sessions; ``units`` is 0 where a stage has none.
    started, updated
        Wall clock of its latest start and of its latest record, ISO 8601.
    """

    name: str
    kind: str
    status: str = "waiting"
    done: int = 0
    units: int = 0
    started: str = ""
    updated: str = ""
    reasons: Reasons = ()
