"""A lane: the items of one device, one after the other; no lane waits for another.

Where a run stands, read from its folder and its lock; never from the queue or from an exit code.

What is to be done with an item, decided by its run folder and lock: the only recovery there is.

A pure function, the same after a crash as in the middle of a night.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path

from labharness.app.benches.queueing import AGAIN, BenchRunners
from labharness.app.benches.watchdog import Watchdog
from labharness.app.runs.launching import Launch
from labharness.errors import LabharnessError, StorageError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.line_index import was_begun
from labharness.evidence.lock import LEDGER, is_held
from labharness.model.reasons.night import Nights
from labharness.model.results import Ending, Outcome
from labharness.nights.items import Closing, Item, Need, State
from labharness.nights.journal import Journal, JournalEntry, Step
from labharness.nights.store.benches import fulfils
from labharness.nights.store.queue import now_utc
from labharness.plans.frozen import frozen_plan
from labharness.reason import Reason, quoted


class Stand(StrEnum):
    """What a run folder shows."""

    ABSENT = "absent"
    """There is no run of this name."""
    AT_WORK = "at work"
    """A living runner holds it."""
    OPEN = "open"
    """It has no end record, and nobody is at work on it."""
    ENDED = "ended"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class FolderStanding:
    """A run as its folder shows it.

    Parameters
    ----------
    ending, found
        How a run stopped, and what it found.
    gaps, allowed
        Interruptions so far, and those that its plan allows.
    session_closed
        Whether it waits for its next session.
    awaits_judgment
        Whether nothing but its verdict is missing, for which no device is needed.
    reason
        Why it cannot be read.
    """

    stand: Stand
    ending: Ending | None = None
    found: Outcome | None = None
    gaps: int = 0
    allowed: int = 0
    session_closed: bool = False
    awaits_judgment: bool = False
    reason: Reason | None = None


def standing_of(path: Path) -> FolderStanding:
    """Read where a run stands; an unreadable one says why, and nothing is raised."""
    try:
        if not (path / LEDGER).is_file():
            return FolderStanding(Stand.ABSENT)
        return _standing(RunFolder(path))
    except LabharnessError as error:
        return FolderStanding(Stand.UNREADABLE, reason=Nights.UNREADABLE(why=error.reasons))
    except OSError as error:
        return FolderStanding(Stand.UNREADABLE, reason=Nights.UNREADABLE(why=(quoted(str(error.strerror)),)))


def _standing(folder: RunFolder) -> FolderStanding:
    if folder.alive:
        return FolderStanding(Stand.AT_WORK)
    history = RunHistory.of(folder)
    summary = history.summary
    if summary.ending is not None:
        return FolderStanding(Stand.ENDED, summary.ending, summary.outcome)
    if is_held(folder.path / "lock"):  # somebody resumed it while it was read
        return FolderStanding(Stand.AT_WORK)
    return FolderStanding(
        Stand.OPEN,
        gaps=history.trust.gaps,
        allowed=frozen_plan(folder).plan.interruptions_allowed,
        session_closed=summary.session_closed,
        awaits_judgment=summary.awaits_judgment,
    )


SPAWNS = 3
"""Runners that may stop without a word before there is a run."""
JUDGINGS = 5
"""Attempts to judge a run that needs no device any more."""


class Do(StrEnum):
    """What a worker does next with an item."""

    BEGIN = "begin"
    RESUME = "resume"
    WAIT = "wait"
    STOP = "stop"
    """Tell the living run to stop, because somebody withdrew the item."""
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known of an item besides its run folder.

    Parameters
    ----------
    now
        Moment in UTC, as the queue writes it.
    withdrawn
        Whether somebody asked to end it.
    asked_back
        Whether somebody asked for it, if its run was not begun.
    before
        Whether its predecessor gives what it needs, None while that is not known.
    held
        Whether another process holds its device.
    refusal
        What the last runner, or the preflight of the night, refused; None where nothing.
    short
        What space it waits for, None where it does not.
    barred
        Why the run may not be resumed now, empty where nothing is known against it.
    beginning
        Whether new runs may begin: the bench is not paused.
    """

    now: str
    withdrawn: bool = False
    asked_back: bool = False
    before: bool | None = True
    held: bool = False
    refusal: Reason | None = None
    short: Reason | None = None
    barred: tuple[Reason, ...] = ()
    beginning: bool = True


@dataclass(frozen=True, slots=True)
class NextStep:
    """What is done, and for :attr:`Do.CLOSE` how the item ended."""

    do: Do
    closing: Closing | None = None
    reason: Reason | None = None


