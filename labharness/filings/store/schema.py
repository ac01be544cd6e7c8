"""The tables: the state, the chain of changes that led to it, and the files that entries name.

Texts that people write are kept as JSON in ASCII: the bytes that are hashed are those that are stored, in both
databases alike, whatever characters they hold.
"""

from __future__ import annotations

import sqlalchemy as sa

from labharness.database.canonical import Canonical
from labharness.database.holding import Holding
from labharness.errors import RegisterError

VERSION_TABLE = "register_version"
"""Where the revision of the tables stands."""
REVISION = "r0003"
"""The latest revision: that of the tables below."""


GUARDS = {
    "sqlite": frozenset(
        {
            "change_never_updated",
            "change_never_deleted",
            "change_follows",
            "file_never_updated",
            "file_never_deleted",
        }
    ),
    "postgresql": frozenset(
        {
            "change_never_changed",
            "change_never_truncated",
            "change_follows",
            "file_never_changed",
            "file_never_truncated",
        }
    ),
}
"""Triggers that refuse to change what is on record."""

TABLES = sa.MetaData()

CHANGE = sa.Table(
    "change",
    TABLES,
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("utc", sa.String(32), nullable=False),
    sa.Column("who", Canonical, nullable=False),
    sa.Column("what", sa.String(80), nullable=False),
    sa.Column("submission", sa.String(80), nullable=False, index=True),
    sa.Column("kind", sa.String(80), nullable=False),
    sa.Column("entry", sa.String(80), nullable=False),
    sa.Column("before", Canonical),
    sa.Column("after", Canonical),
    sa.Column("why", Canonical, nullable=False),
    sa.Column("previous", sa.String(64), nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("account", Canonical, nullable=False, server_default='""'),
    sa.Column("signature", sa.Text, nullable=False, server_default=""),
)
"""Every change, in order; triggers refuse to change or remove one."""

ENTRY = sa.Table(
    "entry",
    TABLES,
    sa.Column("submission", sa.String(80), primary_key=True),
    sa.Column("kind", sa.String(80), primary_key=True),
    sa.Column("id", sa.String(80), primary_key=True),
    sa.Column("body", Canonical, nullable=False),
    sa.Column("first", sa.BigInteger, sa.ForeignKey("change.number"), nullable=False),
    sa.Column("last", sa.BigInteger, sa.ForeignKey("change.number"), nullable=False),
)
"""The state: each entry as the last change left it, with the numbers of its first and last change."""

FILE_PART = sa.Table(
    "file_part",
    TABLES,
    sa.Column("sha256", sa.String(64), primary_key=True),
    sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
)
"""Files in parts of a MiB, by the hash of the whole; a shared register keeps them for every bench."""

REGISTER = Holding(
    tables=TABLES,
    revision=REVISION,
    version_table=VERSION_TABLE,
    migrations="labharness.filings.store",
    lock=4_611_640_461,
    refusal=RegisterError,
    read_first=True,
    chain=CHANGE.name,
)
"""The register of submissions, as a database."""
