"""A copy of a database as it is at one moment, while others write, and putting one in the place of what was lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from labharness.database.engine import SQLITE, ChainHead, Database, Holding, bring_up, head_of
from labharness.errors import InputError, StorageError
from labharness.evidence.segments import sync_folder
from labharness.model.reasons.database import Databases
from labharness.model.reasons.inputs import Inputs


def copy_to(database: Database, file: Path, holdings: Sequence[Holding]) -> tuple[ChainHead, ...]:
    """Copy a database into a file, and return the heads that what it holds has in the copy.

    Parameters
    ----------
    file
        A database of SQLite, or an archive of ``pg_dump``.

    Raises
    ------
    StorageError
        If the disk refuses, or ``pg_dump`` is missing or fails.
    InputError
        Of the holding's class, if the database does not answer.
    """
    if database.kind == SQLITE:
        try:
            with closing(sqlite3.connect(database.place)) as source, closing(sqlite3.connect(file)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # all of it is in one file
        except sqlite3.Error as error:
            raise StorageError(Databases.NOT_COPIED(database=database.name, why=str(error))) from error
        _sync(file)
        return tuple(heads_at(file, holdings))
    with database.reading() as connection:
        (snapshot,) = connection.exec_driver_sql("SELECT pg_export_snapshot()").scalars()
        heads = tuple(head_of(connection, holding) for holding in holdings)
        options = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
        _call("pg_dump", database, *options, f"--file={file}", "--dbname")
    _sync(file)
    return heads


def put_back(file: Path, database: Database) -> None:
    """Put a copy in the place of a database; an SQLite file that lies there is put aside, and never removed.

    Raises
    ------
    StorageError
        If the disk refuses, or ``pg_restore`` is missing, or fails, as it does where tables are left.
    """
    if database.kind != SQLITE:
        options = ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"]
        _call("pg_restore", database, *options, "--dbname", last=(str(file),))
        return
    place, now = Path(database.place), f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
    draft = place.with_name(f".{place.name}.part")
    try:
        shutil.copyfile(file, draft)
        _sync(draft)
        for ending in ("", "-wal", "-shm"):
            former = place.with_name(place.name + ending)
            if former.exists():
                former.replace(former.with_name(f"{former.name}.aside-{now}"))
        draft.replace(place)
        sync_folder(place.parent)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise StorageError(Inputs.UNWRITABLE(path=str(place), why=str(error.strerror))) from error


def heads_at(place: Path | str, holdings: Sequence[Holding], password: str | None = None) -> list[ChainHead]:
    """Return the heads of what a database holds, its tables brought up to this version."""
    heads = []
    for holding in holdings:
        with closing(Database(place, holding, password)) as database:
            bring_up(database)
            with database.reading() as connection:
                heads.append(head_of(connection, holding))
    return heads


def records_of(database: Database) -> int:
    """Return how many records a database holds, 0 where it has no tables or cannot be read; it is closed afterwards."""
    try:
        with database.reading() as connection:
            there = sa.inspect(connection).has_table(database.holding.chain)
            return head_of(connection, database.holding).number if there else 0
    except InputError:
        return 0
    finally:
        database.close()


def _call(program: str, database: Database, *options: str, last: Sequence[str] = ()) -> None:
    """Call a program of PostgreSQL's; the password goes through its environment, which others cannot read."""
    path = shutil.which(program)
    if path is None or not Path(path).is_absolute():  # Windows looks in the current folder first
        raise StorageError(Databases.PROGRAM_MISSING(program=program))
    secret = {} if database.password is None else {"PGPASSWORD": database.password}
    try:
        done = subprocess.run(
            [path, *options, database.place, *last],
            env={**os.environ, "LC_ALL": "C", **secret},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise StorageError(Databases.NOT_COPIED(database=database.name, why=str(error.strerror))) from error
    if done.returncode:
        why = " ".join(done.stderr.split())[:300].rstrip(" .") or str(done.returncode)
        raise StorageError(Databases.PROGRAM_FAILED(program=program, database=database.name, why=why))


def _sync(file: Path) -> None:
    with file.open("rb+") as written:
        os.fsync(written.fileno())
    sync_folder(file.parent)
