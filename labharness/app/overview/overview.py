"""The state of a workspace at one moment: matters, benches, what waits, what ended lately.

Who sits at this computer, whether the register answers, and which reports wait for that person's signature.

How much a night records, so that free disk can be told in nights.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import takewhile
from typing import Any

from labharness.app.benches.queueing import expected_durations, runs_that_tell
from labharness.app.devices import preflight
from labharness.app.overview.attention import (
    LEAST_FREE,
    OpenMatter,
    OpenRun,
    RunWatch,
    in_order,
    is_silent,
    matters_of_benches,
    matters_of_items,
    matters_of_runs,
    runs_elsewhere,
    with_losses,
)
from labharness.app.people.staff import Staff, staff_of
from labharness.app.runs.run_index import RunListing, bytes_of, latest, listed, standing_of_facts
from labharness.app.shared_store.copying import waiting
from labharness.app.workspace.register import has_queue, has_register, open_queue, open_register
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError, QueueError
from labharness.evidence.folder import RunFolder
from labharness.filings.entries.entry import Role
from labharness.filings.entries.events import SignatureRecorded, SubmissionReported
from labharness.filings.entries.snapshot import Change
from labharness.model.address import Address, Room
from labharness.model.reasons.night import Nights
from labharness.model.reasons.register import Attention
from labharness.model.results import Standing
from labharness.nights.items import Bench, Item, State
from labharness.reason import Reason

LOOK_S = 10.0
"""Seconds for which what the register said is taken for its present state."""
FIRST_S = 2.0
"""Seconds for which the first answer is waited for."""


class RegisterState(StrEnum):
    """Whether the register can be read."""

    NONE = "none"
    REACHABLE = "reachable"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Unsigned:
    """A report that waits for a signature in a role."""

    report: str
    role: str
    since: str


@dataclass(frozen=True, slots=True)
class Desk:
    """A person at a computer.

    Parameters
    ----------
    staff
        The people, as the register last said.
    away
        Why the register cannot be read, None where it can.
    unsigned
        Reports whose next signature this person may give.
    """

    staff: Staff
    register: RegisterState = RegisterState.NONE
    away: LabharnessError | None = None
    unsigned: tuple[Unsigned, ...] = ()

    @property
    def may_act(self) -> bool:
        """Whether this account may do more than look."""
        known = self.staff.listed or self.register is RegisterState.AWAY
        return not known or self.staff.acting is not None

    def refusal(self, roles: Collection[Role]) -> Reason | None:
        """Return why this person may not do what takes one of some roles, with who may; None where they may."""
        if not self.staff.listed and self.away is not None:
            return self.away.reasons[0]
        return self.staff.refusal(roles)


class Desks:
    """Asks the register again and again on a thread of its own, for one on a network may be long in answering.

    Parameters
    ----------
    clock
        Seconds that only grow.
    """

    def __init__(self, workspace: Workspace, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._workspace, self._clock = workspace, clock
        self._asked = float("-inf")
        self._head = ""
        self._waiting: tuple[Unsigned, ...] = ()
        self._desk = Desk(Staff())
        self._looking = threading.Lock()
        self._thread: threading.Thread | None = None

    def look(self) -> Desk:
        """Return who sits here, as far as it is known; the first time the answer is waited for.

        Rooms look from several threads: one of them starts the thread, and nobody sees it before it runs.
        """
        with self._looking:
            busy = self._thread is not None and self._thread.is_alive()
            if not busy and self._clock() - self._asked >= LOOK_S:
                thread = threading.Thread(target=self._look, daemon=True)
                thread.start()
                if self._thread is None:
                    thread.join(FIRST_S)
                self._thread = thread
        return self._desk

    def _look(self) -> None:
        try:
            self._desk = self._ask()
        except LabharnessError as error:
            self._desk = replace(self._desk, register=RegisterState.AWAY, away=error, unsigned=())
        self._asked = self._clock()

    def _ask(self) -> Desk:
        if not has_register(self._workspace):
            return Desk(Staff())
        with open_register(self._workspace) as register:
            staff, head = staff_of(register), register.head
            if head != self._head:
                self._waiting = tuple(unsigned_reports(register.changes()))
                self._head = head
        roles = staff.acting.roles if staff.acting else ()
        mine = tuple(each for each in self._waiting if SIGNS[each.role] in roles)
        return Desk(staff, RegisterState.REACHABLE, unsigned=mine)


def unsigned_reports(changes: Iterator[Change]) -> Iterator[Unsigned]:
    """Yield the latest report of each submission that lacks a signature, with the role whose turn it is."""
    latest: dict[str, tuple[str, str]] = {}
    signed: dict[str, set[str]] = {}
    for change in changes:
        if signature := change.event(SignatureRecorded):
            signed.setdefault(signature.report, set()).add(signature.role)
        elif drawn := change.event(SubmissionReported):
            latest[change.submission] = (drawn.report, change.utc)
    for number, since in latest.values():
        missing = [role for role in SIGNS if role not in signed.get(number, set())]
        if missing:
            yield Unsigned(number, missing[0], since)


SIGNS = {"tested": Role.ENGINEER, "reviewed": Role.REVIEWER, "authorized": Role.AUTHORIZER}
"""What a person must be to sign in a role, in the order of signing."""


LOOKED_BACK = timedelta(days=14)
NOON = timedelta(hours=12)
"""A night is what ended between one noon and the next."""


class NightBytes:
    """Sizes of the runs of the last two weeks, each read once."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._sizes: dict[str, int] = {}

    def largest(self, ended: Iterable[tuple[str, str]], now: datetime) -> int:
        """Return the bytes of the largest night, 0 where nothing ended.

        Parameters
        ----------
        ended
            Names of runs and when they ended (UTC), the latest first.
        """
        nights: Counter[str] = Counter()
        known: dict[str, int] = {}
        for run, updated in ended:
            try:
                when = datetime.fromisoformat(updated)
            except ValueError:
                continue
            if now - when > LOOKED_BACK:
                break
            known[run] = self._size(run)
            nights[(when.astimezone() - NOON).date().isoformat()] += known[run]
        self._sizes = known
        return max(nights.values(), default=0)

    def _size(self, run: str) -> int:
        if run not in self._sizes:
            try:
                return bytes_of(RunFolder(self._workspace.path / "runs" / run))
            except OSError:
                return 0
        return self._sizes[run]


