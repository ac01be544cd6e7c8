"""What a bench does with the queue: hold it, take items, report them; all of it is fenced.

Nothing expires into other hands.  Whoever takes over a bench raises its fence number, and the former worker is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from labharness.database.engine import Database
from labharness.errors import QueueError
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.night import Nights
from labharness.model.results import Outcome
from labharness.nights.acts import (
    ActBody,
    AskedBack,
    BenchHeld,
    DiskFreed,
    DiskRefused,
    Ended,
    Paused,
    PutRight,
    QueuedAgain,
    Resumed,
    Retried,
    Taken,
    TookOver,
    WaitsFor,
)
from labharness.nights.items import Bench, Closing, Item, Need, State, why_not_give_back
from labharness.nights.store.queue import STRIDE, Actor, act_of, free_name, now_utc, refuse, write_act
from labharness.nights.store.schema import (
    AUDIT,
    BENCH,
    ITEM,
    Row,
    bench_of,
    change,
    insert,
    item_of,
    row_of,
    sound,
    text_of,
)
from labharness.reason import Reason, dump_reason

AHEAD = 64
"""Items that a worker takes at most; it goes on with them without the database."""
HOLDS = (BenchHeld.WHAT, TookOver.WHAT)
"""Acts of the audit: a worker was started."""
WAIT, GO_ON = DiskRefused.WHAT, DiskFreed.WHAT
"""Acts of the audit: the disk of a worker refuses, and takes its records again."""
_NO_WORKER = {"host": "", "process": 0, "fence": 0, "heard": "", "paused": False}


class Benches:
    """The benches of a queue, for their workers and for people.

    Parameters
    ----------
    database
        That of the queue.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[Bench, ...]:
        """Return every bench, by name."""
        with self._database.reading() as connection:
            rows = connection.execute(sa.select(BENCH).order_by(BENCH.c.name)).mappings()
            return tuple(map(bench_of, rows))

    def hold(
        self, name: str, host: str, process: int, actor: Actor, *, take: bool = False, workspace: str = ""
    ) -> int:
        """Hold a bench for a worker of this computer, and return its fence number.

        Parameters
        ----------
        take
            Whether a person takes the bench over from another computer. What that one had taken ends as left open.
        workspace
            Id of the worker's workspace, where it is known: another one of the same computer has other run folders.

        Raises
        ------
        QueueError
            If another computer or workspace holds it, or its row is damaged, and it is not taken over.
        """
        with self._database.writing() as connection:
            row = connection.execute(_row_of(name)).mappings().one_or_none()
            bench = Bench(name=name) if row is None else bench_of(row)
            if row is None:
                insert(connection, BENCH, _NO_WORKER | {"name": name})
            if bench.damaged and not take:
                raise QueueError(Nights.BENCH_DAMAGED(bench=name))
            if bench.host not in ("", host) and not take:
                raise QueueError(Nights.BENCH_ELSEWHERE(bench=name, host=bench.host, heard=bench.heard))
            holds = self._holds(connection, name)
            moved = bool(workspace) and bool(holds) and holds[-1].workspace not in ("", workspace)
            if moved and not take:
                raise QueueError(Nights.BENCH_OF_WORKSPACE(bench=name))
            before = holds[-1].host if bench.damaged and holds else bench.host
            fence = max(bench.fence, *(each.fence for each in holds), 0) + 1
            held = {"host": host, "process": process, "fence": fence, "heard": now_utc()}
            former: Row = _NO_WORKER | {"name": name} if row is None or bench.damaged else row
            change(connection, BENCH, former, held)
            taken_over = moved or bench.damaged or bench.host not in ("", host)
            kind = TookOver if taken_over else BenchHeld
            write_act(
                connection, actor, name, kind(host=host, fence=fence, before=before, workspace=workspace)
            )
            if taken_over:
                self._leave_open(connection, name, before, actor)
            return fence

    def pause(self, name: str, actor: Actor, *, paused: bool) -> Bench:
        """Let a bench begin nothing new, or go on; its worker may still be to come.

        Raises
        ------
        QueueError
            If there is no such bench: it had no worker, and nothing was ever queued for it.
        """
        with self._database.writing() as connection:
            known = set(connection.execute(sa.select(BENCH.c.name)).scalars())
            queued = set(connection.execute(sa.select(ITEM.c.bench).distinct()).scalars()) - known
            if name in queued:
                insert(connection, BENCH, _NO_WORKER | {"name": name})
            elif name not in known:
                raise QueueError(
                    Inputs.UNKNOWN(what=Noun.BENCH, name=name, known=tuple(sorted(known | queued)))
                )
            row = connection.execute(_row_of(name)).mappings().one()
            _sound(row)
            write_act(connection, actor, name, Paused() if paused else Resumed())
            return bench_of(change(connection, BENCH, row, {"paused": paused}))

    def note(self, name: str, actor: Actor, body: ActBody) -> int:
        """Put something about a bench on record; returns its fence number, raises :class:`QueueError` where there is none."""
        with self._database.writing() as connection:
            row = connection.execute(_row_of(name)).mappings().one_or_none()
            if row is None:
                known = tuple(connection.execute(sa.select(BENCH.c.name)).scalars())
                raise QueueError(Inputs.UNKNOWN(what=Noun.BENCH, name=name, known=known))
            write_act(connection, actor, name, body)
        return bench_of(row).fence

    def waits(self) -> dict[str, tuple[str, tuple[Reason, ...]]]:
        """Return since when, and why, the workers of benches wait for their disk, by bench."""
        latest = sa.select(sa.func.max(AUDIT.c.number)).where(AUDIT.c.what.in_((WAIT, GO_ON, *HOLDS)))
        query = sa.select(AUDIT).where(
            AUDIT.c.number.in_(latest.group_by(AUDIT.c.target)), AUDIT.c.what == WAIT
        )
        with self._database.reading() as connection:
            acts = [act_of(row) for row in connection.execute(query).mappings()]
        return {act.target: (act.utc, act.body.why) for act in acts if isinstance(act.body, DiskRefused)}

    def beat(self, name: str, fence: int) -> Bench:
        """Show that the worker lives; raises :class:`QueueError` where another has taken the bench over."""
        with self._database.writing() as connection:
            self._refuse_fenced(connection, name, fence)
            row = connection.execute(_row_of(name)).mappings().one()
            return bench_of(change(connection, BENCH, row, {"heard": now_utc()}))

    def taken(self, name: str) -> tuple[Item, ...]:
        """Return what the bench has taken and not reported, in order."""
        query = sa.select(ITEM).where(ITEM.c.bench == name, ITEM.c.state == State.TAKEN.value)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(ITEM.c.priority.desc(), ITEM.c.place)).mappings().all()
        return sound(map(item_of, rows))

    def put_right(self, name: str, fence: int, actor: Actor, items: Iterable[Item]) -> None:
        """Write damaged rows of taken items anew: the bench's journal has them as they were when it took them."""
        own = {item.id: item for item in items}
        with self._database.reading() as connection:
            rows = connection.execute(sa.select(ITEM).where(ITEM.c.id.in_(own))).mappings().all()
        if len(sound(map(item_of, rows))) == len(rows):
            return
        with self._database.writing() as connection:
            self._refuse_fenced(connection, name, fence)
            for row in connection.execute(sa.select(ITEM).where(ITEM.c.id.in_(own))).mappings().all():
                if item_of(row).state is State.DAMAGED:
                    item = replace(own[row["id"]], state=State.TAKEN, fence=fence)
                    write_act(connection, actor, item.id, PutRight(bench=name, damaged=text_of(row)))
                    change(connection, ITEM, row, row_of(item))

    def take(self, name: str, fence: int, actor: Actor, until: str, ahead: int = AHEAD) -> tuple[Item, ...]:
        """Take what is due before a moment and waits for nobody at another bench, in order.

        An item whose predecessor belongs to the same bench is taken with it; one that waits for another bench stays
        until that one has ended.

        Raises
        ------
        QueueError
            If another worker has taken the bench over.
        """
        with self._database.writing() as connection:
            bench = self._refuse_fenced(connection, name, fence)
            if bench.paused:
                return ()
            waiting = sa.and_(ITEM.c.bench == name, ITEM.c.state == State.WAITING.value, ITEM.c.due <= until)
            before = ITEM.alias()
            ready = sa.or_(
                ITEM.c.after == "",
                sa.exists().where(
                    before.c.id == ITEM.c.after,
                    sa.or_(
                        sa.and_(before.c.bench == name, before.c.due <= until),
                        before.c.state.in_([State.ENDED.value, State.CANCELED.value]),
                    ),
                ),
            )
            query = sa.select(ITEM).where(waiting, ready)
            query = query.order_by(ITEM.c.priority.desc(), ITEM.c.place).limit(ahead)
            rows = {row["id"]: row for row in connection.execute(query).mappings()}
            items = sound(map(item_of, rows.values()))
            here = {item.id for item in items} | self._known(connection, name)
            items = tuple(item for item in items if not item.after or item.after in here)
            for item in items:
                change(connection, ITEM, rows[item.id], {"state": State.TAKEN.value, "fence": fence})
                write_act(connection, actor, item.id, Taken(bench=name, fence=fence))
        return tuple(replace(item, state=State.TAKEN, fence=fence) for item in items)

    def predecessor(self, id_: str) -> Item | None:
        """Return an item by id, None where the queue has none."""
        with self._database.reading() as connection:
            row = connection.execute(sa.select(ITEM).where(ITEM.c.id == id_)).mappings().one_or_none()
        return None if row is None else item_of(row)

    def withdrawn(self, name: str) -> dict[str, str]:
        """Return ids of taken items of a bench that somebody asked to end, and who did."""
        return {item.id: item.withdrawn for item in self.taken(name) if item.withdrawn}

    def asked_back(self, name: str) -> frozenset[str]:
        """Return ids of taken items of a bench that somebody asked for, if their run was not begun."""
        query = sa.select(ITEM.c.id).where(ITEM.c.bench == name, ITEM.c.state == State.TAKEN.value)
        with self._database.reading() as connection:
            taken = connection.execute(query).scalars().all()
            if not taken:  # an idle worker reads no audit
                return frozenset()
            asked = sa.select(AUDIT).where(AUDIT.c.what == AskedBack.WHAT, AUDIT.c.target.in_(taken))
            acts = map(act_of, connection.execute(asked).mappings())
            return frozenset(act.target for act in acts if isinstance(act.body, AskedBack))

    def ask_back(self, id_: str, actor: Actor) -> Item:
        """Ask the bench of a taken item for it; raises :class:`QueueError` where no bench has taken it.

        Its worker answers: a run that was begun goes on, otherwise the order waits again under another name.
        """
        with self._database.writing() as connection:
            row = connection.execute(sa.select(ITEM).where(ITEM.c.id == id_)).mappings().one_or_none()
            item = None if row is None else item_of(row)
            if item is None:
                raise QueueError(Nights.NOT_TAKEN(item=id_))
            refuse(why_not_give_back(item))
            write_act(connection, actor, id_, AskedBack(bench=item.bench))
        return item

    def end(
        self,
        name: str,
        fence: int,
        actor: Actor,
        id_: str,
        closing: Closing,
        reason: Reason | None,
        outcome: Outcome | None,
        retry: Item | None = None,
    ) -> bool:
        """Report how a taken item ended, once; reporting it again changes nothing.

        Parameters
        ----------
        retry
            The item that repeats it, added in the same transaction; its name may be taken. What waits for the ended item
            waits for this one from now on.

        Returns
        -------
        bool
            Whether this call ended it.
        """
        with self._database.writing() as connection:
            self._refuse_fenced(connection, name, fence)
            values: dict[str, Any] = {
                "state": State.ENDED.value,
                "over": now_utc(),
                "closing": closing.value,
                "found": None if outcome is None else outcome.value,
                "reason": None if reason is None else dump_reason(reason),
            }
            open_ = sa.and_(ITEM.c.id == id_, ITEM.c.bench == name, ITEM.c.state == State.TAKEN.value)
            row = connection.execute(sa.select(ITEM).where(open_)).mappings().one_or_none()
            if row is None:
                return False
            if item_of(row).state is State.DAMAGED:
                raise QueueError(Nights.ROW_DAMAGED(item=id_))
            change(connection, ITEM, row, values)
            write_act(connection, actor, id_, Ended(closing=closing, found=outcome, reason=reason))
            if retry is not None:
                place = connection.execute(sa.select(sa.func.max(ITEM.c.place))).scalar_one()
                retry = replace(retry, id=free_name(connection, retry.id))
                retry = replace(retry, place=place + STRIDE, added=now_utc(), state=State.WAITING)
                insert(connection, ITEM, row_of(retry))
                kind = Retried if retry.forerunner == id_ else QueuedAgain
                write_act(connection, actor, retry.id, kind(forerunner=id_))
                _wait_for(connection, actor, id_, retry.id)
        return True

    def _holds(self, connection: sa.Connection, name: str) -> list[BenchHeld]:
        """Return the starts of workers of a bench, oldest first."""
        query = sa.select(AUDIT).where(AUDIT.c.target == name, AUDIT.c.what.in_(HOLDS))
        acts = map(act_of, connection.execute(query.order_by(AUDIT.c.number)).mappings().all())
        return [act.body for act in acts if isinstance(act.body, BenchHeld)]

    def _leave_open(self, connection: sa.Connection, name: str, host: str, actor: Actor) -> None:
        """End what the former computer took: it may have begun it, and no run is begun twice."""
        here = sa.and_(ITEM.c.bench == name, ITEM.c.state == State.TAKEN.value)
        for row in connection.execute(sa.select(ITEM).where(here)).mappings().all():
            if item_of(row).state is State.DAMAGED:
                continue
            values = {
                "state": State.ENDED.value,
                "over": now_utc(),
                "closing": Closing.LEFT_OPEN.value,
                "reason": dump_reason(Nights.TAKEN_OVER(host=host)),
            }
            change(connection, ITEM, row, values)
            write_act(connection, actor, row["id"], Ended(closing=Closing.LEFT_OPEN, host=host))

    def _known(self, connection: sa.Connection, name: str) -> set[str]:
        """Return ids of what the bench took or ended, and of what ended elsewhere."""
        settled = sa.or_(
            sa.and_(ITEM.c.bench == name, ITEM.c.state == State.TAKEN.value),
            ITEM.c.state.in_([State.ENDED.value, State.CANCELED.value]),
        )
        wanted = sa.select(ITEM.c.after).where(ITEM.c.bench == name, ITEM.c.after != "").scalar_subquery()
        return set(connection.execute(sa.select(ITEM.c.id).where(settled, ITEM.c.id.in_(wanted))).scalars())

    def _refuse_fenced(self, connection: sa.Connection, name: str, fence: int) -> Bench:
        row = connection.execute(_row_of(name)).mappings().one_or_none()
        bench = None if row is None else _sound(row)
        if bench is None or bench.fence != fence:
            raise QueueError(Nights.BENCH_TAKEN_OVER(bench=name, host="" if bench is None else bench.host))
        return bench


