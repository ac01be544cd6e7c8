"""A database: SQLite or PostgreSQL, behind one way to read and one way to write."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

from labharness.database.heads import NOTHING_KNOWN, Known, head_of
from labharness.database.holding import Holding
from labharness.errors import InputError
from labharness.model.reasons.database import Databases
from labharness.reason import Reason

PATIENCE_S = 30
"""How long a writer waits for another."""
SQLITE, POSTGRESQL = "sqlite", "postgresql"
DAMAGE = ("not a database", "malformed", "Could not decode", "unsupported file format", "corrupt")
"""What SQLite says of a file that is not as it was written."""
LITTLE = 1 << 20
"""Bytes that SQLite may need for one change; a disk with less is full."""


class Database:
    """Connections to one database.

    Parameters
    ----------
    url
        ``sqlite:///PATH`` or ``postgresql+psycopg://USER@HOST/DATABASE``; a path is an SQLite file.
    holding
        What it is for.
    password
        Of the PostgreSQL user, where neither a password file nor the server's trust takes care of it.
    known
        What was seen there before, and who keeps what is seen now.
    """

    def __init__(
        self,
        url: str | Path,
        holding: Holding,
        password: str | None = None,
        known: Known = NOTHING_KNOWN,
    ) -> None:
        self.holding, self.known, self.password = holding, known, password
        self._written = False
        self._url = _read_url(url, holding)
        self.name = _shown(self._url)
        self.kind = self._url.get_backend_name()
        self.read_only = self.kind == SQLITE and _may_only_be_read(Path(self._url.database or ""))
        self._sound = False
        if self.kind == SQLITE:
            url_ = _for_reading(self._url) if self.read_only else self._url
            self._engine = sa.create_engine(url_, connect_args={"timeout": PATIENCE_S})
            event.listen(self._engine, "connect", _prepare_reader if self.read_only else _prepare_sqlite)
            event.listen(self._engine, "begin", _begin_sqlite)
        else:
            if importlib.util.find_spec("psycopg") is None:
                raise self.holding.refusal(Databases.POSTGRESQL_NOT_INSTALLED())
            url_ = self._url.set(password=password) if password else self._url
            self._engine = sa.create_engine(url_, connect_args={"connect_timeout": 10}, pool_pre_ping=True)

    @property
    def place(self) -> str:
        """Path of an SQLite file, or the URL of PostgreSQL as its own programs read it, without a password."""
        if self.kind == SQLITE:
            return str(self._url.database)
        return self._url.set(drivername=POSTGRESQL, password=None).render_as_string()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Give a connection on which every query sees the same moment."""
        options: dict[str, Any] = {}
        if self.kind == POSTGRESQL:
            options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with self._explained(), self._engine.execution_options(**options).begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Give a connection that no other writer can overtake; all of it is kept at the end, or nothing."""
        if self.read_only:
            raise self.holding.refusal(Databases.READ_ONLY(database=self.name))
        with self._explained(), self._engine.execution_options(writes=True).begin() as connection:
            if self.kind == POSTGRESQL:
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{PATIENCE_S}s'")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({self.holding.lock})")
            elif not self._sound:
                self._refuse_damaged(connection)
                self._sound = True
            yield connection
        self._written = True

    def after_writers(self) -> AbstractContextManager[sa.Connection]:
        """Give a connection that reads once every writer is through, one whose program is gone included.

        A server may still commit what such a program sent; of SQLite, the program itself is the writer.
        """
        return self.writing() if self.kind == POSTGRESQL else self.reading()

    def close(self) -> None:
        """Let go of every connection; whoever keeps heads is told what was written."""
        if self._written:
            with suppress(InputError), self.reading() as connection:  # the next to open it tells as well
                self.known.note(head_of(connection, self.holding))
        self._engine.dispose()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sa.exc.DBAPIError as error:
            raise self.holding.refusal(self._reason(error)) from error
        except (
            UnicodeDecodeError,
            sqlite3.DatabaseError,
        ) as error:  # of bytes that SQLite itself did not look at
            raise self.holding.refusal(self._damaged(str(error))) from error

    def _refuse_damaged(self, connection: sa.Connection) -> None:
        """Examine an SQLite file before it is first written to: nothing may be added to what is not whole."""
        (text,) = connection.exec_driver_sql("PRAGMA quick_check(1)").one()
        if text != "ok":
            raise self.holding.refusal(self._damaged(text))
        if not self.holding.read_first:
            return
        for name in sa.inspect(connection).get_table_names():
            if (
                name in self.holding.binary
            ):  # bytes by nature; the hash of each file is compared where it is read
                continue
            everything = sa.select(sa.text("*")).select_from(sa.table(name))
            for row in connection.execution_options(yield_per=1000).execute(everything):
                if any(isinstance(value, bytes) for value in row):  # what is kept is texts and numbers
                    raise self.holding.refusal(self._damaged(f"bytes in the table {name}"))

    def compare_indexes(self, connection: sa.Connection) -> None:
        """Compare the indexes of an SQLite file with their rows; raises an error of the holding's class for a difference."""
        for name in self.holding.compared if self.kind == SQLITE else ():
            (answer, *_) = connection.exec_driver_sql(f"PRAGMA integrity_check('{name}')").scalars()
            if answer != "ok":
                raise self.holding.refusal(self._damaged(str(answer)))

    def _damaged(self, why: str) -> Reason:
        return Databases.DAMAGED(database=self.name, why=" ".join(why.split())[:300])

    def _reason(self, error: sa.exc.DBAPIError) -> Reason:
        """Return why the database refused; its library tells the cases apart only by its text."""
        why = " ".join(str(error.orig).split())[:300].rstrip(" .?")
        operational = isinstance(error, sa.exc.OperationalError)
        if "lock timeout" in why or "is locked" in why:
            return Databases.BUSY(database=self.name, seconds=PATIENCE_S)
        if operational and self.kind == POSTGRESQL:
            return Databases.NO_ANSWER(database=self.name, why=why)
        if self.kind == SQLITE and (disk := self._disk(error.orig, why)) is not None:
            return disk
        if operational and "unable to open" in why:
            return Databases.CANNOT_OPEN(database=self.name, why=why)
        if any(words in why for words in DAMAGE):
            return self._damaged(why)
        return Databases.DATABASE_REFUSED(database=self.name, why=why)

    def _disk(self, error: object, why: str) -> Reason | None:
        """Return what the disk refused, None where it is not at fault; what it holds is as sound as before.

        On a full disk SQLite says that it is full, that it cannot open a file beside the database, or that input and
        output failed.
        """
        extended = getattr(error, "sqlite_errorcode", 0)
        code = extended & 0xFF  # the rest says in which call
        if extended == sqlite3.SQLITE_IOERR_SHORT_READ:
            return None  # the file was cut off
        if code == sqlite3.SQLITE_FULL or (
            code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and self._is_full()
        ):
            return Databases.DISK_FULL(database=self.name)
        return Databases.DISK_ERROR(database=self.name, why=why) if code == sqlite3.SQLITE_IOERR else None

    def _is_full(self) -> bool:
        folder = Path(self._url.database or "").absolute().parent
        try:
            return shutil.disk_usage(folder).free < LITTLE
        except OSError:
            return False


