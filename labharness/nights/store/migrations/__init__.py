"""How a queue of an older version is brought up to this one; Alembic reads this folder."""
