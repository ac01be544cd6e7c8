"""Items, benches, schedules and the audit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "q0001"
down_revision = None

REFUSED = "the audit of the queue is only added to"


def upgrade() -> None:
    """Make the tables, and the triggers that keep the audit."""
    op.create_table(
        "queue_item",
        sa.Column("id", sa.String(100), primary_key=True),
        sa.Column("bench", sa.String(80), nullable=False),
        sa.Column("device", sa.String(400), nullable=False),
        sa.Column("order", sa.Text, nullable=False),
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
        sa.Column("asked_by", sa.Text, nullable=False),
        sa.Column("added", sa.String(32), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("fence", sa.Integer, nullable=False),
        sa.Column("withdrawn", sa.Text, nullable=False),
        sa.Column("closing", sa.String(12)),
        sa.Column("found", sa.String(16)),
        sa.Column("reason", sa.Text),
        sa.Column("over", sa.String(32), nullable=False),
        sa.UniqueConstraint("occurrence", name="queue_item_occurrence"),
    )
    op.create_index("queue_item_next", "queue_item", ["bench", "state", sa.text("priority DESC"), "place"])
    op.create_index("queue_item_after", "queue_item", ["after"])
    op.create_table(
        "queue_bench",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("host", sa.String(200), nullable=False),
        sa.Column("process", sa.BigInteger, nullable=False),
        sa.Column("fence", sa.Integer, nullable=False),
        sa.Column("heard", sa.String(32), nullable=False),
        sa.Column("paused", sa.Boolean, nullable=False),
    )
    op.create_table(
        "queue_schedule",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("cron", sa.String(80), nullable=False),
        sa.Column("zone", sa.String(80), nullable=False),
        sa.Column("window_h", sa.Float, nullable=False),
        sa.Column("item", sa.Text, nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
    )
    op.create_table(
        "queue_audit",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("utc", sa.String(32), nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("what", sa.String(40), nullable=False),
        sa.Column("target", sa.String(100), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)


SQLITE = (
    f"CREATE TRIGGER queue_audit_never_updated BEFORE UPDATE ON queue_audit BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END",
    f"CREATE TRIGGER queue_audit_never_deleted BEFORE DELETE ON queue_audit BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END",
)

POSTGRESQL = (
    f"""CREATE FUNCTION queue_audit_refused() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '{REFUSED}'; END $$""",
    """CREATE TRIGGER queue_audit_never_changed BEFORE UPDATE OR DELETE ON queue_audit
        FOR EACH ROW EXECUTE FUNCTION queue_audit_refused()""",
    """CREATE TRIGGER queue_audit_never_truncated BEFORE TRUNCATE ON queue_audit
        FOR EACH STATEMENT EXECUTE FUNCTION queue_audit_refused()""",
)


def downgrade() -> None:
    """Refuse: the audit would be lost."""
    raise NotImplementedError("restore the copy that was made before")
