"""Files that belong to entries, in the register itself: every bench that shares it reads the same."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "r0002"
down_revision = "r0001"

REFUSED = "a kept file is never changed"


def upgrade() -> None:
    """Make the table of files, and the triggers that keep it."""
    op.create_table(
        "file_part",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)


SQLITE = (
    f"CREATE TRIGGER file_never_updated BEFORE UPDATE ON file_part BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END",
    f"CREATE TRIGGER file_never_deleted BEFORE DELETE ON file_part BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END",
)

POSTGRESQL = (
    f"""CREATE FUNCTION file_refused() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '{REFUSED}'; END $$""",
    """CREATE TRIGGER file_never_changed BEFORE UPDATE OR DELETE ON file_part
        FOR EACH ROW EXECUTE FUNCTION file_refused()""",
    """CREATE TRIGGER file_never_truncated BEFORE TRUNCATE ON file_part
        FOR EACH STATEMENT EXECUTE FUNCTION file_refused()""",
)


def downgrade() -> None:
    """Refuse: a register is never taken back, its files would be lost."""
    raise NotImplementedError("restore the copy that was made before")
