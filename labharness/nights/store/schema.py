"""The tables of the queue.

Rows of the queue's tables: each carries the hash of its values, and is read only where it is as that says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from labharness.database.engine import Canonical, Holding, is_whole, row_hash
from labharness.errors import QueueError
from labharness.evidence.records.body import dump, load
from labharness.model.reasons.night import Nights
from labharness.nights.items import Bench, Item, Schedule, State

TABLES = sa.MetaData()


def _hash(name: str = "hash") -> sa.Column[str]:
    """Return the column of a row's hash; every reader compares it with the row."""
    return sa.Column(name, sa.String(64), nullable=False, server_default="")


ITEM = sa.Table(
    "queue_item",
    TABLES,
    sa.Column("id", sa.String(100), primary_key=True),
    sa.Column("bench", sa.String(80), nullable=False),
    sa.Column("device", sa.String(400), nullable=False),
    sa.Column("order", Canonical, nullable=False),
    sa.Column("priority", sa.Integer, nullable=False),
    sa.Column("place", sa.BigInteger, nullable=False),
    sa.Column("after", sa.String(100), nullable=False),
    sa.Column("need", sa.String(12), nullable=False),
    sa.Column("due", sa.String(32), nullable=False),
    sa.Column("until", sa.String(32), nullable=False),
    sa.Column("deadline", sa.String(32), nullable=False),
    sa.Column("attended", sa.Boolean, nullable=False),
    sa.Column("retries", sa.Integer, nullable=False),
    sa.Column("forerunner", sa.String(100), nullable=False),
    sa.Column("occurrence", sa.String(200)),
    sa.Column("asked_by", Canonical, nullable=False),
    sa.Column("added", sa.String(32), nullable=False),
    sa.Column("state", sa.String(12), nullable=False),
    sa.Column("fence", sa.Integer, nullable=False),
    sa.Column("withdrawn", Canonical, nullable=False),
    sa.Column("closing", sa.String(12)),
    sa.Column("found", sa.String(16)),
    sa.Column("reason", Canonical),
    sa.Column("over", sa.String(32), nullable=False),
    _hash(),
    sa.UniqueConstraint("occurrence", name="queue_item_occurrence"),
    sa.Index("queue_item_next", "bench", "state", sa.text("priority DESC"), "place"),
    sa.Index("queue_item_after", "after"),
)
"""What somebody wants run."""

BENCH = sa.Table(
    "queue_bench",
    TABLES,
    sa.Column("name", sa.String(80), primary_key=True),
    sa.Column("host", sa.String(200), nullable=False),
    sa.Column("process", sa.BigInteger, nullable=False),
    sa.Column("fence", sa.Integer, nullable=False),
    sa.Column("heard", sa.String(32), nullable=False),
    sa.Column("paused", sa.Boolean, nullable=False),
    _hash(),
)

SCHEDULE = sa.Table(
    "queue_schedule",
    TABLES,
    sa.Column("id", sa.String(80), primary_key=True),
    sa.Column("cron", sa.String(80), nullable=False),
    sa.Column("zone", sa.String(80), nullable=False),
    sa.Column("window_h", sa.Float, nullable=False),
    sa.Column("item", Canonical, nullable=False),
    sa.Column("active", sa.Boolean, nullable=False),
    sa.Column("made", sa.String(32), nullable=False),
    _hash(),
)

AUDIT = sa.Table(
    "queue_audit",
    TABLES,
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("utc", sa.String(32), nullable=False),
    sa.Column("who", Canonical, nullable=False),
    sa.Column("account", Canonical, nullable=False),
    sa.Column("what", sa.String(40), nullable=False),
    sa.Column("target", sa.String(100), nullable=False),
    sa.Column("body", Canonical, nullable=False),
    _hash("previous"),
    _hash(),
)
"""Who did or tried what, as a chain of hashes; triggers refuse to change or remove a row."""

QUEUE = Holding(
    tables=TABLES,
    revision="q0002",
    version_table="queue_version",
    migrations="labharness.nights.store.migrations",
    lock=4_611_640_462,
    refusal=QueueError,
    read_first=False,
    chain=AUDIT.name,
    compared=(ITEM.name, BENCH.name, SCHEDULE.name),
)
"""The queue, as a database."""


Row = Mapping[str, Any] | sa.RowMapping


def insert(connection: sa.Connection, table: sa.Table, values: Mapping[str, Any]) -> None:
    """Write a new row with its hash."""
    connection.execute(table.insert().values({**values, "hash": row_hash(values)}))


def change(
    connection: sa.Connection, table: sa.Table, row: Row, changes: Mapping[str, Any]
) -> dict[str, Any]:
    """Change a row that was read whole, and its hash with it; returns it as it is now."""
    (key,) = table.primary_key.columns
    values = {**_values(row), **changes}
    values["hash"] = row_hash(values)
    connection.execute(table.update().where(key == row[key.name]).values(values))
    return values


def row_of(item: Item) -> dict[str, Any]:
    """Return an item as a row; an item without an occurrence has NULL there, which no constraint compares."""
    values: dict[str, Any] = dump(item)
    return values | {"occurrence": item.occurrence or None}


def item_of(row: Row) -> Item:
    """Return a row as an item; one that is not as its hash says is :attr:`State.DAMAGED`, and says nothing else."""
    values = _values(row)
    try:
        if is_whole(values):
            del values["hash"]
            values |= {"occurrence": values["occurrence"] or "", "order": dict(values["order"])}
            return load(Item, values)
    except (ValueError, TypeError, LookupError):
        pass
    name = str(values.get("id"))
    return Item(
        id=name,
        bench=str(values.get("bench")),
        device="",
        order={},
        state=State.DAMAGED,
        reason=Nights.ROW_DAMAGED(item=name),
    )


def sound(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items whose rows are as they were written."""
    return tuple(item for item in items if item.state is not State.DAMAGED)


def of_states(states: Iterable[State]) -> sa.ColumnElement[bool]:
    """Return the condition of rows of some states; one with no known state is damaged, and is in every list."""
    return sa.or_(
        ITEM.c.state.in_([state.value for state in states]),
        ITEM.c.state.not_in([state.value for state in State if state is not State.DAMAGED]),
    )


def bench_of(row: Row) -> Bench:
    """Return a row as a bench; of one that is not as its hash says only the name is taken."""
    values = _values(row)
    if not is_whole(values):
        return Bench(name=str(values.get("name")), damaged=True)
    del values["hash"]
    return Bench(**values)


def schedule_of(row: Row) -> Schedule:
    """Return a row as a schedule; one that is not as its hash says makes nothing."""
    values = _values(row)
    if not is_whole(values):
        return Schedule(id=str(values.get("id")), cron="", zone="", window_h=0.0, active=False, damaged=True)
    del values["hash"]
    return Schedule(**values)


def text_of(row: Row) -> str:
    """Return what a damaged row holds, as text for the audit."""
    return repr(_values(row))[:4000]


def _values(row: Row) -> dict[str, Any]:
    return {str(name): value for name, value in row.items()}
