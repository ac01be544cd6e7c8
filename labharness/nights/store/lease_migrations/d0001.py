"""Who holds which device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "d0001"
down_revision = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "device_lease",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("workspace", sa.String(80), nullable=False),
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("renewed", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Remove the table: nothing in it outlives a night."""
    op.drop_table("device_lease")
