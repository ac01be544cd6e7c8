"""What a database and the laboratory's store of evidence refuse."""

from __future__ import annotations

from labharness.reason import Code, Reason, note, refusal


class Databases(Code, area="database"):
    """Databases that cannot be opened, read or written."""

    POSTGRESQL_NOT_INSTALLED = refusal()
    URL_UNREADABLE = refusal()
    URL_UNSUPPORTED = refusal(url=str)
    READ_ONLY = refusal(database=str)
    DAMAGED = refusal(database=str, why=str)
    DISK_FULL = refusal(database=str)
    DISK_ERROR = refusal(database=str, why=str)
    BUSY = refusal(database=str, seconds=int)
    NO_ANSWER = refusal(database=str, why=str)
    CANNOT_OPEN = refusal(database=str, why=str)
    DATABASE_REFUSED = refusal(database=str, why=str)
    FOREIGN_DATABASE = refusal(database=str)
    NEWER_TABLES = refusal(database=str, revision=str, known=str)
    EMPTIED = refusal(database=str, known=int)
    RECORDS_MISSING = refusal(database=str, held=int, known=int)
    OTHER_RECORDS = refusal(database=str, record=int)
    NOT_COPIED = refusal(database=str, why=str)
    PROGRAM_MISSING = refusal(program=str)
    PROGRAM_FAILED = refusal(program=str, database=str, why=str)
    BACKUP_OCCUPIED = refusal(folder=str)
    NOTHING_TO_BACK_UP = refusal()
    NOT_A_BACKUP = refusal(folder=str)
    BACKUP_DAMAGED = refusal(file=str)
    BACKUP_KIND = refusal(database=str, file=str)
    STANDS = refusal(database=str, records=int)
    NOTHING_LOST = refusal(database=str)
    HEAD_DIFFERS = refusal(database=str, record=int)
    REASON_NEEDED = refusal()
    HEADS_UNREADABLE = refusal(file=str)
    PASSWORD_IN_URL = refusal(file=str)


class Stores(Code, area="store"):
    """The shared store of evidence; ``store`` is its URL, ``file`` a path in it or in a run folder."""

    NOT_SET = refusal(file=str)
    SECRET_IN_URL = refusal(file=str)
    URL_UNSUPPORTED = refusal(file=str)
    LIBRARY = refusal()
    UNREACHABLE = refusal(store=str, why=str)
    NOT_A_STORE = refusal(store=str, file=str)
    NOT_EMPTY = refusal(store=str)
    OTHER_OBJECT = refusal(store=str, file=str)
    ARRIVED_DIFFERENT = refusal(store=str, file=str)
    MISSING = refusal(store=str, file=str)
    MANIFEST_UNREADABLE = refusal(store=str, file=str)
    NOT_ENDED = refusal(run=str)
    NOT_VERIFIED = refusal(run=str, problems=tuple[Reason, ...])
    UNKNOWN = refusal(store=str, run=str)
    AMBIGUOUS = refusal(run=str, heads=tuple[str, ...])
    RUN_DIFFERS = refusal(run=str, here=str, there=str)
    SPACE = refusal(run=str, free=int, needed=int)

    WAITING = note()
    COPY_FAILED = note(utc=str, why=tuple[Reason, ...])
