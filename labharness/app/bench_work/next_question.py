"""Who must be at the bench of a run that is ordered or at work, and which stage asks next.

How fast a stage goes, without the time in which it waits for people, and when it will be over.

Orders that people lay one after the other: whether the next one is the same again.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import sqrt

from labharness.app.devices.preflight import OPERATOR, RunOrder
from labharness.evidence.records.calls import ObservedBody
from labharness.evidence.records.course import (
    ProgressBody,
    ResumedBody,
    StageFinishedBody,
    StageStartedBody,
    StartBody,
)
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import AnswerBody, Command, CommandBody, FindingBody, PromptBody
from labharness.plans.attendance import BenchSetup, people_needed, waits_for_person
from labharness.plans.plan import Plan
from labharness.runner.recovery import REPLAYED

LEAST_UNITS, LEAST_S = 20, 120.0
"""No estimate is made before so many units or so many seconds of work."""
FEWEST = 2
SOON_S = 120.0
"""An estimate below so many seconds names no moments."""
WIDE, NARROW = 0.5, 0.05
"""Half the width of an estimate as a share of the time that is left: at most, and at least."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Seconds of work that are left, at least and at most."""

    least_s: float
    most_s: float

    @property
    def soon(self) -> bool:
        """Whether it is over so soon that no moments are told."""
        return self.most_s < SOON_S

    def moments(self, now: datetime) -> tuple[str, str]:
        """Return between which moments the stage will be over (UTC)."""
        first, last = (now + timedelta(seconds=seconds) for seconds in (self.least_s, self.most_s))
        return first.isoformat(), last.isoformat()


@dataclass(slots=True)
class Pace:
    """Fold of a run's records: the stage that runs, and the seconds that it worked.

    Attributes
    ----------
    stage
        Name of the stage that was started last.
    """

    stage: str = ""
    _units: int = 0
    _before: int = 0
    _done: int = 0
    _worked_s: float = 0.0
    _since: datetime | None = None
    _waiting: set[int] = field(default_factory=set)
    _paused: bool = False

    @property
    def made(self) -> int:
        """Units since the stage was started last."""
        return self._done - self._before

    @property
    def per_minute(self) -> float | None:
        """Units a minute of work, None while nothing can be said."""
        return self.made * 60 / self._worked_s if self._worked_s > 0 and self.made >= FEWEST else None

    @property
    def left(self) -> TimeLeft | None:
        """How much work is left of the stage, None before it can be told and when it is over."""
        rest = self._units - self._done
        early = self.made < LEAST_UNITS and self._worked_s < LEAST_S
        if not self.stage or rest <= 0 or early or self.made < FEWEST or self._worked_s <= 0:
            return None
        middle = rest * self._worked_s / self.made
        width = min(WIDE, max(NARROW, 1.5 / sqrt(self.made)))
        return TimeLeft(middle * (1 - width), middle * (1 + width))

    def take(self, record: Record) -> None:
        """Add the next record."""
        at = datetime.fromisoformat(record.utc)
        working = self._since is not None and not self._waiting and not self._paused
        if working and self._since is not None:
            self._worked_s += max(0.0, (at - self._since).total_seconds())
        if self._since is not None:
            self._since = at
        self._take(record.body, at)

    def _take(self, body: object, at: datetime) -> None:
        match body:
            case StageStartedBody():
                self.stage, self._units = body.stage, body.units
                self._before = self._done = body.done
                self._worked_s, self._since = 0.0, at
            case StageFinishedBody():
                self.stage, self._since = "", None
            case ObservedBody() if body.stage == self.stage:
                self._done = body.first + body.units
            case ProgressBody() if body.stage == self.stage:
                self._done = body.done
            case FindingBody() if body.stage == self.stage:
                self._done = min(self._done + 1, self._units)
            case ResumedBody():
                self._waiting.clear()
                self._paused = False
            case _:
                self._wait(body)

    def _wait(self, body: object) -> None:
        match body:
            case PromptBody():
                self._waiting.add(body.prompt)
            case AnswerBody():
                self._waiting.discard(body.prompt)
            case CommandBody(command=Command.PAUSE | Command.RESUME):
                self._paused = body.command is Command.PAUSE
            case _:
                pass


def setup_of(run: RunOrder | StartBody, *, independent: bool) -> BenchSetup:
    """Return what decides, besides the plan, who must be at the bench.

    Parameters
    ----------
    independent
        Whether the adapter of the device takes what people write down.
    """
    recorded = run.device.startswith(REPLAYED)
    return BenchSetup(
        by_hand=independent or run.device == OPERATOR,
        reader=run.reader is not None and not run.reader.startswith(REPLAYED),
        solid=not run.simulated and not recorded,
        recorded=recorded,
    )


def next_asking(plan: Plan, setup: BenchSetup, waiting: Collection[str], current: str = "") -> str:
    """Return the first stage, of those that have not begun, that waits for a person.

    Parameters
    ----------
    current
        The stage at work, "" for none.

    Returns
    -------
    str
        "" for none, and where the stage at work may ask at any unit itself.
    """
    needed = waits_for_person(people_needed(plan.stages, setup))
    return "" if current in needed else next((name for name in needed if name in waiting), "")


@dataclass(slots=True)
class LaidOrders:
    """Fold of a run's records."""

    _latest: tuple[str, str] = ("", "")
    """Order of the prompt before, and what had it."""
    _same: dict[int, str] = field(default_factory=dict)

    def take(self, record: Record) -> None:
        """Add the next record."""
        body = record.body
        if isinstance(body, PromptBody) and body.data.cards and body.data.unit is not None:
            name = f"{body.action} {body.data.unit + 1}"
            cards, before = self._latest
            self._same = {body.prompt: before} if cards == body.data.cards and before != name else {}
            self._latest = (body.data.cards, name)

    def same_as(self, prompt: int) -> str:
        """Return what had the same order just before, such as ``shuffle 4``, "" for none."""
        return self._same.get(prompt, "")
