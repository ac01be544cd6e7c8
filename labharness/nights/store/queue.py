"""Items of a queue: adding, listing, moving, withdrawing; each change and its row of the audit are one transaction.

The audit of a queue: who did or tried what, as a chain of hashes; rows are only added.

Whether the rows of a queue are as they were written, and its audit is whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from typing import Any

import sqlalchemy as sa

from labharness.database.engine import DatabaseStore, is_whole
from labharness.errors import QueueError
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.night import Nights
from labharness.nights.acts import (
    ActBody,
    ActRefused,
    Added,
    AuditLine,
    Canceled,
    Damaged,
    Moved,
    body_of,
    values_of,
)
from labharness.nights.items import Item, State, why_not_cancel, why_not_move
from labharness.nights.store.schema import (
    AUDIT,
    BENCH,
    ITEM,
    QUEUE,
    SCHEDULE,
    Row,
    bench_of,
    change,
    insert,
    item_of,
    of_states,
    row_of,
    schedule_of,
    text_of,
)
from labharness.reason import Reason

GENESIS = "0" * 64
"""``previous`` of the first row."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts.

    Parameters
    ----------
    who
        Id of a person, or name of a worker.
    account
        Account of the operating system.
    """

    who: str
    account: str


def write_act(connection: sa.Connection, actor: Actor, target: str, body: ActBody) -> None:
    """Add a row, in the transaction of what was done."""
    number, head = last_act(connection)
    row = {
        "number": number + 1,
        "utc": now_utc(),
        "who": actor.who,
        "account": actor.account,
        "what": body.WHAT,
        "target": target[:100],
        "body": values_of(body),
        "previous": head,
    }
    insert(connection, AUDIT, row)


def last_act(connection: sa.Connection) -> tuple[int, str]:
    """Return number and hash of the last row: the head of the chain."""
    query = sa.select(AUDIT.c.number, AUDIT.c.hash).order_by(AUDIT.c.number.desc()).limit(1)
    row = connection.execute(query).one_or_none()
    return (0, GENESIS) if row is None else (row[0], row[1])


def act_of(row: Row) -> AuditLine:
    """Return a row as an act; one that is not as its hash says is :class:`~labharness.nights.acts.Damaged`."""
    body = body_of(row["what"], row["body"]) if is_whole(dict(row)) else Damaged()
    return AuditLine(
        number=row["number"],
        utc=str(row["utc"]),
        who=str(row["who"]),
        account=str(row["account"]),
        target=str(row["target"]),
        body=body,
    )


def read_acts(connection: sa.Connection, target: str | None, limit: int) -> tuple[AuditLine, ...]:
    """Return the latest rows, oldest first; of one target, or of all."""
    query = sa.select(AUDIT).order_by(AUDIT.c.number.desc()).limit(limit)
    if target is not None:
        query = query.where(AUDIT.c.target == target)
    return tuple(act_of(row) for row in reversed(connection.execute(query).mappings().all()))


def now_utc(moment: datetime | None = None) -> str:
    """Return a moment, now if left out, as the queue writes it; texts of one length sort as the moments do."""
    return (moment or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="seconds")


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


LONGEST_NAME = 100
"""Characters that the column of names holds in PostgreSQL."""
ACTIVE = (State.WAITING, State.TAKEN)
STRIDE = 1 << 16
"""Distance of the places of two new items: an item that is moved between them changes no other row, and its hash."""


class Queue(DatabaseStore):
    """What is wanted of every bench.  Use it as a context manager, or close it.

    Parameters
    ----------
    database
        Where it is kept.
    """

    HOLDING = QUEUE

    def add(self, items: Sequence[Item], actor: Actor) -> tuple[Item, ...]:
        """Add items behind those of their priority, in order: all of them, or none.

        An item whose occurrence is in the queue already is left out.

        Returns
        -------
        tuple
            The items as they stand in the queue.

        Raises
        ------
        QueueError
            If a name is taken or too long that a person gave, or a predecessor is not in the queue.
        """
        result = []
        with self.database.writing() as connection:
            place = connection.execute(sa.select(sa.func.coalesce(sa.func.max(ITEM.c.place), 0))).scalar_one()
            for number, item in enumerate(items):
                if item.occurrence and _has(connection, ITEM.c.occurrence == item.occurrence):
                    continue
                name = free_name(connection, item.id) if item.occurrence else item.id
                if len(name) > LONGEST_NAME:
                    raise QueueError(Nights.NAME_LONG(longest=LONGEST_NAME))
                if _has(connection, ITEM.c.id == name):
                    raise QueueError(Nights.NAME_TAKEN(item=name))
                if item.after and not _has(connection, ITEM.c.id == item.after):
                    raise QueueError(Inputs.UNKNOWN(what=Noun.ITEM, name=item.after, known=()))
                added = replace(
                    item,
                    id=name,
                    place=place + STRIDE * (1 + number),
                    added=now_utc(),
                    state=State.WAITING,
                    asked_by=actor.who,
                )
                insert(connection, ITEM, row_of(added))
                result.append(added)
                write_act(connection, actor, name, Added(bench=item.bench, device=item.device))
        return tuple(result)

    def item(self, id_: str) -> Item:
        """Return an item; raises :class:`QueueError` where there is none."""
        with self.database.reading() as connection:
            return _sound(_row(connection, id_))

    def items(
        self, bench: str | None = None, states: Sequence[State] = ACTIVE, limit: int = 1000
    ) -> tuple[Item, ...]:
        """Return items in the order in which they come; those that ended, the latest first."""
        chosen = of_states(states)
        first = sa.case((ITEM.c.state == State.TAKEN.value, 0), else_=1)
        order: tuple[Any, ...] = (first, ITEM.c.priority.desc(), ITEM.c.place)
        if not set(states) & set(ACTIVE):
            order = (ITEM.c.place.desc(),)
        query = sa.select(ITEM).where(chosen).order_by(*order).limit(limit)
        if bench is not None:
            query = query.where(ITEM.c.bench == bench)
        with self.database.reading() as connection:
            return tuple(item_of(row) for row in connection.execute(query).mappings())

    def of_night(self, since: str, until: str) -> tuple[Item, ...]:
        """Return items that were over within a span, and those that were due in it and are not over, by place."""
        ended = sa.and_(ITEM.c.over >= since, ITEM.c.over <= until)
        open_ = sa.and_(of_states(ACTIVE), ITEM.c.due <= until)
        query = sa.select(ITEM).where(sa.or_(ended, open_)).order_by(ITEM.c.place)
        with self.database.reading() as connection:
            return tuple(item_of(row) for row in connection.execute(query).mappings())

    def benches(self) -> dict[str, str]:
        """Return the bench of every item, by the item's id, which is the name of its run."""
        with self.database.reading() as connection:
            rows = connection.execute(sa.select(ITEM.c.id, ITEM.c.bench)).all()
        return {str(run): str(bench) for run, bench in rows}

    def acts(self, target: str | None = None, limit: int = 1000) -> tuple[AuditLine, ...]:
        """Return the latest rows of the audit, oldest first."""
        with self.database.reading() as connection:
            return read_acts(connection, target, limit)

    def verify(self) -> QueueVerification:
        """Compare every row with its hash, and follow the audit from its beginning."""
        with self.database.reading() as connection:
            return verify(connection)

    def refused(self, actor: Actor, what: str, target: str) -> None:
        """Put on record that somebody tried what they may not."""
        with self.database.writing() as connection:
            write_act(connection, actor, target, ActRefused(what=what))

    def move(
        self,
        id_: str,
        actor: Actor,
        *,
        bench: str | None = None,
        priority: int | None = None,
        before: str | None = None,
        first: bool = False,
    ) -> Item:
        """Give an item that waits another bench, priority or place.

        Parameters
        ----------
        before
            Id of the item that it shall come before; its priority becomes the same.
        first
            Whether it shall come first of its priority.

        Raises
        ------
        QueueError
            If there is no such item, or a bench has taken it.
        """
        with self.database.writing() as connection:
            row = _row(connection, id_)
            item = _sound(row)
            refuse(why_not_move(item))
            changes: dict[str, Any] = {"bench": bench or item.bench}
            changes["priority"] = item.priority if priority is None else priority
            if before is not None:
                changes |= _place_before(connection, item, _sound(_row(connection, before)))
            elif first:
                lowest = connection.execute(sa.select(sa.func.min(ITEM.c.place))).scalar_one()
                changes["place"] = lowest - STRIDE
            write_act(connection, actor, id_, Moved(**changes))
            return item_of(change(connection, ITEM, row, changes))

    def cancel(self, id_: str, actor: Actor) -> Item:
        """Withdraw an item; one that a bench has taken is marked, and its worker decides what can still be ended.

        A damaged one is over, whatever its row says: the audit keeps what the row held.

        Raises
        ------
        QueueError
            If there is no such item, or it has ended.
        """
        with self.database.writing() as connection:
            row = _row(connection, id_)
            item = item_of(row)
            if item.state is State.DAMAGED:
                write_act(connection, actor, id_, Canceled(state=item.state, damaged=text_of(row)))
                blank = replace(item, state=State.CANCELED, withdrawn=actor.who)
                return item_of(change(connection, ITEM, row, row_of(blank)))
            refuse(why_not_cancel(item))
            changes: dict[str, Any] = {"withdrawn": actor.who}
            if item.state is State.WAITING:
                changes["state"] = State.CANCELED.value
            write_act(connection, actor, id_, Canceled(state=item.state))
            return item_of(change(connection, ITEM, row, changes))