def decide(entry: JournalEntry, standing: FolderStanding, about: Situation) -> NextStep:
    """Return what is done next with an item that has not ended."""
    if standing.stand is Stand.AT_WORK:
        return NextStep(Do.STOP if about.withdrawn else Do.WAIT)
    if standing.stand is Stand.ENDED:
        return NextStep(Do.CLOSE, Closing.RAN)
    if standing.stand is Stand.UNREADABLE:
        return NextStep(Do.CLOSE, Closing.LEFT_OPEN, standing.reason)
    if standing.stand is Stand.OPEN:
        return _open(entry, standing, about)
    if entry.step is not Step.TAKEN:
        return NextStep(Do.CLOSE, Closing.LOST, Nights.VANISHED(run=entry.item.id))
    return _absent(entry, about)


def _open(entry: JournalEntry, standing: FolderStanding, about: Situation) -> NextStep:
    """Decide about a run that was begun and that nobody is at work on."""
    if about.barred:
        return NextStep(Do.CLOSE, Closing.LEFT_OPEN, Nights.NOT_RESUMED(why=about.barred))
    if standing.awaits_judgment and entry.resumed < JUDGINGS:
        return NextStep(Do.RESUME)
    if about.held:
        return NextStep(Do.WAIT)
    left = _why_left(entry, standing, about)
    return NextStep(Do.RESUME) if left is None else NextStep(Do.CLOSE, Closing.LEFT_OPEN, left)


def _why_left(entry: JournalEntry, standing: FolderStanding, about: Situation) -> Reason | None:
    """Return why an open run is left to a person, None where the worker resumes it."""
    deadline = entry.item.deadline
    if standing.session_closed:
        return Nights.SESSION_CLOSED()
    if about.withdrawn:
        return Nights.WITHDRAWN_OPEN()
    if deadline and about.now > deadline:
        return Nights.OVERDUE(deadline=deadline)
    if standing.gaps < standing.allowed and entry.resumed <= standing.allowed:
        return None
    often = Nights.INTERRUPTED(times=standing.gaps + 1, allowed=standing.allowed)
    return entry.cause or _of_begun(about.refusal) or often


def _of_begun(refusal: Reason | None) -> Reason | None:
    """Return what a runner refused as that of a run that was begun: it was not resumed."""
    if refusal is not None and refusal.is_a(Nights.REFUSED):
        return Nights.NOT_RESUMED(why=refusal["why"])
    return refusal


def _absent(entry: JournalEntry, about: Situation) -> NextStep:
    """Decide about an item that has no run yet."""
    item = entry.item
    if entry.spawned and about.held:  # a runner that was started may be about to begin the run
        return NextStep(Do.WAIT)
    over = _why_over(entry, about)
    if over is not None:
        return NextStep(Do.CLOSE, Closing.NOT_RUN, over)
    if about.before is None or about.held or about.now < item.due or not about.beginning:
        return NextStep(Do.WAIT)
    if about.refusal is not None:
        return NextStep(Do.CLOSE, Closing.NOT_RUN, about.refusal)
    return NextStep(Do.BEGIN)


def _why_over(entry: JournalEntry, about: Situation) -> Reason | None:
    """Return why an item will not be run any more, None where it may still be."""
    item = entry.item
    if about.withdrawn:
        return Nights.WITHDRAWN()
    if about.asked_back:
        return Nights.GIVEN_BACK()
    if about.before is False:
        lacking = Nights.PREDECESSOR_NOT_PASSED if item.need is Need.PASSED else Nights.PREDECESSOR_NOT_RUN
        return lacking(item=item.after)
    over = min(filter(None, (item.until, item.deadline)), default="")
    if over and about.now > over:
        return about.refusal or about.short or Nights.WINDOW_OVER(until=over)
    return None


PATIENCE_S = 30.0
"""Between two attempts to begin or resume a run whose device is in use, and until a stopped runner is killed."""
LOOK_S = 5.0
"""Between two looks of the watchdog."""
GRACE_S = 60.0
"""How long a runner that a former worker started may take until it holds its device."""
RETRY_S = 300.0
"""After how many seconds a run may be ordered anew."""


