"""Alembic runs this on the connection that :mod:`labharness.database.engine` opened and locked."""

from __future__ import annotations

from alembic import context

from labharness.nights.store.schema import QUEUE

context.configure(connection=context.config.attributes["connection"], version_table=QUEUE.version_table)
context.run_migrations()
