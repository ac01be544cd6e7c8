"""What a database of this product holds, and what tells it from its neighbors on the same server."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from labharness.errors import InputError


@dataclass(frozen=True, slots=True)
class Holding:
    """The tables of one purpose.

    Parameters
    ----------
    tables
        Of the present revision.
    revision
        Name of the present revision.
    version_table
        Where the revision of a database stands.
    migrations
        Package with the folder ``migrations``.
    lock
        Number of the lock that PostgreSQL's writers hold, one after the other, until they commit.
    refusal
        Class of the errors.
    read_first
        Whether an SQLite file is read whole before it is first written to: nothing is added to evidence that is damaged.
    chain
        Table of the records that are only added, each with its ``number`` and ``hash``; "" where nothing is kept so.
    compared
        Tables whose indexes are compared with their rows when an SQLite file is opened: a query sees no row that its index
        has lost, and so no hash of a row would tell.
    """

    tables: sa.MetaData
    revision: str
    version_table: str
    migrations: str
    lock: int
    refusal: type[InputError]
    read_first: bool
    chain: str = ""
    compared: tuple[str, ...] = ()

    @property
    def binary(self) -> frozenset[str]:
        """Names of the tables whose columns hold bytes by nature."""
        return frozenset(
            name
            for name, table in self.tables.tables.items()
            if any(isinstance(column.type, sa.LargeBinary) for column in table.columns)
        )
