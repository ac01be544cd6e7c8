"""Whether the rows of a queue are as they were written, and its audit is whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sa

from labharness.model.reasons.night import Nights
from labharness.nights.acts import Damaged
from labharness.nights.items import State
from labharness.nights.store.audit import GENESIS, act_of
from labharness.nights.store.rows import bench_of, item_of, schedule_of
from labharness.nights.store.schema import AUDIT, BENCH, ITEM, SCHEDULE
from labharness.reason import Reason


@dataclass(frozen=True, slots=True)
class QueueVerification:
    """What was found.

    Parameters
    ----------
    acts, head
        How many records the audit has, and the hash of the last one.
    """

    acts: int
    head: str
    problems: tuple[Reason, ...]


def verify(connection: sa.Connection) -> QueueVerification:
    """Compare every row with its hash, and follow the audit from its beginning."""
    problems = [*_damaged_rows(connection)]
    number, head = 0, GENESIS
    query = sa.select(AUDIT).order_by(AUDIT.c.number)
    for row in connection.execution_options(yield_per=1000).execute(query).mappings():
        whole = row["number"] == number + 1 and row["previous"] == head
        if not whole or isinstance(act_of(row).body, Damaged):
            problems.append(Nights.ACT_DAMAGED(record=number + 1))
        number, head = number + 1, row["hash"]
    return QueueVerification(number, head, tuple(problems))


def _damaged_rows(connection: sa.Connection) -> Iterator[Reason]:
    for row in connection.execute(sa.select(ITEM).order_by(ITEM.c.place)).mappings():
        item = item_of(row)
        if item.state is State.DAMAGED and item.reason is not None:
            yield item.reason
    for row in connection.execute(sa.select(BENCH)).mappings():
        if (bench := bench_of(row)).damaged:
            yield Nights.BENCH_DAMAGED(bench=bench.name)
    for row in connection.execute(sa.select(SCHEDULE)).mappings():
        if (schedule := schedule_of(row)).damaged:
            yield Nights.SCHEDULE_DAMAGED(schedule=schedule.id)
