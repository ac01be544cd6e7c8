"""The audit of a queue: who did or tried what; rows are only added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from labharness.nights.items import Act
from labharness.nights.store.schema import AUDIT


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


def write_act(
    connection: sa.Connection, actor: Actor, what: str, target: str, body: Mapping[str, Any] | None = None
) -> None:
    """Add a row, in the transaction of what was done."""
    last = connection.execute(sa.select(sa.func.coalesce(sa.func.max(AUDIT.c.number), 0))).scalar_one()
    row = {
        "number": last + 1,
        "utc": now_utc(),
        "what": what,
        "target": target[:100],
        "body": dict(body or {}),
    }
    connection.execute(AUDIT.insert().values(who=actor.who, account=actor.account, **row))


def read_acts(connection: sa.Connection, target: str | None, limit: int) -> tuple[Act, ...]:
    """Return the latest rows, oldest first; of one target, or of all."""
    query = sa.select(AUDIT).order_by(AUDIT.c.number.desc()).limit(limit)
    if target is not None:
        query = query.where(AUDIT.c.target == target)
    return tuple(Act(**row) for row in reversed(connection.execute(query).mappings().all()))


def now_utc(moment: datetime | None = None) -> str:
    """Return a moment, now if left out, as the queue writes it; texts of one length sort as the moments do."""
    return (moment or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="seconds")
