"""The state of a workspace at one moment: matters, benches, what waits, what ended lately."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import Any

from labharness.app.benches.ordering import expected_durations, runs_that_tell
from labharness.app.benches.queue_access import has_queue, open_queue
from labharness.app.clock import is_synchronized
from labharness.app.overview.attention import (
    LEAST_FREE,
    OpenMatter,
    in_order,
    is_silent,
    matters_of_benches,
    matters_of_items,
    matters_of_runs,
)
from labharness.app.overview.desk import Desk, Desks
from labharness.app.overview.night_bytes import NightBytes
from labharness.app.overview.run_watch import OpenRun, RunWatch
from labharness.app.overview.unfinished_items import runs_elsewhere, with_losses
from labharness.app.run_index import RunListing, latest, listed, standing_of_facts
from labharness.app.settings import read_settings
from labharness.app.shared_store.copying import waiting
from labharness.app.workspace import Workspace
from labharness.errors import LabharnessError, QueueError
from labharness.model.address import Address, Room
from labharness.model.reasons.attention import Attention
from labharness.model.reasons.night import Nights
from labharness.model.standing import Standing
from labharness.nights.items import Bench, Item, State
from labharness.reason import Reason

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
        synchronized = is_synchronized()
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
            self._ended_since(since),
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
        from labharness.nights.store.audit import now_utc
        from labharness.nights.store.benches import Benches

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
            EndedRun(
                row["run"],
                row["plan"],
                row["device"],
                row["host"],
                row["ending"],
                row["updated"],
                standing_of_facts(row),
            )
            for row in rows
        ]
        self._ended = tuple(sorted(ended, key=lambda run: run.updated, reverse=True))
        self._expected_s, self._expected_of = expected_durations(rows), runs_that_tell(rows)
        self._listed = self._watch.ended if result.complete else ()

    def _ended_since(self, since: str) -> tuple[EndedRun, ...]:
        """Return the runs that ended since a moment, the latest first."""
        return tuple(takewhile(lambda run: run.updated >= since[:19], self._ended))


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
