"""Sentences about databases.

Sentences about the laboratory's store of evidence.
"""

from __future__ import annotations

from collections.abc import Mapping

from labharness.language.template import installation
from labharness.model.reasons.database import Databases, Stores
from labharness.reason import Code

RESTORE = (
    "Restore it with: labharness restore FOLDER. If the records are lost for good, an authorizer accepts that with: "
    "labharness accept-loss DATABASE --why REASON."
)
IN_THE_WINDOW = (
    "Ask an administrator to restore it from a backup at a console. If the records are lost for good, an authorizer "
    "accepts that there."
)
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
    Databases.EMPTIED: f"The database {{database}} is empty, but this workspace has seen {{known}} records in it. {RESTORE}",
    Databases.RECORDS_MISSING: (
        "The database {database} ends at record {held}, but this workspace has seen record {known} in it: it is an older "
        f"copy, or records were lost. {RESTORE}"
    ),
    Databases.OTHER_RECORDS: (
        "Record {record} of the database {database} is not the one that this workspace has seen in it: it is another "
        f"database, or was altered. {RESTORE}"
    ),
    Databases.NOT_COPIED: "The database {database} was not copied: {why}. Check disk and permissions, then try again.",
    Databases.PROGRAM_MISSING: (
        "The program {program} is not on this computer. Install the client programs of PostgreSQL, of the server's version "
        "or later."
    ),
    Databases.PROGRAM_FAILED: (
        "The program {program} refused the database {database}: {why}. A backup is restored only into an empty database."
    ),
    Databases.BACKUP_OCCUPIED: "The folder {folder} holds other files. Choose a new folder for each backup.",
    Databases.NOTHING_TO_BACK_UP: "This workspace has neither a register nor a queue. Nothing was copied.",
    Databases.NOT_A_BACKUP: "The folder {folder} holds no backup that this version reads. Name a folder with backup.json.",
    Databases.BACKUP_DAMAGED: "The file {file} of the backup is missing or was altered. Use another backup.",
    Databases.BACKUP_KIND: (
        "The backup of {database} ({file}) is of another kind of database than the settings of the workspace name. "
        "Name the database there that it is to be restored into."
    ),
    Databases.STANDS: (
        "The database {database} answers and holds {records} records, all that this workspace has seen. Nothing was restored."
    ),
    Databases.NOTHING_LOST: (
        "The {database} answers and holds all that this workspace has seen. Nothing is lost, and nothing was recorded."
    ),
    Databases.HEAD_DIFFERS: (
        "After the backup was restored, record {record} of the database {database} is not the one of the backup. Use another "
        "backup."
    ),
    Databases.REASON_NEEDED: "Give the reason, for the record.",
    Databases.HEADS_UNREADABLE: (
        "The file {file} cannot be read: it holds the last records that this workspace has seen in its databases. Restore it "
        "from a copy. If the databases are known to be whole, remove the file."
    ),
    Databases.PASSWORD_IN_URL: (
        "The URL of a database in {file} holds a password. Remove it, and keep it in a password file or in the "
        "system's key store."
    ),
    Stores.NOT_SET: (
        "{file} names no store of evidence. Run labharness settings set store FOLDER --why REASON, where FOLDER is a "
        "folder or a bucket such as s3://BUCKET/FOLDER."
    ),
    Stores.SECRET_IN_URL: (
        "The store or its endpoint in {file} holds a user, a password or a query. Remove it, and keep keys where the "
        "AWS tools keep them (~/.aws/credentials, or the environment)."
    ),
    Stores.URL_UNSUPPORTED: (
        "The store in {file} is neither a folder nor a bucket. Write an absolute path, or s3://BUCKET/FOLDER."
    ),
    Stores.LIBRARY: f"A store in a bucket needs s3fs. Install it with: {installation('s3')}.",
    Stores.UNREACHABLE: "The store {store} does not answer: {why}. Check the network, the folder and the permissions.",
    Stores.NOT_A_STORE: (
        "{store} is not a store of evidence: {file} is missing or cannot be read. Mount the drive that holds the store, or make a new "
        "store with: labharness store init."
    ),
    Stores.NOT_EMPTY: "{store} already holds files. Choose an empty folder for a new store.",
    Stores.OTHER_OBJECT: (
        "The store {store} already holds another {file}. It was not overwritten. Keep both, and find out which is genuine."
    ),
    Stores.ARRIVED_DIFFERENT: (
        "{file} in the store {store} does not have the hash of the file that was sent. Check the disks, remove this file "
        "from the store, then copy the run again."
    ),
    Stores.MISSING: "{file} is missing in the store {store}. Copy the run again from the bench that recorded it.",
    Stores.MANIFEST_UNREADABLE: (
        "{file} in the store {store} cannot be read as the list of a run's files. Restore it from a copy."
    ),
    Stores.NOT_ENDED: 'The run "{run}" has not ended. It is copied when it has.',
    Stores.NOT_VERIFIED: 'The run "{run}" is not copied, because its integrity is not verified: {problems:;}.',
    Stores.UNKNOWN: (
        'The store {store} holds neither a run "{run}" nor a run with this head hash. List its runs with: '
        "labharness store list."
    ),
    Stores.AMBIGUOUS: 'The store holds several runs "{run}". Name the head hash instead: {heads}.',
    Stores.RUN_DIFFERS: (
        'The workspace has another run "{run}" (head {here}; the run in the store has {there}). Nothing was fetched. '
        "Fetch it into another workspace."
    ),
    Stores.SPACE: 'The disk cannot hold the run "{run}" ({needed:size} needed, {free:size} free). Free disk space.',
    Stores.WAITING: "Its evidence is to be copied to the store.",
    Stores.COPY_FAILED: "Its evidence was not copied to the store ({utc:moment}): {why:;}.",
}

IN_WINDOW: Mapping[Code, str] = {
    Databases.EMPTIED: (
        f"The database {{database}} is empty, but this workspace has seen {{known}} records in it. {IN_THE_WINDOW}"
    ),
    Databases.RECORDS_MISSING: (
        "The database {database} ends at record {held}, but this workspace has seen record {known} in it: it is an older "
        f"copy, or records were lost. {IN_THE_WINDOW}"
    ),
    Databases.OTHER_RECORDS: (
        "Record {record} of the database {database} is not the one that this workspace has seen in it: it is another "
        f"database, or was altered. {IN_THE_WINDOW}"
    ),
    Stores.NOT_SET: "{file} names no store of evidence. Enter one in Settings: a folder, or a bucket such as s3://BUCKET/FOLDER.",
    Stores.NOT_A_STORE: "{store} is not a store of evidence: {file} is missing or cannot be read. Mount the drive that holds the store, or choose Make the store in Settings.",
    Stores.UNKNOWN: 'The store {store} holds neither a run "{run}" nor a run with this head hash. Choose Read the store in Settings.',
}