def _row_of(bench: str) -> sa.Select[Any]:
    return sa.select(BENCH).where(BENCH.c.name == bench)


def _sound(row: sa.RowMapping) -> Bench:
    """Return a row as a bench; raises :class:`QueueError` where it is damaged."""
    bench = bench_of(row)
    if bench.damaged:
        raise QueueError(Nights.BENCH_DAMAGED(bench=bench.name))
    return bench


def _wait_for(connection: sa.Connection, actor: Actor, before: str, after: str) -> None:
    """Let what waits for an item wait for what repeats it."""
    open_ = ITEM.c.state.in_((State.WAITING.value, State.TAKEN.value))
    successors = sa.and_(ITEM.c.after == before, open_)
    for row in connection.execute(sa.select(ITEM).where(successors)).mappings().all():
        if item_of(row).state is not State.DAMAGED:
            change(connection, ITEM, row, {"after": after})
            write_act(connection, actor, row["id"], WaitsFor(after=after))


def fulfils(need: Need, before: Item) -> bool | None:
    """Return whether an ended item fulfils what its successor needs, None while it has not ended."""
    if before.state is State.CANCELED:
        return False
    if before.state is not State.ENDED:
        return None
    if before.closing is not Closing.RAN:
        return False
    return need is Need.ENDED or before.found is Outcome.PASS
