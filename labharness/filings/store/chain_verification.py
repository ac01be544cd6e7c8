"""Whether the chain is whole, and whether it leads exactly to the state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from labharness.filings.entries.snapshot import Change
from labharness.filings.store.chain import GENESIS, PUT, REMOVE, is_whole, read, records
from labharness.filings.store.kept_files import damaged
from labharness.filings.store.schema import CHANGE, ENTRY, GUARDS
from labharness.model.reasons.register import Registers
from labharness.reason import Reason

MOST = 50
"""Problems that are named; the rest is counted."""


@dataclass(frozen=True, slots=True)
class ChainVerification:
    """What was found.

    Parameters
    ----------
    changes
        How many records there are.
    head
        Hash of the last one.
    problems
        Why the chain does not lead to the state, one for each record or entry.
    """

    changes: int
    head: str
    problems: tuple[Reason, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.problems


@dataclass
class _Replay:
    """The state that the chain leads to."""

    number: int = 0
    head: str = GENESIS
    state: dict[tuple[str, str, str], tuple[Any, int, int]] = field(default_factory=dict)

    def take(self, change: Change) -> Iterator[Reason]:
        """Follow one record and yield what is wrong with it."""
        number = change.number
        if number != self.number + 1:
            yield Registers.RECORD_MISPLACED(record=number, expected=self.number + 1)
        if change.previous != self.head:
            yield Registers.RECORD_UNCHAINED(record=number)
        if not is_whole(change):
            yield Registers.RECORD_ALTERED(record=number, of=_named(change), utc=change.utc)
        self.number, self.head = self.number + 1, change.hash
        key = (change.submission, change.kind, change.entry)
        body, first, _ = self.state.get(key, (None, change.number, 0))
        if change.what in (PUT, REMOVE) and change.before != body:
            yield Registers.RECORD_FROM_ELSEWHERE(record=number, of=_named(change))
        if change.what == PUT:
            self.state[key] = (change.after, first, change.number)
        elif change.what == REMOVE:
            self.state.pop(key, None)


def _named(change: Change) -> str:
    return f"{change.kind} {change.entry}" if change.kind else change.what


def verify(connection: sa.Connection) -> ChainVerification:
    """Follow the chain from its beginning and compare what it leads to with the state."""
    replay, problems = _Replay(), list[Reason]()
    query = records(connection).order_by(CHANGE.c.number)
    for row in connection.execution_options(yield_per=1000).execute(query):
        problems += replay.take(read(row))
    problems += _differences(connection, replay)
    problems += _damage(connection)
    if len(problems) > MOST:
        problems[MOST:] = [Registers.MORE_PROBLEMS(number=len(problems) - MOST)]
    return ChainVerification(replay.number, replay.head, tuple(problems))


def _differences(connection: sa.Connection, replay: _Replay) -> Iterator[Reason]:
    left = dict(replay.state)
    for place, kind, id_, *result in connection.execute(sa.select(ENTRY).order_by(ENTRY.c.first)):
        wanted = left.pop((place, kind, id_), None)
        named = _entry(place, kind, id_)
        if wanted is None:
            yield Registers.ENTRY_WITHOUT_RECORD(**named)
        elif list(wanted) != result:
            yield Registers.ENTRY_ALTERED(**named, record=wanted[2])
    for place, kind, id_ in left:
        record = left[place, kind, id_][2]
        yield Registers.ENTRY_MISSING(**_entry(place, kind, id_), record=record)


def _entry(place: object, kind: object, id_: object) -> dict[str, str | None]:
    """Return an entry's name as reasons hold it; a damaged database may hold anything."""
    return {"kind": str(kind), "entry": str(id_), "submission": str(place) or None}


def _damage(connection: sa.Connection) -> Iterator[Reason]:
    """Yield what is wrong with the database itself: its pages and indexes, and the triggers that guard the chain."""
    kind = connection.dialect.name
    if kind == "sqlite":
        for (answer,) in connection.exec_driver_sql("PRAGMA integrity_check"):
            if answer != "ok":
                yield Registers.FILE_DAMAGED(why=str(answer))
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    else:
        query = """SELECT tgname FROM pg_trigger WHERE tgenabled = 'O'
            AND tgrelid IN (to_regclass('change'), to_regclass('file_part'))"""
    for digest in damaged(connection):
        yield Registers.KEPT_FILE_ALTERED(sha256=digest)
    for name in sorted(GUARDS[kind] - set(connection.exec_driver_sql(query).scalars())):
        yield Registers.TRIGGER_MISSING(trigger=name)
