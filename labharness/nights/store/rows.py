"""Rows of the queue's tables: each carries the hash of its values, and is read only where it is as that says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from labharness.database.canonical import is_whole, row_hash
from labharness.model.reasons.night import Nights
from labharness.nights.items import Bench, Item, Schedule, State
from labharness.nights.store.schema import ITEM

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
    return item.dumped() | {"occurrence": item.occurrence or None}


def item_of(row: Row) -> Item:
    """Return a row as an item; one that is not as its hash says is :attr:`State.DAMAGED`, and says nothing else."""
    values = _values(row)
    try:
        if is_whole(values):
            del values["hash"]
            values |= {"occurrence": values["occurrence"] or "", "order": dict(values["order"])}
            return Item.load(values)
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
