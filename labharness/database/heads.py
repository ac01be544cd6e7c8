"""Heads: the last record of a database's chain, and the one that whoever opens it has seen there before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa

from labharness.database.holding import Holding
from labharness.model.reasons.database import Databases
from labharness.reason import Reason


@dataclass(frozen=True, slots=True)
class ChainHead:
    """The last record of a chain: its number, and its hash, which fixes every record before."""

    number: int = 0
    hash: str = ""


def _forget(_: ChainHead) -> None:
    """Keep no head."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a database before it is opened.

    Parameters
    ----------
    head
        The last record that was seen there; None where none ever was.
    note
        Called with each head that is seen.
    """

    head: ChainHead | None = None
    note: Callable[[ChainHead], None] = _forget


NOTHING_KNOWN = Known()
"""For a database of which nobody has seen anything, and nobody keeps what is seen."""


def head_of(connection: sa.Connection, holding: Holding) -> ChainHead:
    """Return the head of a database's chain."""
    if not holding.chain:
        return ChainHead()
    number, digest = _columns(holding)
    row = connection.execute(sa.select(number, digest).order_by(number.desc()).limit(1)).one_or_none()
    return ChainHead() if row is None else ChainHead(row[0], row[1])


def less_than(connection: sa.Connection, holding: Holding, known: ChainHead, name: str) -> Reason | None:
    """Return that a database does not hold a record that was seen there, None where it does; more is no matter."""
    number, digest = _columns(holding)
    held = connection.execute(sa.select(digest).where(number == known.number)).scalar()
    if held == known.hash:
        return None
    if held is None:
        last = head_of(connection, holding).number
        return Databases.RECORDS_MISSING(database=name, held=last, known=known.number)
    return Databases.OTHER_RECORDS(database=name, record=known.number)


def _columns(holding: Holding) -> tuple[sa.ColumnClause[int], sa.ColumnClause[str]]:
    table = sa.table(holding.chain, sa.column("number", sa.BigInteger), sa.column("hash", sa.String))
    return table.c["number"], table.c["hash"]
