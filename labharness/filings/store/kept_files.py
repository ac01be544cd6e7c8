"""Files in a register's database, for benches that share it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import closing

import sqlalchemy as sa

from labharness.filings.store.schema import FILE_PART

PART = 1 << 20
"""Bytes of a part."""


def keep(connection: sa.Connection, digest: str, parts: Iterable[bytes]) -> None:
    """Write a file where the database does not hold it yet; what is kept under its hash is the same."""
    if not is_kept(connection, digest):
        for number, content in enumerate(parts):
            row = {"sha256": digest, "part": number, "content": content}
            connection.execute(sa.insert(FILE_PART).values(row))


def is_kept(connection: sa.Connection, digest: str) -> bool:
    """Whether the database holds a file; one of before revision 2 holds none."""
    if not sa.inspect(connection).has_table(FILE_PART.name):
        return False
    query = sa.select(FILE_PART.c.part).where(FILE_PART.c.sha256 == digest).limit(1)
    return connection.execute(query).first() is not None


def kept(connection: sa.Connection, digest: str) -> Iterator[bytes]:
    """Yield the parts of a file."""
    query = sa.select(FILE_PART.c.content).where(FILE_PART.c.sha256 == digest).order_by(FILE_PART.c.part)
    with closing(connection.execution_options(yield_per=4).execute(query)) as rows:
        for (content,) in rows:
            yield bytes(content)


def damaged(connection: sa.Connection) -> Iterator[str]:
    """Yield the hashes of the files whose content is another."""
    if not sa.inspect(connection).has_table(FILE_PART.name):
        return
    for digest in connection.execute(sa.select(FILE_PART.c.sha256).distinct()).scalars().all():
        running = hashlib.sha256()
        for part in kept(connection, digest):
            running.update(part)
        if running.hexdigest() != digest:
            yield str(digest)