@dataclass
class DeviceLane:
    """The items of one device.

    Parameters
    ----------
    device
        What tells the device from others.
    """

    device: str
    runners: BenchRunners
    journal: Journal
    clock: Callable[[], float] = time.monotonic
    utc: Callable[[], str] = now_utc
    _runner: Launch | None = None
    _id: str = ""
    _refusal: Reason | None = None
    _short: Reason | None = None
    _barred: tuple[Reason, ...] = ()
    _not_before: float = 0.0
    _grace: float = 0.0
    _looked: float = 0.0
    _interrupted: float = 0.0
    _watchdog: Watchdog | None = None
    _stopped: set[str] = field(default_factory=set)

    @property
    def busy(self) -> bool:
        """Whether a runner of this worker is at work."""
        return self._runner is not None

    @property
    def waits(self) -> tuple[Reason, ...]:
        """Why the present item waits for space, empty where it does not."""
        return () if self._short is None else (self._short,)

    def step(
        self,
        entries: tuple[JournalEntry, ...],
        withdrawn: Mapping[str, str],
        ended: Mapping[str, Item],
        *,
        beginning: bool,
        asked_back: Collection[str] = (),
    ) -> bool:
        """Do the next thing, if there is one.

        Parameters
        ----------
        entries
            Those of the device that have not ended, in order.
        withdrawn
            Ids of items that somebody asked to end, and who did.
        ended
            Items that ended or were canceled, by id; predecessors are looked up here.
        beginning
            Whether new runs may begin.
        asked_back
            Ids of items that somebody asked for, if their run was not begun.

        Returns
        -------
        bool
            Whether anything was done.
        """
        entry = self._chosen(entries, ended)
        if entry is None:
            self._short = None
            return False
        if entry.item.id != self._id:
            self._id, self._watchdog, self._not_before = entry.item.id, None, 0.0
            self._refusal, self._short, self._barred = None, None, ()
            self._grace = self.clock() + GRACE_S if entry.spawned else 0.0
        if self._runner is not None:
            if not self._runner.over:
                return self._attend(entry, withdrawn.get(entry.item.id))
            self._leave(entry)
        entry = self._noted(entry)
        standing = standing_of(self.runners.path(entry.item.id))
        about = replace(
            self._situation(entry, standing, ended, beginning=beginning),
            withdrawn=entry.item.id in withdrawn,
            asked_back=entry.item.id in asked_back,
        )
        return self._do(entry, standing, decide(entry, standing, about), withdrawn.get(entry.item.id))

    def _chosen(self, entries: tuple[JournalEntry, ...], ended: Mapping[str, Item]) -> JournalEntry | None:
        """Return the item at work, else the first that may begin, else the first that waits."""
        if self._runner is not None and (own := [entry for entry in entries if entry.item.id == self._id]):
            return own[0]
        begun = [entry for entry in entries if entry.step is Step.BEGUN]
        now = self.utc()
        ready = [
            entry for entry in entries if entry.item.due <= now and _before(entry.item, ended) is not None
        ]
        return next(iter((*begun, *ready, *entries)), None)

    def _situation(
        self, entry: JournalEntry, standing: FolderStanding, ended: Mapping[str, Item], *, beginning: bool
    ) -> Situation:
        item = entry.item
        idle = standing.stand in (Stand.ABSENT, Stand.OPEN)
        patience = max(self._not_before, self._grace if standing.stand is Stand.ABSENT else 0.0)
        return Situation(
            now=self.utc(),
            before=_before(item, ended),
            held=idle and (self.clock() < patience or self.runners.held(item)),
            refusal=self._refusal,
            short=self._short,
            barred=self._barred,
            beginning=beginning,
        )

    def _do(
        self, entry: JournalEntry, standing: FolderStanding, decision: NextStep, withdrawn: str | None
    ) -> bool:
        if decision.do is Do.CLOSE:
            assert decision.closing is not None
            self.journal.put(entry.ended(decision.closing, decision.reason, standing.found))
            self._id = ""
        elif decision.do is Do.BEGIN:
            return self._begin(entry)
        elif decision.do is Do.RESUME:
            return self._resume(entry)
        else:
            return self._attend(entry, withdrawn)
        return True

    def _begin(self, entry: JournalEntry) -> bool:
        refusal = self.runners.preflight(entry.item)
        if self._lacks_space(refusal if refusal is not None and refusal.is_a(Nights.SPACE) else None):
            return False
        self._refusal = refusal
        if refusal is None:
            self._start(entry, replace(entry, spawned=entry.spawned + 1), self.runners.begin)
        return True

    def _resume(self, entry: JournalEntry) -> bool:
        self._barred = self.runners.resume_refusal(entry.item)
        if not self._barred:
            if self._lacks_space(self.runners.shortage(entry.item)):
                return False
            resumed = replace(entry, step=Step.BEGUN, resumed=entry.resumed + 1)
            self._start(entry, resumed, self.runners.resume)
            self._not_before = self.clock() + PATIENCE_S
        return True

    def _start(self, entry: JournalEntry, started: JournalEntry, start: Callable[[Item], Launch]) -> None:
        """Start a runner, on the journal first; where the disk refuses its output, nothing was started."""
        self.journal.put(started)
        try:
            self._runner = start(entry.item)
        except StorageError:
            self.journal.put(entry)
            raise

    def _lacks_space(self, short: Reason | None) -> bool:
        """Wait where the disk has too little space."""
        self._short = short
        if short is not None:
            self._not_before = self.clock() + PATIENCE_S
        return short is not None

    def _attend(self, entry: JournalEntry, withdrawn: str | None) -> bool:
        """Look after a runner at work: note that its run has begun, hand on a withdrawal, watch its pace."""
        item, path = entry.item, self.runners.path(entry.item.id)
        if entry.step is Step.TAKEN and self._noted(entry).step is Step.BEGUN:
            return True
        begun = path.is_dir()
        if begun and withdrawn and item.id not in self._stopped:
            with suppress(LabharnessError):  # it may end at this moment
                self.runners.stop(item, withdrawn)
                self._stopped.add(item.id)
            return True
        if begun:
            self._watch(entry, path)
        return False

    def _watch(self, entry: JournalEntry, path: Path) -> None:
        now = self.clock()
        if now - self._looked < LOOK_S:
            return
        self._looked = now
        if self._watchdog is None:
            self._watchdog = Watchdog(path, self.clock)
        cause = self._watchdog.look(self.runners.runner_of(entry.item))
        deadline = entry.item.deadline
        if cause is None and deadline and self.utc() > deadline:
            cause = Nights.OVERDUE(deadline=deadline)
        if cause is None:
            self._interrupted = 0.0
        elif not self._interrupted:
            self._interrupted = now
            self.journal.put(replace(entry, cause=cause))
            self.runners.interrupt(entry.item, kill=False)
        elif now - self._interrupted > PATIENCE_S:
            self.runners.interrupt(entry.item, kill=True)

    def _leave(self, entry: JournalEntry) -> None:
        """Take note of how the runner left; only what it refused before there was a run matters."""
        assert self._runner is not None
        reasons, in_use = self._runner.refusal()
        output = str(self._runner.output)
        self._runner, self._watchdog, self._interrupted = None, None, 0.0
        if in_use:
            self._not_before = self.clock() + PATIENCE_S
        elif self._lacks_space(self.runners.shortage(entry.item)):
            pass  # whatever the runner refused, it had no space to record, and may have had none to say so
        elif reasons:
            self._refusal = Nights.REFUSED(why=reasons)
        elif entry.spawned >= SPAWNS and not was_begun(self.runners.path(entry.item.id)):
            self._refusal = Nights.RUNNER_LEFT(times=entry.spawned, output=output)

    def _noted(self, entry: JournalEntry) -> JournalEntry:
        """Put down that a run which this bench began has begun, though its folder may be gone since."""
        if entry.step is Step.TAKEN and entry.spawned and was_begun(self.runners.path(entry.item.id)):
            entry = replace(entry, step=Step.BEGUN)
            self.journal.put(entry)
        return entry


