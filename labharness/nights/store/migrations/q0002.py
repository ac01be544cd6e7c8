"""A hash of every row, and the audit as a chain of hashes."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

from labharness.database.engine import row_hash
from labharness.nights.store.migrations import q0001

revision = "q0002"
down_revision = "q0001"

BOOLEANS = ("attended", "paused", "active")
JSON = ("order", "asked_by", "withdrawn", "reason", "item", "who", "account", "body")
KEYS = {"queue_item": "id", "queue_bench": "name", "queue_schedule": "id", "queue_audit": "number"}
"""Primary keys; in the audit's order the chain is made."""


def upgrade() -> None:
    """Add the columns, and fill them from the rows as they are found."""
    connection = op.get_bind()
    sqlite = connection.dialect.name == "sqlite"
    triggers = q0001.SQLITE if sqlite else q0001.POSTGRESQL[1:]
    for statement in triggers:
        op.execute(f"DROP TRIGGER {statement.split()[2]}{'' if sqlite else ' ON queue_audit'}")
    for table, key in KEYS.items():
        for name in ("previous", "hash") if table == "queue_audit" else ("hash",):
            op.add_column(table, sa.Column(name, sa.String(64), nullable=False, server_default=""))
        _fill(connection, table, key)
    for statement in triggers:
        op.execute(statement)


def _fill(connection: sa.Connection, name: str, key: str) -> None:
    head = "0" * 64
    table = sa.table(name, *(sa.column(each) for each in (key, "previous", "hash")))
    rows = (
        connection.execute(sa.select(sa.text("*")).select_from(table).order_by(table.c[key])).mappings().all()
    )
    for row in rows:
        changed = {"previous": head} if name == "queue_audit" else {}
        try:
            head = row_hash({each: _read(each, value) for each, value in row.items()} | changed)
        except (TypeError, ValueError):
            head = ""  # it is no row of the product's: every reader names it as damaged
        connection.execute(table.update().where(table.c[key] == row[key]).values(changed | {"hash": head}))


def _read(name: str, value: object) -> object:
    """Return a value as the tables of the product read it."""
    if name in BOOLEANS:
        return bool(value)
    return json.loads(value) if name in JSON and isinstance(value, str) else value


def downgrade() -> None:
    """Refuse: the hashes would be lost."""
    raise NotImplementedError("restore the copy that was made before")
