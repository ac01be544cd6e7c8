"""The audit chain: what a record's hash covers, and writing the next one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from labharness.database.canonical import canonical
from labharness.evidence.account import own_account
from labharness.filings.entries.snapshot import Change
from labharness.filings.store.schema import CHANGE

GENESIS = "0" * 64
"""``previous`` of the first record."""
_LATER = {"account": "", "signature": ""}
"""Fields that records from before do not have; an empty one is not part of what is hashed."""
PUT, REMOVE = "put", "remove"


def digest(fields: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a record: of all its fields but the hash itself, as canonical JSON."""
    return hashlib.sha256(_covered(fields, "hash")).hexdigest()


def signed_part(fields: Mapping[str, Any]) -> bytes:
    """Return what the signature of a record covers: all its fields but signature and hash, as canonical JSON."""
    return _covered(fields, "hash", "signature")


def _covered(fields: Mapping[str, Any], *left_out: str) -> bytes:
    covered = {name: value for name, value in fields.items() if name not in left_out}
    for name, empty in _LATER.items():
        if covered.get(name) == empty:
            del covered[name]
    return canonical(covered).encode("ascii")


def is_whole(change: Change) -> bool:
    """Whether a record is as its hash says."""
    try:
        return digest(asdict(change)) == change.hash
    except (TypeError, ValueError):  # a value that no record holds
        return False


def records(connection: sa.Connection) -> sa.Select[Any]:
    """Return the query of all records; a register of an older revision that is only read lacks columns."""
    there = {column["name"] for column in sa.inspect(connection).get_columns(CHANGE.name)}
    names = Change.__dataclass_fields__
    return sa.select(*(CHANGE.c[name] if name in there else sa.literal("").label(name) for name in names))


def read(row: sa.Row[Any]) -> Change:
    """Return a row of the table as a record."""
    fields: Any = row
    return Change(*fields)


@dataclass
class Chain:
    """The end of the chain within one transaction of a writer."""

    connection: sa.Connection
    number: int = 0
    head: str = GENESIS
    sign: Callable[[Mapping[str, Any]], str] = lambda _: ""
    """Returns the signature of a record, "" for one that needs none."""

    @classmethod
    def at_its_end(cls, connection: sa.Connection) -> Chain:
        """Return the chain after its last record."""
        last = connection.execute(
            sa.select(CHANGE.c.number, CHANGE.c.hash).order_by(CHANGE.c.number.desc()).limit(1)
        ).one_or_none()
        return cls(connection, *last) if last else cls(connection)

    def append(
        self,
        who: str,
        what: str,
        why: str,
        submission: str = "",
        kind: str = "",
        entry: str = "",
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
    ) -> Change:
        """Add the next record."""
        utc = datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
        fields: dict[str, Any] = {
            "number": self.number + 1,
            "utc": utc,
            "who": who,
            "what": what,
            "submission": submission,
            "kind": kind,
            "entry": entry,
            "before": before,
            "after": after,
            "why": why,
            "previous": self.head,
            "account": own_account(),
        }
        fields["signature"] = self.sign(fields)
        change = Change(**fields, hash=digest(fields))
        row = {name: value for name, value in asdict(change).items() if value != _LATER.get(name)}
        self.connection.execute(sa.insert(CHANGE), [row])
        self.number, self.head = change.number, change.hash
        return change
