"""How leases of an older version are brought up to this one; Alembic reads this folder."""
