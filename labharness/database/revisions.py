"""Bringing the tables up to this version; a database of a newer one is left alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

import sqlalchemy as sa

from labharness.database.engine import Database
from labharness.database.heads import NOTHING_KNOWN, Known, head_of, less_than
from labharness.database.holding import Holding
from labharness.model.reasons.database import Databases

if TYPE_CHECKING:  # it is needed where tables are made or changed, and takes its time
    from alembic.config import Config


class DatabaseStore:
    """What is kept in a database for one purpose.  Use it as a context manager, or close it.

    Parameters
    ----------
    database
        Where it is kept.
    """

    HOLDING: ClassVar[Holding]

    def __init__(self, database: Database) -> None:
        self.database = database

    @classmethod
    def open(cls, url: str | Path, password: str | None = None, known: Known = NOTHING_KNOWN) -> Self:
        """Open a store, and make or bring up its tables.

        Parameters
        ----------
        url
            Path of an SQLite file, ``sqlite:///PATH`` or ``postgresql+psycopg://USER@HOST/DATABASE``.
        known
            What was seen there before; a store that holds less is refused.

        Raises
        ------
        LabharnessError
            Of the holding's class, if the database does not answer, is a newer version's, or holds something else.
        """
        database = Database(url, cls.HOLDING, password, known)
        try:
            bring_up(database)
        except BaseException:
            database.close()
            raise
        return cls(database)

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def bring_up(database: Database) -> None:
    """Make the tables, or change those of an older version into this one's.

    Raises
    ------
    LabharnessError
        Of the holding's class, if the database is a newer version's, holds something else, or holds less than was seen
        there before: what was lost is restored, and never begun anew unasked.
    """
    _bring_up(database)
    if database.read_only:
        return
    with database.reading() as connection:
        head, known = head_of(connection, database.holding), database.known.head
        lost = None if known is None else less_than(connection, database.holding, known, database.name)
    if lost is not None:
        raise database.holding.refusal(lost)
    database.known.note(head)


def _bring_up(database: Database) -> None:
    with database.reading() as connection:
        revision = _revision(connection, database)
        if revision == database.holding.revision:
            database.compare_indexes(connection)
    if revision == database.holding.revision:
        return
    if revision is None and database.known.head is not None:
        raise database.holding.refusal(
            Databases.EMPTIED(database=database.name, known=database.known.head.number)
        )
    if revision is not None:
        _refuse_newer(revision, database)
        if database.read_only:
            return  # an older one reads as it is
    with database.writing() as connection:
        # Somebody else may have done it while this process waited for its turn.
        if _revision(connection, database) != database.holding.revision:
            _upgrade(connection, database.holding)


def _revision(connection: sa.Connection, database: Database) -> str | None:
    """Return the revision of the tables, None where there are none yet."""
    there, holding = set(sa.inspect(connection).get_table_names()), database.holding
    if holding.version_table in there:
        return connection.execute(
            sa.select(sa.column("version_num")).select_from(sa.table(holding.version_table))
        ).scalar()
    if there & set(holding.tables.tables) or (database.kind == "sqlite" and there):
        raise database.holding.refusal(Databases.FOREIGN_DATABASE(database=database.name))
    return None


def _refuse_newer(text: str, database: Database) -> None:
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    with _configured(database.holding) as config:
        try:
            ScriptDirectory.from_config(config).get_revision(text)
        except CommandError as error:
            newer = Databases.NEWER_TABLES(
                database=database.name, revision=text, known=database.holding.revision
            )
            raise database.holding.refusal(newer) from error


def _upgrade(connection: sa.Connection, holding: Holding) -> None:
    from alembic import command

    with _configured(holding) as config:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def _configured(holding: Holding) -> Iterator[Config]:
    from alembic.config import Config

    with resources.as_file(resources.files(holding.migrations).joinpath("migrations")) as folder:
        config = Config()
        config.set_main_option("script_location", str(Path(folder)).replace("%", "%%"))
        yield config
