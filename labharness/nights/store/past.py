"""A queue as its audit says that it stood at a moment: a night that is over is not judged by what is there today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa

from labharness.database.engine import Database
from labharness.nights.acts import (
    Activated,
    Added,
    AuditLine,
    BenchHeld,
    Canceled,
    Deactivated,
    DiskRefused,
    Moved,
    Paused,
    Resumed,
    Taken,
)
from labharness.nights.items import Item, State
from labharness.nights.store.audit import act_of
from labharness.nights.store.benches import GO_ON, HOLDS, WAIT
from labharness.nights.store.rows import item_of, of_states
from labharness.nights.store.schema import AUDIT, ITEM
from labharness.reason import Reason

_ITEMS = (Added.WHAT, Moved.WHAT, Taken.WHAT)
_BENCHES = (*HOLDS, WAIT, GO_ON, Paused.WHAT, Resumed.WHAT)
_SCHEDULES = (Activated.WHAT, Deactivated.WHAT)


@dataclass(frozen=True, slots=True)
class PastBench:
    """A bench as it stood.

    Parameters
    ----------
    started
        Whether it had had a worker.
    paused
        Whether its worker began nothing new.
    waits
        Since when (UTC), and why, its worker waited for its disk; None where it did not.
    last
        When its worker last did something that is on record (UTC), or "".
    restarted
        When a worker was started anew, as the first thing on record afterwards (UTC); "" where the worker went on.
    """

    started: bool = False
    paused: bool = False
    waits: tuple[str, tuple[Reason, ...]] | None = None
    last: str = ""
    restarted: str = ""


class Past:
    """What the records of a queue say of a moment.

    Parameters
    ----------
    until
        The moment (UTC).
    """

    def __init__(self, database: Database, until: str) -> None:
        self._database, self.until = database, until
        self._benches: dict[str, PastBench] = {}
        with database.reading() as connection:
            self._acts = self._read(connection, AUDIT.c.what.in_((*_BENCHES, *_SCHEDULES)))

    def _read(self, connection: sa.Connection, wanted: sa.ColumnElement[bool]) -> dict[str, list[AuditLine]]:
        """Return what was done until the moment, by what it was done to."""
        query = sa.select(AUDIT).where(wanted, AUDIT.c.utc <= self.until).order_by(AUDIT.c.number)
        acts: dict[str, list[AuditLine]] = {}
        for row in connection.execute(query).mappings():
            acts.setdefault(row["target"], []).append(act_of(row))
        return acts

    def items(self, since: str) -> tuple[Item, ...]:
        """Return items that were over within the span from a moment, and those that were due and not over, by place."""
        canceled = sa.exists().where(
            AUDIT.c.target == ITEM.c.id, AUDIT.c.what == Canceled.WHAT, AUDIT.c.utc > self.until
        )
        ended = sa.and_(ITEM.c.over >= since, ITEM.c.over <= self.until)
        open_ = sa.or_(
            of_states((State.WAITING, State.TAKEN)),
            ITEM.c.over > self.until,
            sa.and_(ITEM.c.state == State.CANCELED.value, canceled),
        )
        then = sa.and_(open_, ITEM.c.due <= self.until, ITEM.c.added <= self.until)
        query = sa.select(ITEM).where(sa.or_(ended, then)).order_by(ITEM.c.place)
        of_open = sa.and_(AUDIT.c.what.in_(_ITEMS), AUDIT.c.target.in_(sa.select(ITEM.c.id).where(then)))
        with self._database.reading() as connection:
            items = [item_of(row) for row in connection.execute(query).mappings()]
            acts = self._read(connection, of_open)
        return tuple(
            item if item.over and item.over <= self.until else _opened(item, acts.get(item.id, []))
            for item in items
        )

    def bench(self, name: str) -> PastBench:
        """Return how a bench stood."""
        if name not in self._benches:
            self._benches[name] = self._bench(name)
        return self._benches[name]

    def _bench(self, name: str) -> PastBench:
        acts = self._of(name, _BENCHES)
        pauses = [act for act in acts if isinstance(act.body, Paused | Resumed)]
        disk = [act for act in acts if act.what in (WAIT, GO_ON, *HOLDS)][-1:]
        started = [act.utc for act in acts if isinstance(act.body, BenchHeld)]
        by_worker = AUDIT.c.who == f"worker of {name}"
        last = sa.select(AUDIT).where(by_worker, AUDIT.c.utc <= self.until).order_by(AUDIT.c.number.desc())
        following = sa.select(AUDIT).where(by_worker, AUDIT.c.utc > self.until).order_by(AUDIT.c.number)
        with self._database.reading() as connection:
            before = [act_of(row) for row in connection.execute(last.limit(1)).mappings()]
            after = [act_of(row) for row in connection.execute(following.limit(1)).mappings()]
        return PastBench(
            started=bool(started),
            paused=bool(pauses) and isinstance(pauses[-1].body, Paused),
            waits=next(((act.utc, act.body.why) for act in disk if isinstance(act.body, DiskRefused)), None),
            last=before[0].utc if before else max(started, default=""),
            restarted=after[0].utc if after and isinstance(after[0].body, BenchHeld) else "",
        )

    def was_active(self, schedule: str, moment: str) -> bool:
        """Say whether a schedule made items at a moment that is not after this one."""
        acts = [act for act in self._of(schedule, _SCHEDULES) if act.utc <= moment]
        return not acts or not isinstance(acts[-1].body, Deactivated)

    def _of(self, target: str, what: Sequence[str]) -> list[AuditLine]:
        return [act for act in self._acts.get(target, []) if act.what in what]


def _opened(item: Item, acts: Sequence[AuditLine]) -> Item:
    """Return an item as it stood after some acts, before it was over."""
    if item.state is State.DAMAGED:
        return item
    benches = [act.body.bench for act in acts if isinstance(act.body, Added | Moved | Taken)]
    return replace(
        item,
        bench=benches[-1] if benches else item.bench,
        state=State.TAKEN if any(isinstance(act.body, Taken) for act in acts) else State.WAITING,
        withdrawn="",
        closing=None,
        found=None,
        reason=None,
        over="",
    )
