"""Whether a run ended by a slip before anything was asked of the device but its name."""

from __future__ import annotations

from dataclasses import dataclass, field

from labharness.evidence.records.body import Body, Reasons, RecordType
from labharness.evidence.records.calls import (
    ConnectedBody,
    ExchangeBody,
    IdentifyCall,
    SafeStateCall,
    SoftwareCall,
)
from labharness.evidence.records.course import EndBody, StageFinishedBody, StageStartedBody, StartBody
from labharness.evidence.records.judged import FirstUnitsBody, VerdictBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import PromptBody
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.shown import Shown
from labharness.model.results import Ending, Outcome
from labharness.model.stage_status import StageStatus
from labharness.reason import Reason

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
