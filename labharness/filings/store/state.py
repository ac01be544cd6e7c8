"""The state's rows: reading a submission's entries, and writing one together with its record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from pydantic import ValidationError

from labharness.database.canonical import canonical
from labharness.errors import IntegrityError, RegisterError
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.snapshot import KINDS, Change
from labharness.filings.store.chain import PUT, REMOVE, Chain
from labharness.filings.store.rules import Key
from labharness.filings.store.schema import ENTRY
from labharness.model.reasons.register import Registers


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry as the state holds it, with the numbers of its first and its last change.

    Parameters
    ----------
    body
        The entry as it was written, perhaps by an older version that knew fewer fields.
    """

    entry: Entry
    body: dict[str, Any]
    first: int
    last: int


def load(connection: sa.Connection, submission: str) -> dict[Key, Stored]:
    """Return the entries of a submission and of the laboratory, in the order of their first writing."""
    rows = connection.execute(
        sa.select(ENTRY).where(ENTRY.c.submission.in_(["", submission])).order_by(ENTRY.c.first)
    )
    result = {}
    for place, kind, id_, body, first, last in rows:
        try:
            entry = KINDS[kind].model_validate_json(canonical(body), strict=True)
        except (KeyError, ValidationError) as error:
            raise IntegrityError(
                Registers.ENTRY_UNREADABLE(kind=str(kind), entry=str(id_), submission=str(place))
            ) from error
        result[place, kind, id_] = Stored(entry, body, first, last)
    return result


def put(chain: Chain, key: Key, old: Stored | None, body: dict[str, Any], who: str, why: str) -> Change:
    """Write an entry and its record."""
    change = chain.append(who, PUT, why, *key, before=old.body if old else None, after=body)
    if old is None:
        place, kind, id_ = key
        row = {"submission": place, "kind": kind, "id": id_, "body": body, "first": change.number}
        chain.connection.execute(sa.insert(ENTRY), [{**row, "last": change.number}])
    else:
        chain.connection.execute(sa.update(ENTRY).where(_at(key)).values(body=body, last=change.number))
    return change


def remove(chain: Chain, key: Key, old: Stored, who: str, why: str) -> Change:
    """Remove an entry and record it."""
    change = chain.append(who, REMOVE, why, *key, before=old.body)
    chain.connection.execute(sa.delete(ENTRY).where(_at(key)))
    return change


def _at(key: Key) -> sa.ColumnElement[bool]:
    return sa.and_(*(column == value for column, value in zip(ENTRY.primary_key, key, strict=True)))


def body_of(entry: Entry) -> dict[str, Any]:
    """Return an entry as data; raises :class:`RegisterError` for one that could not be read back."""
    body: dict[str, Any] = entry.model_dump(mode="json")
    try:
        same = type(entry).model_validate_json(canonical(body), strict=True) == entry
    except (ValueError, UnicodeError):
        same = False
    if not same or KINDS.get(entry.kind) is not type(entry):
        raise RegisterError(Registers.NOT_STORABLE(kind=entry.kind, entry=entry.id))
    return body
