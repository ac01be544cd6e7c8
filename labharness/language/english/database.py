"""Sentences about databases."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.language.text import installation
from labharness.model.reasons.database import Databases
from labharness.reason import Code

URLS = "Write sqlite:///PATH or postgresql+psycopg://USER@HOST/DATABASE."

SENTENCES: Mapping[Code, str] = {
    Databases.POSTGRESQL_NOT_INSTALLED: (
        f"A database in PostgreSQL needs psycopg. Install it with: {installation('postgres')}."
    ),
    Databases.URL_UNREADABLE: f"The database's URL is not valid. {URLS}",
    Databases.URL_UNSUPPORTED: f"The URL {{url}} cannot be used. {URLS}",
    Databases.READ_ONLY: "The database {database} is read-only. Change its permissions and those of its folder.",
    Databases.DAMAGED: "The database {database} is damaged, or not a database of labharness: {why}. Restore it from a copy.",
    Databases.DISK_FULL: (
        "The disk is full, so the database {database} was not changed. It is intact. Free disk space, then try again."
    ),
    Databases.DISK_ERROR: (
        "The disk of the database {database} refused: {why}. Nothing was changed. Check the disk, then try again."
    ),
    Databases.BUSY: (
        "Another program has been writing to the database {database} for {seconds} s. Wait for it, then try again."
    ),
    Databases.NO_ANSWER: "PostgreSQL does not answer at {database}: {why}. Start it, or correct the URL.",
    Databases.CANNOT_OPEN: "Cannot open the database {database}: {why}. Check its folder and permissions.",
    Databases.DATABASE_REFUSED: "The database {database} refused the change: {why}. Nothing was changed.",
    Databases.FOREIGN_DATABASE: "The database {database} holds other tables. Choose another database.",
    Databases.NEWER_TABLES: (
        "A newer version of labharness wrote {database} (tables {revision}; this version knows {known}). Use that version."
    ),
    Databases.PASSWORD_IN_URL: (
        "The URL of a database in {file} holds a password. Remove it, and keep it in a password file or in the "
        "system's key store."
    ),
}