def _before(item: Item, ended: Mapping[str, Item]) -> bool | None:
    if not item.after:
        return True
    result = ended.get(item.after)
    return None if result is None else fulfils(item.need, result)


def ended_item(entry: JournalEntry) -> Item:
    """Return the item of an ended entry as the queue will show it."""
    return replace(
        entry.item, state=State.ENDED, closing=entry.closing, reason=entry.reason, found=entry.found
    )


def retry_of(entry: JournalEntry, ending: Ending | None) -> Item | None:
    """Return the item that repeats an ended one, None where its rule allows none and nobody asked for it.

    Only what says nothing about the device is ordered anew: a run that was not begun, or ended in an error. A verdict
    never is: repeating until one pleases would choose among results.
    """
    item = entry.item
    failed = entry.closing is Closing.NOT_RUN and entry.reason is not None
    failed = failed and entry.reason.is_a(Nights.REFUSED, Nights.RUNNER_LEFT)  # type: ignore[union-attr]
    failed = failed or ending in (Ending.ERROR, Ending.DEVICE_LOST)
    if entry.reason is not None and entry.reason.is_a(Nights.GIVEN_BACK):
        return _anew(item, f"{AGAIN.sub('', item.id)}-again")
    if not failed or item.retries <= 0:
        return None
    stem, _, last = item.id.rpartition("-r")
    number = int(last) + 1 if stem and last.isdigit() and item.forerunner else 2
    base = stem if number > 2 else item.id
    due = datetime.now(UTC) + timedelta(seconds=RETRY_S)
    result = _anew(item, f"{base}-r{number}")
    return replace(result, retries=item.retries - 1, forerunner=item.id, due=now_utc(due))


def _anew(item: Item, name: str) -> Item:
    """Return the item that waits with the order of another; its name may be taken."""
    return replace(item, id=name, occurrence="", fence=0, state=State.WAITING, withdrawn="", over="")
