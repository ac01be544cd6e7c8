"""Backups of register and queue, restoring them, and going on without what was lost."""

from __future__ import annotations

import hashlib
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import ConfigDict, Field, ValidationError

from labharness.app.people.staff import refuse_without_role
from labharness.app.workspace.register import (
    Kept,
    database_place,
    forget,
    has_queue,
    has_register,
    known,
    login_id,
    open_queue,
    open_register,
    password_for,
    place_of,
)
from labharness.app.workspace.workspace import Workspace
from labharness.database.copying import copy_to, heads_at, put_back, records_of
from labharness.database.engine import SQLITE, ChainHead, Database
from labharness.errors import InputError, IntegrityError, LabharnessError
from labharness.evidence.durable import Writing, own_account
from labharness.evidence.outside import SizeLimit, open_outside, read_outside
from labharness.evidence.records.body import Count, RecordPart, Sha256
from labharness.filings.entries.entry import Role
from labharness.filings.entries.events import RecordsLost
from labharness.filings.store.chain import REGISTER
from labharness.filings.store.file_store import refusals_recorded
from labharness.filings.store.register import Register
from labharness.model.reasons.database import Databases
from labharness.model.reasons.night import Nights
from labharness.model.reasons.register import Registers
from labharness.nights.acts import LossAccepted
from labharness.nights.store.queue import Actor, Queue, write_act
from labharness.nights.store.schema import QUEUE
from labharness.reason import Reason

LIST = "backup.json"
LOST = (
    Databases.DAMAGED,
    Databases.DATABASE_REFUSED,
    Databases.EMPTIED,
    Databases.FOREIGN_DATABASE,
    Databases.OTHER_RECORDS,
    Databases.RECORDS_MISSING,
    Nights.QUEUE_LOST,
    Registers.LOST,
)
"""Refusals that show that a database is lost.  A busy one, or one of a newer version, may be whole: it stays as it is."""
HOLDINGS = {Kept.REGISTER: REGISTER, Kept.QUEUE: QUEUE}


class CopiedDatabase(RecordPart):
    """One database of a backup.

    Parameters
    ----------
    records, head
        How many records its chain has, and the hash of the last one.
    """

    database: Kept
    kind: Literal["sqlite", "postgresql"]
    file: str = Field(pattern="^[a-z]+[.](db|dump)$")
    sha256: Sha256
    records: Count
    head: str


class Backup(RecordPart):
    """What lies beside the copies; databases that are one have one copy."""

    model_config = ConfigDict(populate_by_name=True)

    schema_: Literal[1] = Field(default=1, alias="schema")
    utc: str
    databases: tuple[CopiedDatabase, ...]


@dataclass(frozen=True, slots=True)
class RestoredDatabase:
    """A database that was restored.

    Parameters
    ----------
    wrong
        What keeps it from being used: the workspace had seen more in it than the backup holds, for one. None for nothing.
    """

    copied: CopiedDatabase
    wrong: Reason | None


def back_up(workspace: Workspace, folder: Path) -> Backup:
    """Copy register and queue into a new folder, each as it is at one moment, with heads and hashes beside the copies.

    Raises
    ------
    IntegrityError
        If a database is not as it was written: its copy would look like a good one.
    LabharnessError
        If the folder is not empty, or a database, the disk or a program refuses.
    """
    with Writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise InputError(Databases.BACKUP_OCCUPIED(folder=str(folder)))
        there = _verified(workspace)
        copies: list[CopiedDatabase] = []
        for place in dict.fromkeys(there.values()):
            copies += _copied(place, tuple(kept for kept in there if there[kept] == place), folder)
        if not copies:
            raise InputError(Databases.NOTHING_TO_BACK_UP())
        backup = Backup(utc=datetime.now(UTC).isoformat(timespec="seconds"), databases=tuple(copies))
        text = backup.model_dump_json(by_alias=True, indent=2)
        (folder / LIST).write_text(f"{text}\n", encoding="utf-8")
    return backup


def _verified(workspace: Workspace) -> dict[Kept, Path | str]:
    """Return where the databases are that the workspace has; raises where one is not as it was written."""
    there: dict[Kept, Path | str] = {}
    for kept, has in ((Kept.REGISTER, has_register), (Kept.QUEUE, has_queue)):
        if has(workspace):
            with _opened(workspace, kept) as opened:
                problems = opened.verify().problems
            if problems:
                raise IntegrityError(*problems)
            there[kept] = _place(workspace, kept)
    return there


def _opened(workspace: Workspace, kept: Kept) -> Register | Queue:
    return open_register(workspace) if kept is Kept.REGISTER else open_queue(workspace)


def _place(workspace: Workspace, kept: Kept) -> Path | str:
    return database_place(workspace, place_of(workspace, kept))


def _database(place: Path | str, kept: Kept) -> closing[Database]:
    return closing(Database(place, HOLDINGS[kept], password_for(place)))


def _copied(place: Path | str, held: tuple[Kept, ...], folder: Path) -> list[CopiedDatabase]:
    with _database(place, held[0]) as database:
        kind: Literal["sqlite", "postgresql"] = "sqlite" if database.kind == SQLITE else "postgresql"
        file = folder / f"{held[0].value}.{'db' if kind == 'sqlite' else 'dump'}"
        heads = copy_to(database, file, [HOLDINGS[kept] for kept in held])
    return [
        CopiedDatabase(
            database=kept,
            kind=kind,
            file=file.name,
            sha256=_digest(file),
            records=head.number,
            head=head.hash,
        )
        for kept, head in zip(held, heads, strict=True)
    ]


