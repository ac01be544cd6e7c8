"""One bench as people see it: what it has, what waits, what ended, its schedules and who changed what."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice

from labharness.app.benches.queue_access import has_queue, open_queue
from labharness.app.run_index import indexed_standings
from labharness.app.workspace import Workspace
from labharness.model.standing import Standing
from labharness.nights.acts import AuditLine
from labharness.nights.items import Bench, Item, Schedule, State

MOST_ENDED = 200
AHEAD = timedelta(days=14)
"""Within so long the next occurrences of a schedule are looked for."""


@dataclass(frozen=True, slots=True)
class PlannedSchedule:
    """A schedule and its next occurrences (UTC)."""

    schedule: Schedule
    moments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EndedItem:
    """An item that ended, and how its run stands; None where it has no verdict."""

    item: Item
    standing: Standing | None


@dataclass(frozen=True, slots=True)
class BenchBoard:
    """A bench.

    Parameters
    ----------
    items
        What it has taken and what waits, in order.
    ended
        What ended, the latest first.
    """

    bench: Bench
    items: tuple[Item, ...] = ()
    ended: tuple[EndedItem, ...] = ()
    schedules: tuple[PlannedSchedule, ...] = ()
    acts: tuple[AuditLine, ...] = ()


def board_of(workspace: Workspace, bench: str, now: datetime | None = None) -> BenchBoard:
    """Read a bench.

    Raises
    ------
    QueueError
        If the queue does not answer or cannot be read.
    """
    if not has_queue(workspace):
        return BenchBoard(Bench(name=bench))
    from labharness.nights.schedules import occurrences
    from labharness.nights.store.benches import Benches
    from labharness.nights.store.schedules import Schedules

    now = now or datetime.now(UTC)
    with open_queue(workspace) as queue:
        known = {each.name: each for each in Benches(queue.database).all()}
        items = queue.items(bench)
        ended = queue.items(bench, (State.ENDED, State.CANCELED), MOST_ENDED)
        schedules = Schedules(queue.database).all(bench)
        acts = queue.acts()
    mine = {bench, *(item.id for item in (*items, *ended)), *(each.id for each in schedules)}
    return BenchBoard(
        known.get(bench) or Bench(name=bench),
        items,
        _with_standings(workspace, ended),
        tuple(
            PlannedSchedule(each, tuple(when for _, when in islice(occurrences(each, now, now + AHEAD), 3)))
            for each in schedules
        ),
        tuple(act for act in reversed(acts) if act.target in mine),
    )


def _with_standings(workspace: Workspace, items: tuple[Item, ...]) -> tuple[EndedItem, ...]:
    """Return items with the standings of their runs: of those that are here by their records, of others by their orders."""
    here = indexed_standings(workspace, {item.id: item.found for item in items})
    return tuple(EndedItem(item, here.get(item.id, item.standing)) for item in items)
