"""The tables of the queue."""

from __future__ import annotations

import sqlalchemy as sa

from labharness.database.canonical import Canonical
from labharness.database.holding import Holding
from labharness.errors import QueueError

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
    migrations="labharness.nights.store",
    lock=4_611_640_462,
    refusal=QueueError,
    read_first=False,
    chain=AUDIT.name,
    compared=(ITEM.name, BENCH.name, SCHEDULE.name),
)
"""The queue, as a database."""
