"""What a database refuses."""

from __future__ import annotations

from labharness.reason import Code, refusal


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
    PASSWORD_IN_URL = refusal(file=str)