def restore(workspace: Workspace, folder: Path) -> tuple[RestoredDatabase, ...]:
    """Restore what is missing, damaged, or less than the workspace has seen; compare the heads afterwards.

    A database that is whole, or of which that cannot be told now, stays as it is.

    Returns
    -------
    tuple
        Those that were restored.

    Raises
    ------
    LabharnessError
        If the folder holds no backup, the backup was altered, all that it holds is there and whole, or a database cannot
        be examined now.
    """
    backup = read_backup(folder)
    standing = {copied.file: why for copied in backup.databases if (why := _standing(workspace, copied))}
    if not (wanted := [copied for copied in backup.databases if copied.file not in standing]):
        raise InputError(*standing.values())
    done: set[str] = set()
    for copied in wanted:
        place = _place(workspace, copied.database)
        with _database(place, copied.database) as database:
            if database.kind != copied.kind:
                raise InputError(Databases.BACKUP_KIND(database=copied.database.value, file=copied.file))
            if copied.file not in done:
                put_back(folder / copied.file, database)
        done.add(copied.file)
        (head,) = heads_at(place, [HOLDINGS[copied.database]], password_for(place))
        if head != ChainHead(copied.records, copied.head):
            raise IntegrityError(Databases.HEAD_DIFFERS(database=database.name, record=copied.records))
    return tuple(RestoredDatabase(copied, _wrong(workspace, copied.database)) for copied in wanted)


def read_backup(folder: Path) -> Backup:
    """Return what a folder's list says, after every file was compared with its hash."""
    try:
        backup = Backup.model_validate_json(read_outside(folder / LIST, SizeLimit.KEPT))
    except (OSError, ValidationError) as error:
        raise InputError(Databases.NOT_A_BACKUP(folder=str(folder))) from error
    for copied in backup.databases:
        try:
            same = _digest(folder / copied.file) == copied.sha256
        except OSError:
            same = False
        if not same:
            raise IntegrityError(Databases.BACKUP_DAMAGED(file=str(folder / copied.file)))
    return backup


def _standing(workspace: Workspace, copied: CopiedDatabase) -> Reason | None:
    """Return that a database holds everything that the workspace has seen, so that nothing is put in its place."""
    kept = copied.database
    place = _place(workspace, kept)
    if isinstance(place, Path) and not place.exists():
        return None
    database = Database(place, HOLDINGS[kept], password_for(place))
    records = records_of(database)
    whole = _lost(workspace, kept) is None and bool(records)
    return Databases.STANDS(database=database.name, records=records) if whole else None


def _wrong(workspace: Workspace, kept: Kept) -> Reason | None:
    """Return why a database cannot be used; None where it can."""
    try:
        return _lost(workspace, kept)
    except LabharnessError as error:
        return error.reasons[0]


def _lost(workspace: Workspace, kept: Kept) -> Reason | None:
    """Return why a database is not whole, or holds less than the workspace has seen of it; None where it is and does not.

    Raises
    ------
    LabharnessError
        If neither can be told.
    """
    try:
        with _opened(workspace, kept) as opened:
            return next(iter(opened.verify().problems), None)
    except LabharnessError as error:
        if not error.reasons[0].is_a(*LOST):
            raise
        return error.reasons[0]


def accept_loss(workspace: Workspace, kept: Kept, why: str, by: str | None = None) -> bool:
    """Go on with a database that holds less than the workspace has seen; that is on record in its chain.

    Returns
    -------
    bool
        Whether a list of people shows that the person may; a lost register has none.

    Raises
    ------
    NotPermitted
        If the register has a list of people, and the person is no authorizer on it.
    LabharnessError
        If no reason is given, nothing is lost, or a database does not answer.
    """
    why = " ".join(why.split())[:400]
    if not why:
        raise InputError(Databases.REASON_NEEDED())
    whole = _lost(workspace, kept) is None
    if whole and not has_register(workspace):
        raise InputError(Databases.NOTHING_LOST(database=kept.value))
    seen, who = known(workspace, kept).head or ChainHead(), by or login_id()
    place = _place(workspace, kept)
    body = {"role": "", "database": kept.value, "number": seen.number, "head": seen.hash}
    if kept is Kept.REGISTER or has_register(workspace):
        lost = kept is Kept.REGISTER
        opened = Register.open(place, password_for(place)) if lost else open_register(workspace)
        with opened as register, refusals_recorded(register.note, "", who):
            people = register.people()
            refuse_without_role(people, (Role.AUTHORIZER,), who)
            if whole:
                raise InputError(Databases.NOTHING_LOST(database=kept.value))
            body["role"] = Role.AUTHORIZER.value if people else ""
            register.note("", RecordsLost.WHATS[0], body, who, why)
    if kept is Kept.QUEUE:
        with Queue.open(place, password_for(place)) as queue, queue.database.writing() as connection:
            act = LossAccepted(number=seen.number, head=seen.hash, why=why)
            write_act(connection, Actor(who, own_account()), kept.value, act)
    forget(workspace, kept)
    return bool(body["role"])


def _digest(file: Path) -> str:
    with open_outside(file) as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
