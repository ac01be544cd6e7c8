"""The state of a workspace at one moment: matters, benches, what waits, what ended lately."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from labharness.app.benches.clock import is_synchronized
from labharness.app.benches.opening import has_queue, open_queue
from labharness.app.overview.attention import (
    LEAST_FREE,
    Matter,
    in_order,
    is_silent,
    matters_of_benches,
    matters_of_items,
    matters_of_runs,
)
from labharness.app.overview.watch import OpenRun, RunWatch
from labharness.app.run_index import listed
from labharness.app.settings import read_settings
from labharness.app.shared_store.copying import waiting
from labharness.app.workspace import Workspace
from labharness.errors import LabharnessError
from labharness.model.address import Address, Room
from labharness.model.reasons.attention import Attention
from labharness.nights.items import Bench, Item, State

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
    at_work
        Names of the runs with a living runner among the taken.
    """

    bench: Bench
    silent: bool
    taken: tuple[Item, ...]
    waiting: tuple[Item, ...]
    at_work: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EndedRun:
    """A run that ended lately."""

    run: str
    plan: str
    device: str
    verdict: str
    ending: str
    updated: str
    simulated: bool


@dataclass(frozen=True, slots=True)
class Overview:
    """What goes on.

    Parameters
    ----------
    queue_away
        Why the queue cannot be read; None where it can, or where there is none.
    free
        Bytes of free disk.
    clock_synchronized
        None where the system does not say.
    """

    now: datetime
    matters: tuple[Matter, ...]
    open_runs: tuple[OpenRun, ...]
    benches: tuple[BenchNow, ...]
    ended: tuple[EndedRun, ...]
    not_run: tuple[Item, ...]
    queue_away: LabharnessError | None
    free: int
    clock_synchronized: bool | None


class Overviews:
    """Looks at a workspace again and again.

    Parameters
    ----------
    workspace
        Which one.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace, self._watch = workspace, RunWatch(workspace)

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
        benches, ended_items, away = self._queue(now, since, runs)
        free = shutil.disk_usage(self._workspace.path).free
        synchronized = is_synchronized()
        open_items = [item for each in benches for item in (*each.taken, *each.waiting)]
        matters = [
            *matters_of_runs(runs),
            *matters_of_benches([each.bench for each in benches], open_items, now),
            *matters_of_items(ended_items, [run.folder.run for run in runs]),
            *self._computer(away, free, synchronized=synchronized),
        ]
        not_run = tuple(item for item in ended_items if item.closing is not None and item.found is None)
        return Overview(
            now, in_order(matters), runs, benches, self._ended(since), not_run, away, free, synchronized
        )

    def _queue(
        self, now: datetime, since: str, runs: tuple[OpenRun, ...]
    ) -> tuple[tuple[BenchNow, ...], tuple[Item, ...], LabharnessError | None]:
        """Return benches, items that were over since a moment, and why the queue cannot be read."""
        from labharness.nights.store.audit import now_utc
        from labharness.nights.store.benches import Benches

        alive = {run.folder.run for run in runs if run.alive}
        try:
            if not has_queue(self._workspace):
                return (), (), None
            with open_queue(self._workspace) as queue:
                benches = Benches(queue.database).all()
                items = queue.items()
                over = queue.of_night(now_utc(datetime.fromisoformat(since)), now_utc(now))
        except LabharnessError as error:
            return (), (), error
        names = sorted({bench.name for bench in benches} | {item.bench for item in items})
        known = {bench.name: bench for bench in benches}
        found = []
        for name in names:
            bench = known.get(name) or Bench(name=name)
            mine = [item for item in items if item.bench == name]
            taken = tuple(item for item in mine if item.state is State.TAKEN)
            waiting = tuple(item for item in mine if item.state is State.WAITING)
            at_work = tuple(item.id for item in taken if item.id in alive)
            found.append(BenchNow(bench, is_silent(bench, now), taken, waiting, at_work))
        return tuple(found), tuple(item for item in over if item.closing is not None), None

    def _computer(
        self, away: LabharnessError | None, free: int, *, synchronized: bool | None
    ) -> Iterator[Matter]:
        if away is not None:
            yield Matter(Attention.QUEUE_AWAY(why=away.reasons), Address(Room.BENCHES))
        if free < LEAST_FREE:
            yield Matter(Attention.DISK(free=free), Address(Room.HOME))
        failed = [one for one in waiting(self._workspace) if one.reasons]
        if failed:
            yield Matter(Attention.NOT_COPIED(runs=len(failed), why=failed[0].reasons), Address(Room.HOME))
        if synchronized is False and not read_settings(self._workspace).clock_by_hand:
            yield Matter(Attention.CLOCK(), Address(Room.HOME))

    def _ended(self, since: str) -> tuple[EndedRun, ...]:
        """Return the runs that ended since a moment, the latest first."""
        rows = (
            row
            for row in listed(self._workspace, ended_only=True)
            if row["ended"] and row["updated"] >= since[:19]
        )
        found = [
            EndedRun(
                row["run"],
                row["plan"],
                row["device"],
                row["verdict"],
                row["ending"],
                row["updated"],
                bool(row["simulated"]),
            )
            for row in rows
        ]
        return tuple(sorted(found, key=lambda row: row.updated, reverse=True))
