"""Bringing the tables up to this version; a register of a newer one is left alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from labharness.errors import RegisterError
from labharness.filings.store.engine import Database
from labharness.filings.store.schema import REVISION, TABLES, VERSION_TABLE
from labharness.model.reasons.register import Registers

if TYPE_CHECKING:  # it is needed where tables are made or changed, and takes its time
    from alembic.config import Config


def bring_up(database: Database) -> None:
    """Make the tables, or change those of an older version into this one's.

    Raises
    ------
    RegisterError
        If the database is a newer version's, or holds something else.
    """
    with database.reading() as connection:
        found = _revision(connection, database)
    if found == REVISION:
        return
    if found is not None:
        _refuse_newer(found, database)
        if database.read_only:
            return  # an older one reads as it is
    with database.writing() as connection:
        # Somebody else may have done it while this process waited for its turn.
        if _revision(connection, database) != REVISION:
            _upgrade(connection)


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


def _refuse_newer(found: str, database: Database) -> None:
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    with _configured() as config:
        try:
            ScriptDirectory.from_config(config).get_revision(found)
        except CommandError as error:
            newer = Registers.NEWER_TABLES(database=database.name, revision=found, known=REVISION)
            raise RegisterError(newer) from error


def _upgrade(connection: sa.Connection) -> None:
    from alembic import command

    with _configured() as config:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def _configured() -> Iterator[Config]:
    from alembic.config import Config

    with resources.as_file(resources.files("labharness.filings.store").joinpath("migrations")) as folder:
        config = Config()
        config.set_main_option("script_location", str(Path(folder)).replace("%", "%%"))
        yield config