SOON_S = 0.7
"""So long the runs that no index has are read before the first look is shown."""
LATELY = timedelta(hours=24)
"""What ended within so long is shown as lately."""


@dataclass(frozen=True, slots=True)
class BenchNow:
    """A bench.

    Parameters
    ----------
    silent
        Whether its worker is not heard of any more.
    taken, waiting
        Items that it has taken, and those that wait, in order.
    runs
        Those of the taken that have a living runner.
    waits
        Since when, and why, its worker waits for its disk; None where it does not.
    """

    bench: Bench
    silent: bool
    taken: tuple[Item, ...]
    waiting: tuple[Item, ...]
    runs: tuple[OpenRun, ...] = ()
    waits: tuple[str, tuple[Reason, ...]] | None = None

    @property
    def at_work(self) -> tuple[str, ...]:
        """Names of the runs at work."""
        return tuple(run.folder.run for run in self.runs)


@dataclass(frozen=True, slots=True)
class EndedRun:
    """A run that ended lately."""

    run: str
    plan: str
    device: str
    host: str
    ending: str
    updated: str
    standing: Standing


_OF_ROW = ("run", "plan", "device", "host", "ending", "updated")
"""What the index has of a run that ended."""


@dataclass(frozen=True, slots=True)
class Overview:
    """What goes on.

    Parameters
    ----------
    expected_s, expected_of
        Median seconds of complete runs, by the id of their plan, as far as this workspace has some, and how many those are.
    queue_away
        Why the queue cannot be read; None where it can, or where there is none.
    free
        Bytes of free disk.
    clock_synchronized
        None where the system does not say.
    desk
        Who sits here, and whether the register answers; None where nobody asked.
    night_bytes
        Bytes that the largest night of the last two weeks recorded, 0 where there was none.
    """

    now: datetime
    matters: tuple[OpenMatter, ...]
    open_runs: tuple[OpenRun, ...]
    benches: tuple[BenchNow, ...]
    ended: tuple[EndedRun, ...]
    expected_s: Mapping[str, float]
    queue_away: LabharnessError | None
    free: int
    clock_synchronized: bool | None
    desk: Desk | None = None
    night_bytes: int = 0
    expected_of: Mapping[str, int] = field(default_factory=dict)

    @property
    def elsewhere(self) -> tuple[Reason, ...]:
        """What the lists of runs do not cover: the benches of other computers."""
        return runs_elsewhere(each.bench for each in self.benches)


