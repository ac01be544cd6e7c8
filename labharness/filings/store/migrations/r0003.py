"""Who acted, by the operating system, and the signature of whoever decided."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "r0003"
down_revision = "r0002"


def upgrade() -> None:
    """Add the columns; records from before have neither, and their hashes stay what they are."""
    op.add_column("change", sa.Column("account", sa.Text, nullable=False, server_default='""'))
    op.add_column("change", sa.Column("signature", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    """Refuse: a register is never taken back, its signatures would be lost."""
    raise NotImplementedError("restore the copy that was made before")