def _place_before(connection: sa.Connection, item: Item, other: Item) -> dict[str, Any]:
    """Return place and priority in front of another item; only where no place is free do those behind it move back."""
    refuse(why_not_move(other))
    alike = sa.and_(
        ITEM.c.priority == other.priority, ITEM.c.state == State.WAITING.value, ITEM.c.id != item.id
    )
    before = sa.select(sa.func.max(ITEM.c.place)).where(alike, ITEM.c.place < other.place)
    latest = connection.execute(before).scalar_one()
    place = other.place - STRIDE if latest is None else (latest + other.place) // 2
    if latest is not None and place == latest:
        place, taken = other.place, other.place
        behind = sa.select(ITEM).where(alike, ITEM.c.place >= place).order_by(ITEM.c.place)
        for row in connection.execute(behind).mappings().all():
            if row["place"] > taken:
                break  # a gap: whoever is behind it stays
            if item_of(row).state is not State.DAMAGED:
                change(connection, ITEM, row, {"place": row["place"] + 1})
            taken = row["place"] + 1
    return {"priority": other.priority, "place": place, "bench": other.bench}


def refuse(why: Reason | None) -> None:
    """Raise :class:`QueueError` where there is a reason."""
    if why is not None:
        raise QueueError(why)


def _row(connection: sa.Connection, id_: str) -> sa.RowMapping:
    row = connection.execute(sa.select(ITEM).where(ITEM.c.id == id_)).mappings().one_or_none()
    if row is None:
        latest = sa.select(ITEM.c.id).order_by(ITEM.c.place.desc()).limit(5)
        known = tuple(connection.execute(latest).scalars())
        raise QueueError(Inputs.UNKNOWN(what=Noun.ITEM, name=id_, known=known))
    return row


def _sound(row: sa.RowMapping) -> Item:
    """Return a row as an item; raises :class:`QueueError` where it is damaged."""
    item = item_of(row)
    if item.state is State.DAMAGED:
        raise QueueError(Nights.ROW_DAMAGED(item=item.id))
    return item


def free_name(connection: sa.Connection, name: str) -> str:
    """Return a name like another that no item has; nobody is there to choose one for what a schedule or retry makes."""
    free, numbers = name[:LONGEST_NAME], count(2)
    while _has(connection, ITEM.c.id == free):
        free = f"{name[: LONGEST_NAME - 10]}-{next(numbers)}"
    return free


def _has(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> bool:
    return connection.execute(sa.select(ITEM.c.id).where(condition).limit(1)).first() is not None
