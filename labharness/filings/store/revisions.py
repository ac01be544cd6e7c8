"""Bringing the tables up to this version; a register of a newer one is left alone."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import sqlalchemy as sa

from labharness.errors import RegisterError
from labharness.filings.store.engine import Database
from labharness.filings.store.schema import REVISION, TABLES, VERSION_TABLE
from labharness.model.reasons.register import Registers


def bring_up(database: Database) -> None:
    """Make the tables, or change those of an older version into this one's.

    Raises
    ------
    RegisterError
        If the database is a newer version's, or holds something else.
    """
    with database.reading() as connection:
        if _revision(connection, database) == REVISION:
            return
    with database.writing() as connection:
        # Somebody else may have done it while this process waited for its turn.
        if _revision(connection, database) != REVISION:
            _upgrade(connection, database)


def _revision(connection: sa.Connection, database: Database) -> str | None:
    """Return the revision of the tables, None where there are none yet."""
    there = set(sa.inspect(connection).get_table_names())
    if VERSION_TABLE in there:
        return connection.execute(
            sa.select(sa.column("version_num")).select_from(sa.table(VERSION_TABLE))
        ).scalar()
    if there & set(TABLES.tables) or (database.kind == "sqlite" and there):
        raise RegisterError(Registers.FOREIGN_DATABASE(database=database.name))
    return None


def _upgrade(connection: sa.Connection, database: Database) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    with resources.as_file(resources.files("labharness.filings.store").joinpath("migrations")) as folder:
        config = Config()
        config.set_main_option("script_location", str(Path(folder)).replace("%", "%%"))
        found = _revision(connection, database)
        if found is not None:
            try:
                ScriptDirectory.from_config(config).get_revision(found)
            except CommandError as error:
                newer = Registers.NEWER_TABLES(database=database.name, revision=found, known=REVISION)
                raise RegisterError(newer) from error
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
