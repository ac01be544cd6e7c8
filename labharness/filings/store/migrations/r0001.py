"""Entries and changes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "r0001"
down_revision = None

REFUSED = "the audit chain is only added to"
GAP = "a record of the audit chain follows the last one"
FOLLOWS = (
    "NEW.number = (SELECT coalesce(max(number), 0) + 1 FROM change) AND NEW.previous = "
    "coalesce((SELECT hash FROM change ORDER BY number DESC LIMIT 1), '" + "0" * 64 + "')"
)


def upgrade() -> None:
    """Make the tables, and the triggers that keep the chain."""
    op.create_table(
        "change",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("utc", sa.String(32), nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("what", sa.String(80), nullable=False),
        sa.Column("submission", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(80), nullable=False),
        sa.Column("entry", sa.String(80), nullable=False),
        sa.Column("before", sa.Text),
        sa.Column("after", sa.Text),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_index("ix_change_submission", "change", ["submission"])
    op.create_table(
        "entry",
        sa.Column("submission", sa.String(80), primary_key=True),
        sa.Column("kind", sa.String(80), primary_key=True),
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("first", sa.BigInteger, sa.ForeignKey("change.number"), nullable=False),
        sa.Column("last", sa.BigInteger, sa.ForeignKey("change.number"), nullable=False),
    )
    triggers = SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL
    for statement in triggers:
        op.execute(statement)


SQLITE = (
    f"CREATE TRIGGER change_never_updated BEFORE UPDATE ON change BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END",
    f"CREATE TRIGGER change_never_deleted BEFORE DELETE ON change BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END",
    # It also stops INSERT OR REPLACE, which removes rows without a word to the trigger above.
    f"""CREATE TRIGGER change_follows BEFORE INSERT ON change WHEN NOT ({FOLLOWS})
        BEGIN SELECT RAISE(ABORT, '{GAP}'); END""",
)

POSTGRESQL = (
    f"""CREATE FUNCTION change_refused() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '{REFUSED}'; END $$""",
    f"""CREATE FUNCTION change_follows() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NOT ({FOLLOWS}) THEN RAISE EXCEPTION '{GAP}'; END IF; RETURN NEW; END $$""",
    """CREATE TRIGGER change_never_changed BEFORE UPDATE OR DELETE ON change
        FOR EACH ROW EXECUTE FUNCTION change_refused()""",
    """CREATE TRIGGER change_never_truncated BEFORE TRUNCATE ON change
        FOR EACH STATEMENT EXECUTE FUNCTION change_refused()""",
    """CREATE TRIGGER change_follows BEFORE INSERT ON change
        FOR EACH ROW EXECUTE FUNCTION change_follows()""",
)


def downgrade() -> None:
    """Refuse: a register is never taken back, its chain would lose records."""
    raise NotImplementedError("restore the copy that was made before")
