"""A database: SQLite or PostgreSQL, behind one way to read and one way to write.

What a database of this product holds, and what tells it from its neighbors on the same server.

Heads: the last record of a database's chain, and the one that whoever opens it has seen there before.

Bringing the tables up to this version; a database of a newer one is left alone.

Values as JSON in one form: the bytes that are hashed are those that are stored, in every database alike.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

import sqlalchemy as sa
from sqlalchemy import event

from labharness.errors import InputError
from labharness.model.reasons.database import Databases
from labharness.reason import Reason

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory


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
        Package of the revisions.
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


@dataclass(frozen=True, slots=True)
class ChainHead:
    """The last record of a chain: its number, and its hash, which fixes every record before."""

    number: int = 0
    hash: str = ""


def _forget(_: ChainHead) -> None:
    """Keep no head."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a database before it is opened.

    Parameters
    ----------
    head
        The last record that was seen there; None where none ever was.
    note
        Called with each head that is seen.
    """

    head: ChainHead | None = None
    note: Callable[[ChainHead], None] = _forget


NOTHING_KNOWN = Known()
"""For a database of which nobody has seen anything, and nobody keeps what is seen."""


def head_of(connection: sa.Connection, holding: Holding) -> ChainHead:
    """Return the head of a database's chain."""
    if not holding.chain:
        return ChainHead()
    number, digest = _columns(holding)
    row = connection.execute(sa.select(number, digest).order_by(number.desc()).limit(1)).one_or_none()
    return ChainHead() if row is None else ChainHead(row[0], row[1])


def less_than(connection: sa.Connection, holding: Holding, known: ChainHead, name: str) -> Reason | None:
    """Return that a database does not hold a record that was seen there, None where it does; more is no matter."""
    number, digest = _columns(holding)
    held = connection.execute(sa.select(digest).where(number == known.number)).scalar()
    if held == known.hash:
        return None
    if held is None:
        last = head_of(connection, holding).number
        return Databases.RECORDS_MISSING(database=name, held=last, known=known.number)
    return Databases.OTHER_RECORDS(database=name, record=known.number)


def _columns(holding: Holding) -> tuple[sa.ColumnClause[int], sa.ColumnClause[str]]:
    table = sa.table(holding.chain, sa.column("number", sa.BigInteger), sa.column("hash", sa.String))
    return table.c["number"], table.c["hash"]


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
        self, url: str | Path, holding: Holding, password: str | None = None, known: Known = NOTHING_KNOWN
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
            upgrade(connection, database.holding)


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
    from alembic.util import CommandError

    try:
        _revisions(database.holding).get_revision(text)
    except CommandError as error:
        newer = Databases.NEWER_TABLES(database=database.name, revision=text, known=database.holding.revision)
        raise database.holding.refusal(newer) from error


def upgrade(connection: sa.Connection, holding: Holding, revision: str = "head") -> None:
    """Bring the tables up to a revision on a connection that was opened and locked."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext

    revisions = _revisions(holding)
    with EnvironmentContext(
        Config(),
        revisions,
        fn=lambda text, _: revisions._upgrade_revs(revision, cast("str", text)),  # noqa: SLF001  as its own command does
    ) as context:
        context.configure(connection=connection, version_table=holding.version_table)
        context.run_migrations()


def _revisions(holding: Holding) -> ScriptDirectory:
    from alembic.script import ScriptDirectory

    folder = import_module(holding.migrations).__path__[0]
    return ScriptDirectory(folder, version_locations=[folder])


def canonical(value: Any) -> str:
    r"""Return a value as JSON in the one form that is stored and hashed.

    Raises
    ------
    ValueError
        For NaN, or a number without end.

    Examples
    --------
    >>> canonical({"b": "é", "a": None})
    '{"a":null,"b":"\\u00e9"}'
    """
    return json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def row_hash(values: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a row: of all its values but the hash itself, as canonical JSON.

    Empty texts and NULLs are left out, so that a column that a later revision adds changes no hash of a former row.

    Raises
    ------
    TypeError, ValueError
        For a value that is no JSON, such as bytes.
    """
    covered = {name: value for name, value in values.items() if name != "hash" and value not in (None, "")}
    return hashlib.sha256(canonical(covered).encode("ascii")).hexdigest()


def is_whole(row: Mapping[str, Any]) -> bool:
    """Whether a row is as its hash says."""
    try:
        return bool(row_hash(row) == row["hash"])
    except (TypeError, ValueError):
        return False


class Canonical(sa.types.TypeDecorator[Any]):
    """A column of JSON in its canonical form."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: sa.Dialect) -> str | None:
        """Write a value."""
        del dialect
        return None if value is None else canonical(value)

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> Any:
        """Read what was written; what is no JSON comes back as it stands, so that it can be named."""
        del dialect
        if value is None:
            return None
        try:
            size = json.loads(value)
            good = canonical(size) == value
        except (ValueError, TypeError, RecursionError):  # SQLite keeps any type in any column
            good = False
        return size if good else f"not canonical: {value!r}"