class Overviews:
    """Looks at a workspace again and again.

    Parameters
    ----------
    workspace
        Which one.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace, self._watch = workspace, RunWatch(workspace)
        self._desks, self._nights = Desks(workspace), NightBytes(workspace)
        self._listed: tuple[tuple[str, int], ...] | None = None
        self._rows: Sequence[Mapping[str, Any]] = ()
        self._ended: tuple[EndedRun, ...] = ()
        self._expected_s: Mapping[str, float] = {}
        self._expected_of: Mapping[str, int] = {}

    def look(self, now: datetime | None = None) -> Overview:
        """Return what goes on now.

        Raises
        ------
        WorkspaceError
            If the workspace cannot be read.
        """
        now = now or datetime.now(UTC)
        since = (now - LATELY).isoformat()
        runs = self._watch.look()
        self._list()
        benches, ended_items, away = self._queue(now, since, runs)
        free = shutil.disk_usage(self._workspace.path).free
        synchronized = preflight.is_synchronized()
        desk = self._desks.look()
        open_items = [item for each in benches for item in (*each.taken, *each.waiting)]
        matters = [
            *matters_of_runs(runs),
            *matters_of_benches([each.bench for each in benches], open_items, now),
            *_matters_of_disks(benches),
            *matters_of_items(
                ended_items, {run.folder.run for run in runs} | {run.run for run in self._ended}
            ),
            *_matters_of_desk(desk),
            *self._computer(away, free, synchronized=synchronized),
        ]
        return Overview(
            now,
            in_order(matters),
            runs,
            benches,
            tuple(takewhile(lambda run: run.updated >= since[:19], self._ended)),
            self._expected_s,
            away,
            free,
            synchronized,
            desk,
            self._nights.largest(((run.run, run.updated) for run in self._ended), now),
            self._expected_of,
        )

    def _queue(
        self, now: datetime, since: str, runs: tuple[OpenRun, ...]
    ) -> tuple[tuple[BenchNow, ...], tuple[Item, ...], LabharnessError | None]:
        """Return benches, items that were over since a moment, and why the queue cannot be read."""
        from labharness.nights.store.benches import Benches
        from labharness.nights.store.queue import now_utc

        alive = {run.folder.run: run for run in runs if run.alive}
        try:
            if not has_queue(self._workspace):
                return (), (), None
            with open_queue(self._workspace) as queue:
                benches = Benches(queue.database).all()
                waits = Benches(queue.database).waits()
                items = queue.items()
                over = queue.of_night(now_utc(datetime.fromisoformat(since)), now_utc(now))
        except LabharnessError as error:
            return (), (), error
        damaged = [Nights.BENCH_DAMAGED(bench=bench.name) for bench in benches if bench.damaged]
        damaged += [item.reason for item in items if item.state is State.DAMAGED and item.reason is not None]
        names = sorted({bench.name for bench in benches} | {item.bench for item in items})
        known = {bench.name: bench for bench in benches}
        result = []
        for name in names:
            bench = known.get(name) or Bench(name=name)
            mine = [item for item in items if item.bench == name]
            taken = tuple(item for item in mine if item.state is State.TAKEN)
            waiting = tuple(item for item in mine if item.state is State.WAITING)
            at_work = tuple(alive[item.id] for item in taken if item.id in alive)
            result.append(BenchNow(bench, is_silent(bench, now), taken, waiting, at_work, waits.get(name)))
        ended = with_losses(self._workspace, (item for item in over if item.closing is not None))
        return tuple(result), ended, QueueError(*damaged) if damaged else None

    def _computer(
        self, away: LabharnessError | None, free: int, *, synchronized: bool | None
    ) -> Iterator[OpenMatter]:
        if away is not None:
            reads = away.reasons[0].is_a(Nights.BENCH_DAMAGED, Nights.ROW_DAMAGED)
            matter = Attention.QUEUE_DAMAGED if reads else Attention.QUEUE_AWAY
            yield OpenMatter(matter(why=away.reasons), Address(Room.BENCHES))
        if free < LEAST_FREE:
            yield OpenMatter(Attention.DISK(free=free), Address(Room.HOME))
        failed = [body for body in waiting(self._workspace, self._rows) if body.reasons]
        if failed:
            every = tuple(dict.fromkeys(why for each in failed for why in each.reasons))
            yield OpenMatter(Attention.NOT_COPIED(runs=len(failed), why=every), Address(Room.HOME))
        if synchronized is False and not read_settings(self._workspace).clock_by_hand:
            yield OpenMatter(Attention.CLOCK(), Address(Room.HOME))

    def _list(self) -> None:
        """Read the index of the runs that have ended, only where others have ended since."""
        if self._watch.ended == self._listed:
            return
        # A workspace without an index is shown with its latest runs first; the next look reads the others.
        first = self._listed is None
        result = (
            latest(self._workspace, SOON_S)
            if first
            else RunListing(listed(self._workspace, ended_only=True), complete=True)
        )
        rows = [row for row in result.rows if row["ended"]]
        self._rows = rows
        ended = [
            EndedRun(**{name: row[name] for name in _OF_ROW}, standing=standing_of_facts(row)) for row in rows
        ]
        self._ended = tuple(sorted(ended, key=lambda run: run.updated, reverse=True))
        self._expected_s, self._expected_of = expected_durations(rows), runs_that_tell(rows)
        self._listed = self._watch.ended if result.complete else ()


def _matters_of_disks(benches: Iterable[BenchNow]) -> Iterator[OpenMatter]:
    """Yield benches whose worker waits for its disk."""
    for each in benches:
        if each.waits is not None and not each.silent:
            since, why = each.waits
            name = each.bench.name
            yield OpenMatter(
                Attention.BENCH_WAITS(bench=name, why=why), Address(Room.BENCHES, (name,)), since
            )


def _matters_of_desk(desk: Desk) -> Iterator[OpenMatter]:
    """Yield a register that does not answer, and reports that wait for the person at this computer."""
    if desk.away is not None:
        yield OpenMatter(Attention.REGISTER_AWAY(why=desk.away.reasons), Address(Room.SUBMISSIONS))
    for unsigned in desk.unsigned:
        where = Address(Room.REPORTS, (unsigned.report,))
        yield OpenMatter(Attention.SIGN(report=unsigned.report, role=unsigned.role), where, unsigned.since)
