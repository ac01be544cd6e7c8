"""The audit of a queue: who did or tried what, as a chain of hashes; rows are only added."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa

from labharness.database.canonical import is_whole
from labharness.nights.acts import ActBody, AuditLine, Damaged, body_of, values_of
from labharness.nights.store.rows import Row, insert
from labharness.nights.store.schema import AUDIT

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
