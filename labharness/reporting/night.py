"""A night: every run that started, went on or ended in a span of time, as its records stood at the end of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from types import MappingProxyType

from labharness.assessment.runs.subject import Subject
from labharness.errors import EvidenceError
from labharness.evidence.folder import RunFolder
from labharness.evidence.glimpse import glimpse
from labharness.evidence.records.body import Body
from labharness.evidence.records.calls import CountCall, ExchangeBody, LoadCall, StatusCall
from labharness.evidence.records.course import EndBody, RecoveredBody
from labharness.evidence.records.line import Record
from labharness.evidence.verify import verify
from labharness.language.catalog import explain, say
from labharness.language.dates import moment
from labharness.language.numbers import amount
from labharness.language.run_groups import asked, worded
from labharness.model.reasons.evidence import EqualData
from labharness.model.reasons.night import Nights
from labharness.model.results import Ending, Outcome, Standing
from labharness.nights.items import Closing, Item
from labharness.reason import Reason
from labharness.reporting.open_items import Duty, DutyKind, duties_of_item

CLOCKS = timedelta(minutes=1)
"""How far the first record of a run may be ahead of whoever looks at it."""


class NightRunState(StrEnum):
    """Where a run stood at the end of the span."""

    GOING_ON = "going on"
    WAITING = "waiting for an answer"
    PAUSED = "paused"
    CLOSED = "session closed"
    INTERRUPTED = "interrupted"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class DeviceAlarm:
    """What a device complained of, how often, and when first and last."""

    text: str
    times: int
    first: str
    last: str


@dataclass(frozen=True)
class NightRun:
    """One run of a night.

    Parameters
    ----------
    equal
        What is known of other runs with the same data; nothing unless it has ended.
    """

    subject: Subject
    state: NightRunState
    alarms: tuple[DeviceAlarm, ...]
    equal: tuple[Reason, ...] = ()

    @property
    def run(self) -> str:
        """Its name."""
        return self.subject.run

    @property
    def computer(self) -> str:
        """Where its runner was."""
        return self.subject.start.host

    @property
    def standing(self) -> Standing:
        """Its verdict with its qualifiers; none before its end."""
        return self.subject.standing(
            alive=self._working,
            same_data=any(each.is_a(EqualData.UNEXPLAINED) for each in self.equal),
            explained_data=any(each.is_a(EqualData.EXPLAINED_BY) for each in self.equal),
        )

    @property
    def duties(self) -> Iterator[Duty]:
        """What of it waits for a person."""
        summary, verification = self.subject.summary, self.subject.verification
        rest = summary.safe_state[-1] if summary.safe_state else None
        if rest is not None and rest.attempted and not rest.reached and not self._working:
            yield Duty(DutyKind.REST, self.run, (worded(rest.reasons),))
        if not verification.clean:
            yield Duty(DutyKind.EVIDENCE, self.run, tuple(map(say, verification.problems)))
        if self.state is NightRunState.ENDED:
            yield from self._ended()
            return
        need = {
            NightRunState.WAITING: DutyKind.ANSWER,
            NightRunState.PAUSED: DutyKind.PAUSED,
            NightRunState.CLOSED: DutyKind.CLOSED,
            NightRunState.INTERRUPTED: DutyKind.INTERRUPTED,
        }.get(self.state)
        questions = tuple(asked(prompt) for prompt in summary.open_prompts.values())
        if need is not None:
            yield Duty(need, self.run, questions if need is DutyKind.ANSWER else ())

    @property
    def _working(self) -> bool:
        return self.state in (NightRunState.GOING_ON, NightRunState.WAITING, NightRunState.PAUSED)

    def _ended(self) -> Iterator[Duty]:
        """Yield what is to be done about a run that is over: its failure hides no lost device."""
        ending, text = self.subject.ending, worded(self.subject.summary.reasons)
        if ending is Ending.DEVICE_LOST:
            yield Duty(DutyKind.LOST, self.run, (text,))
        if ending is Ending.ERROR:
            yield Duty(DutyKind.ERROR, self.run, (text,))
        verdict, why = self.standing.verdict, self.subject.words(self.subject.reasons)
        if verdict is Outcome.FAIL:
            yield Duty(DutyKind.FAILED, self.run, why)
        elif verdict is Outcome.INCONCLUSIVE and ending not in (Ending.DEVICE_LOST, Ending.ERROR):
            doubts = [each for each in self.equal if each.is_a(EqualData.UNEXPLAINED)]
            yield Duty(DutyKind.UNDECIDED, self.run, (*why, *map(say, doubts)))


@dataclass(frozen=True)
class Night:
    """What a morning report is a function of.

    Parameters
    ----------
    since, until
        The span, both ends within; records after it count for nothing.
    runs
        In the order of their start.
    unreadable
        Name of each run of which nothing can be reported, and why.
    left
        Runs whose last record is older than the span and that have no end: name, and when that was.
    planned
        Items of the queue that were over in the span, or due in it.
    missed
        Occurrences of schedules in the span that made no item: the computer was off. Key, and when it was.
    uncopied
        Runs that have ended and wait to be copied to the laboratory's store, and why.
    idle
        Due items of the queue without a working bench, and the reason.
    ahead
        Runs whose first record is later than the clock, and a sentence for each.
    elsewhere
        What the queue has of benches whose runs are in other workspaces.
    """

    since: datetime
    until: datetime
    runs: tuple[NightRun, ...] = ()
    unreadable: tuple[tuple[str, str], ...] = ()
    left: tuple[tuple[str, str], ...] = ()
    planned: tuple[Item, ...] = ()
    missed: tuple[tuple[str, str], ...] = ()
    uncopied: tuple[tuple[str, tuple[Reason, ...]], ...] = ()
    idle: tuple[tuple[str, Reason], ...] = ()
    ahead: tuple[tuple[str, str], ...] = ()
    elsewhere: tuple[Reason, ...] = ()

    @classmethod
    def of(
        cls,
        folders: Iterable[RunFolder],
        since: datetime,
        until: datetime,
        planned: tuple[Item, ...] = (),
        missed: tuple[tuple[str, str], ...] = (),
        uncopied: tuple[tuple[str, tuple[Reason, ...]], ...] = (),
        idle: tuple[tuple[str, Reason], ...] = (),
        now: datetime | None = None,
        elsewhere: tuple[Reason, ...] = (),
        equal: Mapping[str, tuple[Reason, ...]] = MappingProxyType({}),
    ) -> Night:
        """Read the runs of a workspace, those at work too: nothing is written and no lock is kept.

        ``equal`` has what is known of other runs with the same data, by the name of the run.
        Runs that began after ``now``, which no clock that is right can say, are named whatever the span is.
        """
        runs, ahead = list[NightRun](), list[tuple[str, str]]()
        unreadable, left = list[tuple[str, str]](), list[tuple[str, str]]()
        for folder in folders:
            try:
                seen = glimpse(folder.path)
                if seen.began is not None and seen.began > until:
                    if now is not None and seen.began > now + CLOCKS:
                        ahead.append((folder.run, say(Nights.AHEAD(began=seen.began.isoformat()))))
                    continue
                if seen.updated is not None and seen.updated < since and not folder.alive:
                    if seen.last is None or not isinstance(seen.last.body, EndBody):
                        left.append((folder.run, seen.updated.isoformat()))
                    continue
                runs.append(replace(_read(folder, since, until), equal=equal.get(folder.run, ())))
            except EvidenceError as error:
                unreadable.append((folder.run, explain(error)))
        runs.sort(key=lambda each: (each.subject.summary.started, each.run))
        read = tuple(runs), tuple(unreadable), tuple(left)
        return cls(since, until, *read, planned, missed, uncopied, idle, tuple(ahead), elsewhere)

    @property
    def number(self) -> str:
        """The report's number."""
        return f"night-{self.since:%Y-%m-%d}"

    @property
    def head(self) -> str:
        """Hash over the last record of every run within the span, and the names of those without."""
        parts = [f"{run.run} {run.subject.head}" for run in self.runs]
        parts += [f"{name} unreadable" for name, _ in self.unreadable]
        parts += [f"{name} ahead" for name, _ in self.ahead]
        parts += [f"{name} {utc}" for name, utc in self.left]
        parts += [f"{each.id} {each.state} {each.closing} {each.reason}" for each in self.planned]
        parts += [key for key, _ in self.missed]
        parts += [f"{name} not copied {why}" for name, why in self.uncopied]
        parts += [f"{name} not begun {why}" for name, why in self.idle]
        parts += [f"elsewhere {why}" for why in self.elsewhere]
        return sha256("\n".join(parts).encode()).hexdigest()

    @property
    def made(self) -> str:
        """The report's date: that of the newest record it rests on; the end of the span where nothing ran."""
        moments = [moment(run.subject.summary.updated) for run in self.runs]
        return max(moments, default=self.until.astimezone(UTC)).isoformat()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What every page must say, with how many of the runs it is true of."""
        of = amount(len(self.runs) + len(self.unreadable), "run")
        bad = sum(not run.subject.verification.clean for run in self.runs) + len(self.unreadable)
        counts = {
            "EVIDENCE DOES NOT VERIFY": bad,
            "INTERRUPTED": sum(run.state is NightRunState.INTERRUPTED for run in self.runs),
            "REPLAY OF RECORDED BYTES": sum(run.subject.replayed for run in self.runs),
            "SIMULATED DEVICE": sum(run.subject.simulated for run in self.runs),
        }
        return tuple(f"{words}: {count} of {of}" for words, count in counts.items() if count)

    @property
    def duties(self) -> tuple[Duty, ...]:
        """What waits for a person, the most urgent first."""
        runs = [duty for run in self.runs for duty in run.duties]
        runs += [Duty(DutyKind.UNREADABLE, name, (why,)) for name, why in (*self.unreadable, *self.ahead)]
        runs += [Duty(DutyKind.LEFT, name, (utc,)) for name, utc in self.left]
        runs += [Duty(DutyKind.MISSED, key, (utc,)) for key, utc in self.missed]
        runs += [Duty(DutyKind.NOT_BEGUN, name, (say(why),)) for name, why in self.idle]
        runs += [Duty(DutyKind.UNCOPIED, name, tuple(map(say, why))) for name, why in self.uncopied]
        ended = {run.run for run in self.runs if run.state is NightRunState.ENDED}
        left = [each for each in self.planned if each.closing is Closing.LEFT_OPEN and each.id in ended]
        runs += [duty for each in self.planned if each not in left for duty in duties_of_item(each)]
        order = list(DutyKind)
        return tuple(sorted(runs, key=lambda each: order.index(each.need)))


@dataclass
class _Reading:
    """Records of a run up to a moment, and what a night looks for in them.

    Parameters
    ----------
    following
        The first record after that moment, if there is one.
    """

    since: datetime
    until: datetime
    following: Record | None = None
    alarms: dict[str, DeviceAlarm] = field(default_factory=dict)

    def counts(self, record: Record) -> bool:
        """Whether the next record belongs to the span."""
        at = moment(record.utc)
        if self.following is None and at > self.until:
            self.following = record
        if self.following is not None:
            return False
        if at >= self.since:
            for text in _complaints(record.body):
                self._complain(text, record.utc)
        return True

    def _complain(self, text: str, utc: str) -> None:
        known = self.alarms.get(text, DeviceAlarm(text, 0, utc, utc))
        self.alarms[text] = DeviceAlarm(text, known.times + 1, known.first, utc)


def _read(folder: RunFolder, since: datetime, until: datetime) -> NightRun:
    reading, alive = _Reading(since, until), folder.alive
    subject = Subject.of(folder, reading.counts)
    if reading.following is not None:
        # What came after the span says whether a runner was there at its end.
        alive = not isinstance(reading.following.body, RecoveredBody)
    if alive and not subject.verification.clean:
        # Between two looks at a run at work a file may have been added; a fault stays when it is looked at again.
        subject = replace(subject, verification=verify(folder.path))
    return NightRun(subject, _state(subject, alive=alive), tuple(reading.alarms.values()))


def _state(subject: Subject, *, alive: bool) -> NightRunState:
    summary = subject.summary
    if summary.ending is not None:
        return NightRunState.ENDED
    if summary.session_closed and not summary.awaits_judgment:
        return NightRunState.CLOSED
    if not alive:
        return NightRunState.INTERRUPTED
    if summary.open_prompts:
        return NightRunState.WAITING
    return NightRunState.PAUSED if summary.paused else NightRunState.GOING_ON


def _complaints(body: Body) -> Iterator[str]:
    """Yield alarms, counts that the device itself calls wrong, and calls that failed."""
    match body:
        case ExchangeBody(call=call, error=error) if error is not None:
            yield f"{call}: {error.error}: {worded(error.reasons)}"
        case StatusCall(answer=status) if status is not None:
            yield from status.alarms
        case CountCall(answer=count) | LoadCall(answer=count) if count is not None and not count.correct:
            message = f" {count.message}" if count.message else ""
            yield f"count: {count.inside} of {count.expected} cards.{message}"
        case _:
            pass
