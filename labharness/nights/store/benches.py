"""What a bench does with the queue: hold it, take items, report them; all of it is fenced.

Nothing expires into other hands.  Whoever takes over a bench raises its fence number, and the former worker is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from labharness.database.engine import Database
from labharness.errors import QueueError
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.night import Nights
from labharness.model.results import Outcome
from labharness.nights.items import Bench, Closing, Item, Need, State
from labharness.nights.store.audit import Actor, now_utc, write_act
from labharness.nights.store.queue import free_name
from labharness.nights.store.rows import item_of, row_of
from labharness.nights.store.schema import AUDIT, BENCH, ITEM
from labharness.reason import Reason, dump_reason, load_reason

AHEAD = 64
"""Items that a worker takes at most; it goes on with them without the database."""
HOLDS = ("hold", "take over")
"""Acts of the audit: a worker was started."""
WAIT, GO_ON = "wait", "go on"
"""Acts of the audit: the disk of a worker refuses, and takes its records again."""
ASKED_BACK = "ask back"
"""Act of the audit: somebody asked a bench for an item that it has taken."""
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
            return tuple(
                Bench(**row) for row in connection.execute(sa.select(BENCH).order_by(BENCH.c.name)).mappings()
            )

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
            If another computer or workspace holds it, and it is not taken over.
        """
        with self._database.writing() as connection:
            row = connection.execute(sa.select(BENCH).where(BENCH.c.name == name)).mappings().one_or_none()
            if row is None:
                found = Bench(name=name)
                connection.execute(BENCH.insert().values(_NO_WORKER | {"name": name}))
            else:
                found = Bench(**row)
            if found.host not in ("", host) and not take:
                raise QueueError(Nights.BENCH_ELSEWHERE(bench=name, host=found.host, heard=found.heard))
            moved = bool(workspace) and self._workspace(connection, name) not in ("", workspace)
            if moved and not take:
                raise QueueError(Nights.BENCH_OF_WORKSPACE(bench=name))
            fence = found.fence + 1
            held = {"host": host, "process": process, "fence": fence, "heard": now_utc()}
            connection.execute(BENCH.update().where(BENCH.c.name == name).values(held))
            taken_over = moved or found.host not in ("", host)
            what = "take over" if taken_over else "hold"
            body = {"host": host, "fence": fence, "before": found.host, "workspace": workspace}
            write_act(connection, actor, what, name, body)
            if taken_over:
                self._leave_open(connection, name, found.host, actor)
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
                connection.execute(BENCH.insert().values(_NO_WORKER | {"name": name}))
            elif name not in known:
                raise QueueError(
                    Inputs.UNKNOWN(what=Noun.BENCH, name=name, known=tuple(sorted(known | queued)))
                )
            connection.execute(BENCH.update().where(BENCH.c.name == name).values(paused=paused))
            write_act(connection, actor, "pause" if paused else "resume", name)
            row = connection.execute(sa.select(BENCH).where(BENCH.c.name == name)).mappings().one()
        return Bench(**row)

    def note(self, name: str, actor: Actor, what: str, body: Mapping[str, Any]) -> int:
        """Put something about a bench on record; returns its fence number, raises :class:`QueueError` where there is none."""
        with self._database.writing() as connection:
            fence = connection.execute(sa.select(BENCH.c.fence).where(BENCH.c.name == name)).scalar()
            if fence is None:
                known = tuple(connection.execute(sa.select(BENCH.c.name)).scalars())
                raise QueueError(Inputs.UNKNOWN(what=Noun.BENCH, name=name, known=known))
            write_act(connection, actor, what, name, body)
        return int(fence)

    def waits(self) -> dict[str, tuple[str, tuple[Reason, ...]]]:
        """Return since when, and why, the workers of benches wait for their disk, by bench."""
        latest = sa.select(sa.func.max(AUDIT.c.number)).where(AUDIT.c.what.in_((WAIT, GO_ON, *HOLDS)))
        query = sa.select(AUDIT).where(
            AUDIT.c.number.in_(latest.group_by(AUDIT.c.target)), AUDIT.c.what == WAIT
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).mappings().all()
        return {row["target"]: (row["utc"], tuple(map(load_reason, row["body"]["why"]))) for row in rows}

    def beat(self, name: str, fence: int) -> Bench:
        """Show that the worker lives; raises :class:`QueueError` where another has taken the bench over."""
        with self._database.writing() as connection:
            self._refuse_fenced(connection, name, fence)
            connection.execute(BENCH.update().where(BENCH.c.name == name).values(heard=now_utc()))
            row = connection.execute(sa.select(BENCH).where(BENCH.c.name == name)).mappings().one()
        return Bench(**row)

    def taken(self, name: str) -> tuple[Item, ...]:
        """Return what the bench has taken and not reported, in order."""
        query = sa.select(ITEM).where(ITEM.c.bench == name, ITEM.c.state == State.TAKEN.value)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(ITEM.c.priority.desc(), ITEM.c.place)).mappings().all()
        return tuple(item_of(row) for row in rows)

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
            items = [item_of(row) for row in connection.execute(query).mappings()]
            here = {item.id for item in items} | self._known(connection, name)
            items = [item for item in items if not item.after or item.after in here]
            for item in items:
                changed = {"state": State.TAKEN.value, "fence": fence}
                connection.execute(ITEM.update().where(ITEM.c.id == item.id).values(changed))
                write_act(connection, actor, "take", item.id, {"bench": name, "fence": fence})
        return tuple(replace(item, state=State.TAKEN, fence=fence) for item in items)

    def predecessor(self, id_: str) -> Item | None:
        """Return an item by id, None where the queue has none."""
        with self._database.reading() as connection:
            row = connection.execute(sa.select(ITEM).where(ITEM.c.id == id_)).mappings().one_or_none()
        return None if row is None else item_of(row)

    def withdrawn(self, name: str) -> dict[str, str]:
        """Return ids of taken items of a bench that somebody asked to end, and who did."""
        query = sa.select(ITEM.c.id, ITEM.c.withdrawn).where(
            ITEM.c.bench == name, ITEM.c.state == State.TAKEN.value
        )
        with self._database.reading() as connection:
            return {id_: who for id_, who in connection.execute(query) if who}

    def asked_back(self, name: str) -> frozenset[str]:
        """Return ids of taken items of a bench that somebody asked for, if their run was not begun."""
        query = sa.select(ITEM.c.id).where(ITEM.c.bench == name, ITEM.c.state == State.TAKEN.value)
        with self._database.reading() as connection:
            taken = connection.execute(query).scalars().all()
            if not taken:  # an idle worker reads no audit
                return frozenset()
            asked = sa.select(AUDIT.c.target).where(AUDIT.c.what == ASKED_BACK, AUDIT.c.target.in_(taken))
            return frozenset(connection.execute(asked).scalars())

    def ask_back(self, id_: str, actor: Actor) -> Item:
        """Ask the bench of a taken item for it; raises :class:`QueueError` where no bench has taken it.

        Its worker answers: a run that was begun goes on, otherwise the order waits again under another name.
        """
        with self._database.writing() as connection:
            row = connection.execute(sa.select(ITEM).where(ITEM.c.id == id_)).mappings().one_or_none()
            if row is None or row["state"] != State.TAKEN.value:
                raise QueueError(Nights.NOT_TAKEN(item=id_))
            write_act(connection, actor, ASKED_BACK, id_, {"bench": row["bench"]})
        return item_of(row)

    def end(
        self,
        name: str,
        fence: int,
        actor: Actor,
        id_: str,
        closing: Closing,
        reason: Reason | None,
        found: Outcome | None,
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
                "found": None if found is None else found.value,
                "reason": None if reason is None else dump_reason(reason),
            }
            open_ = sa.and_(ITEM.c.id == id_, ITEM.c.bench == name, ITEM.c.state == State.TAKEN.value)
            if not connection.execute(ITEM.update().where(open_).values(values)).rowcount:
                return False
            write_act(
                connection, actor, "end", id_, {name: values[name] for name in ("closing", "found", "reason")}
            )
            if retry is not None:
                place = connection.execute(sa.select(sa.func.max(ITEM.c.place))).scalar_one()
                retry = replace(retry, id=free_name(connection, retry.id))
                row = row_of(retry) | {"place": place + 1, "added": now_utc(), "state": State.WAITING.value}
                connection.execute(ITEM.insert().values(row))
                what = "retry" if retry.forerunner == id_ else "queue again"
                write_act(connection, actor, what, retry.id, {"forerunner": id_})
                _wait_for(connection, actor, id_, retry.id)
        return True

    def _workspace(self, connection: sa.Connection, name: str) -> str:
        """Return the workspace of the last worker, "" where it is not known."""
        query = sa.select(AUDIT.c.body).where(AUDIT.c.target == name, AUDIT.c.what.in_(HOLDS))
        body = connection.execute(query.order_by(AUDIT.c.number.desc()).limit(1)).scalar()
        return "" if body is None else str(body.get("workspace", ""))

    def _leave_open(self, connection: sa.Connection, name: str, host: str, actor: Actor) -> None:
        """End what the former computer took: it may have begun it, and no run is begun twice."""
        here = sa.and_(ITEM.c.bench == name, ITEM.c.state == State.TAKEN.value)
        for id_ in connection.execute(sa.select(ITEM.c.id).where(here)).scalars().all():
            values = {
                "state": State.ENDED.value,
                "over": now_utc(),
                "closing": Closing.LEFT_OPEN.value,
                "reason": dump_reason(Nights.TAKEN_OVER(host=host)),
            }
            connection.execute(ITEM.update().where(ITEM.c.id == id_).values(values))
            write_act(connection, actor, "end", id_, {"closing": values["closing"], "host": host})

    def _known(self, connection: sa.Connection, name: str) -> set[str]:
        """Return ids of what the bench took or ended, and of what ended elsewhere."""
        settled = sa.or_(
            sa.and_(ITEM.c.bench == name, ITEM.c.state == State.TAKEN.value),
            ITEM.c.state.in_([State.ENDED.value, State.CANCELED.value]),
        )
        wanted = sa.select(ITEM.c.after).where(ITEM.c.bench == name, ITEM.c.after != "").scalar_subquery()
        return set(connection.execute(sa.select(ITEM.c.id).where(settled, ITEM.c.id.in_(wanted))).scalars())

    def _refuse_fenced(self, connection: sa.Connection, name: str, fence: int) -> Bench:
        row = connection.execute(sa.select(BENCH).where(BENCH.c.name == name)).mappings().one_or_none()
        if row is None or row["fence"] != fence:
            host = "" if row is None else row["host"]
            raise QueueError(Nights.BENCH_TAKEN_OVER(bench=name, host=host))
        return Bench(**row)


def _wait_for(connection: sa.Connection, actor: Actor, before: str, after: str) -> None:
    """Let what waits for an item wait for what repeats it."""
    open_ = ITEM.c.state.in_((State.WAITING.value, State.TAKEN.value))
    successors = sa.and_(ITEM.c.after == before, open_)
    for id_ in connection.execute(sa.select(ITEM.c.id).where(successors)).scalars().all():
        write_act(connection, actor, "wait for", id_, {"after": after})
    connection.execute(ITEM.update().where(successors).values({"after": after}))


def fulfils(need: Need, before: Item) -> bool | None:
    """Return whether an ended item fulfils what its successor needs, None while it has not ended."""
    if before.state is State.CANCELED:
        return False
    if before.state is not State.ENDED:
        return None
    if before.closing is not Closing.RAN:
        return False
    return need is Need.ENDED or before.found is Outcome.PASS
