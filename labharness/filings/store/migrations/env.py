"""Alembic runs this on the connection that :mod:`labharness.database.engine` opened and locked."""

from __future__ import annotations

from alembic import context

from labharness.filings.store.chain import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
context.run_migrations()
