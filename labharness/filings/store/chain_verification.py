"""Whether the chain is whole, and whether it leads exactly to the state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from labharness.filings.entries.snapshot import Change
from labharness.filings.store.chain import COLUMNS, GENESIS, PUT, REMOVE, is_whole, read
from labharness.filings.store.schema import CHANGE, ENTRY, GUARDS

MOST = 50
"""Problems that are named; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found.

    Parameters
    ----------
    changes
        How many records there are.
    head
        Hash of the last one.
    problems
        One sentence for each record or entry that is not as it should be.
    """

    changes: int
    head: str
    problems: tuple[str, ...]

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

    def take(self, change: Change) -> Iterator[str]:
        """Follow one record and say what is wrong with it."""
        where = f"record {change.number}"
        if change.number != self.number + 1:
            yield f"{where} stands where record {self.number + 1} belongs."
        if change.previous != self.head:
            yield f"{where} does not follow the record before it."
        if not is_whole(change):
            yield f"{where} is not as it was written ({_named(change)}, {change.utc})."
        self.number, self.head = self.number + 1, change.hash
        key = (change.submission, change.kind, change.entry)
        body, first, _ = self.state.get(key, (None, change.number, 0))
        if change.what in (PUT, REMOVE) and change.before != body:
            yield f"{where} changes {_named(change)} from something else than the record before left."
        if change.what == PUT:
            self.state[key] = (change.after, first, change.number)
        elif change.what == REMOVE:
            self.state.pop(key, None)


def _named(change: Change) -> str:
    return f"{change.kind} {change.entry!r}" if change.kind else f"the event {change.what!r}"


def verify(connection: sa.Connection) -> Verification:
    """Follow the chain from its beginning and compare what it leads to with the state."""
    replay, problems = _Replay(), list[str]()
    query = sa.select(*COLUMNS).order_by(CHANGE.c.number)
    for row in connection.execution_options(yield_per=1000).execute(query):
        problems += replay.take(read(row))
    problems += _differences(connection, replay)
    problems += _damage(connection)
    if len(problems) > MOST:
        problems[MOST:] = [f"… and {len(problems) - MOST} more problems."]
    return Verification(replay.number, replay.head, tuple(problems))


def _differences(connection: sa.Connection, replay: _Replay) -> Iterator[str]:
    left = dict(replay.state)
    for place, kind, id_, *found in connection.execute(sa.select(ENTRY).order_by(ENTRY.c.first)):
        wanted = left.pop((place, kind, id_), None)
        where = f"{kind} {id_!r}" + (f" of submission {place!r}" if place else "")
        if wanted is None:
            yield f"{where} stands in the register, but no record of the chain put it there."
        elif list(wanted) != found:
            yield f"{where} is not as record {wanted[2]} left it; it was changed behind the register's back."
    for place, kind, id_ in left:
        where = f"{kind} {id_!r}" + (f" of submission {place!r}" if place else "")
        yield f"{where} is missing, although record {left[place, kind, id_][2]} put it there."


def _damage(connection: sa.Connection) -> Iterator[str]:
    """Say what is wrong with the database itself: its pages and indexes, and the triggers that guard the chain."""
    kind = connection.dialect.name
    if kind == "sqlite":
        for (said,) in connection.exec_driver_sql("PRAGMA integrity_check"):
            if said != "ok":
                yield f"The database file is damaged: {said}."
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    else:
        query = "SELECT tgname FROM pg_trigger WHERE tgrelid = 'change'::regclass AND tgenabled = 'O'"
    for name in sorted(GUARDS[kind] - set(connection.exec_driver_sql(query).scalars())):
        yield f"The trigger {name!r}, which refuses to change what is on record, was taken away or disabled."
