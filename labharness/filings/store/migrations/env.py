"""Alembic runs this on the connection that :mod:`labharness.database.revisions` opened and locked."""

from __future__ import annotations

from alembic import context

from labharness.filings.store.schema import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
context.run_migrations()
