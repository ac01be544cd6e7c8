"""A queue as its audit says that it stood at a moment: a night that is over is not judged by what is there today.

Schedules in the queue's database.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import sqlalchemy as sa

from labharness.database.engine import Database
from labharness.errors import QueueError
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.night import Nights
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
    Scheduled,
    Taken,
)
from labharness.nights.items import Item, Schedule, State
from labharness.nights.store.benches import GO_ON, HOLDS, WAIT
from labharness.nights.store.queue import Actor, act_of, now_utc, write_act
from labharness.nights.store.schema import (
    AUDIT,
    ITEM,
    SCHEDULE,
    change,
    insert,
    item_of,
    of_states,
    schedule_of,
)
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


class Schedules:
    """The schedules of a queue.

    Parameters
    ----------
    database
        That of the queue.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, bench: str | None = None) -> tuple[Schedule, ...]:
        """Return every schedule, by id; of one bench, or of all."""
        with self._database.reading() as connection:
            rows = connection.execute(sa.select(SCHEDULE).order_by(SCHEDULE.c.id)).mappings().all()
        schedules = map(schedule_of, rows)
        return tuple(
            each for each in schedules if bench is None or each.damaged or each.item.get("bench") == bench
        )

    def known(self, occurrences: Sequence[str]) -> frozenset[str]:
        """Return which occurrences are in the queue already."""
        if not occurrences:
            return frozenset()
        query = sa.select(ITEM.c.occurrence).where(ITEM.c.occurrence.in_(occurrences))
        with self._database.reading() as connection:
            return frozenset(connection.execute(query).scalars())

    def add(self, schedule: Schedule, actor: Actor) -> None:
        """Add a schedule; raises :class:`QueueError` where its id is taken."""
        with self._database.writing() as connection:
            there = sa.select(SCHEDULE.c.id).where(SCHEDULE.c.id == schedule.id)
            if connection.execute(there).first() is not None:
                raise QueueError(Nights.SCHEDULE_TAKEN(schedule=schedule.id))
            values = asdict(schedule) | {"made": now_utc(), "window_h": float(schedule.window_h)}
            del values["damaged"]
            insert(connection, SCHEDULE, values)
            write_act(connection, actor, schedule.id, Scheduled(cron=schedule.cron, zone=schedule.zone))

    def set_active(self, id_: str, actor: Actor, *, active: bool) -> None:
        """Let a schedule make items, or no more; raises :class:`QueueError` where there is none, or it is damaged."""
        with self._database.writing() as connection:
            query = sa.select(SCHEDULE).where(SCHEDULE.c.id == id_)
            row = connection.execute(query).mappings().one_or_none()
            if row is None:
                known = tuple(connection.execute(sa.select(SCHEDULE.c.id)).scalars())
                raise QueueError(Inputs.UNKNOWN(what=Noun.SCHEDULE, name=id_, known=known))
            if schedule_of(row).damaged:
                raise QueueError(Nights.SCHEDULE_DAMAGED(schedule=id_))
            change(connection, SCHEDULE, row, {"active": active})
            write_act(connection, actor, id_, Activated() if active else Deactivated())