def _read_url(given: str | Path, holding: Holding) -> sa.URL:
    if isinstance(given, Path):
        return sa.URL.create("sqlite", database=str(given))
    try:
        url = sa.make_url(given)
    except (sa.exc.ArgumentError, ValueError) as error:  # a port that is no number, for one
        raise holding.refusal(Databases.URL_UNREADABLE()) from error
    if url.drivername == POSTGRESQL:
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in (SQLITE, "postgresql+psycopg") or not url.database:
        raise holding.refusal(Databases.URL_UNSUPPORTED(url=_shown(url)))
    return url


def _shown(url: sa.URL) -> str:
    """Return a URL as messages name it: without any password that it holds."""
    kept = {key: "***" if key.lower().endswith("password") else value for key, value in url.query.items()}
    return url.set(query=kept).render_as_string(hide_password=True)


def _may_only_be_read(file: Path) -> bool:
    """Whether a file is there, and it or what SQLite writes beside it cannot be written."""
    return file.is_file() and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))


def _for_reading(url: sa.URL) -> sa.URL:
    """Return how SQLite reads a file where it cannot write: as one that nobody changes, if all of it is in it."""
    file = Path(url.database or "").absolute()
    log = file.with_name(f"{file.name}-wal")
    whole = not log.is_file() or log.stat().st_size == 0
    query = {"mode": "ro", "uri": "true", **({"immutable": "1"} if whole else {})}
    return sa.URL.create(SQLITE, database=file.as_uri(), query=query)


def _prepare_reader(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # transactions begin where we say so


def _prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # transactions begin where we say so
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE_S * 1000}")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    if connection.execute("PRAGMA journal_mode").fetchone() == ("wal",):
        return
    for _attempt in range(50):  # the change to WAL does not wait for others by itself
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            time.sleep(0.05)
        else:
            return


def _begin_sqlite(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
