"""Schedules in the queue's database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import sqlalchemy as sa

from labharness.database.engine import Database
from labharness.errors import QueueError
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.night import Nights
from labharness.nights.acts import Activated, Deactivated, Scheduled
from labharness.nights.items import Schedule
from labharness.nights.store.audit import Actor, now_utc, write_act
from labharness.nights.store.rows import change, insert, schedule_of
from labharness.nights.store.schema import ITEM, SCHEDULE


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
