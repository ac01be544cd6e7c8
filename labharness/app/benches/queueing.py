"""What people do with a queue: order runs, list, move and withdraw them, pause benches; every act is audited."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta

from labharness.app.benches.ordering import item_of, night_refusal
from labharness.app.benches.queue_access import actor_for, open_queue, refuse_bench_name
from labharness.app.preflight import RunOrder, check_place
from labharness.app.services import refuse_unknown
from labharness.app.workspace import Workspace
from labharness.errors import QueueError
from labharness.evidence.ledger import LEDGER
from labharness.model.eastern_time import eastern, from_eastern
from labharness.model.reasons.night import Nights, QueueAct
from labharness.nights.items import Bench, Item, Need, Schedule
from labharness.nights.schedules import LABORATORY, read_when, zone_of
from labharness.nights.store.audit import now_utc
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Queue
from labharness.nights.store.schedules import Schedules


@dataclass(frozen=True, slots=True)
class Wish:
    """How somebody wants runs queued.

    Parameters
    ----------
    bench
        Name of the bench.
    repeat
        How many runs of the order, each after the one before.
    after, need
        Name of the item that comes before, and what is needed of it.
    due, until, deadline
        Moments: the run begins between the first two and is over by the third.
    attended
        Whether a person is at the bench.
    retries
        How many times a run that ended in an error, or was not begun, may be ordered anew.
    """

    bench: str
    repeat: int = 1
    priority: int = 0
    after: str = ""
    need: Need = Need.ENDED
    due: datetime | None = None
    until: datetime | None = None
    deadline: datetime | None = None
    attended: bool = False
    retries: int = 0


@dataclass(frozen=True, slots=True)
class Repetition:
    """A schedule that somebody wants: when, in which zone, and how long after each occurrence a run may begin."""

    when: str
    zone: str = LABORATORY
    window_h: float = 10.0
    id: str = field(default="")


def add(workspace: Workspace, order: RunOrder, wish: Wish, by: str | None = None) -> tuple[Item, ...]:
    """Queue runs; what can be refused is refused now, not at night.

    Raises
    ------
    LabharnessError
        If the plan, the URLs or the device class cannot serve, a name is taken, or the person may not.
    """
    items = _items(workspace, order, wish)
    with open_queue(workspace) as queue:
        actor = actor_for(workspace, queue, by, QueueAct.ADD, items[0].id)
        _refuse_tonight(workspace, queue, items[0])
        return queue.add(items, actor)


def schedule(
    workspace: Workspace, order: RunOrder, wish: Wish, repetition: Repetition, by: str | None = None
) -> Schedule:
    """Queue a run again and again; raises :class:`LabharnessError` as :func:`add` does."""
    zone_of(repetition.zone)
    (item,) = _items(workspace, order, replace(wish, repeat=1))
    kept = {name: value for name, value in item.dumped().items() if name in _KEPT}
    made = Schedule(
        id=repetition.id or item.id,
        cron=read_when(repetition.when),
        zone=repetition.zone,
        window_h=repetition.window_h,
        item=kept,
    )
    with open_queue(workspace) as queue:
        actor = actor_for(workspace, queue, by, QueueAct.SCHEDULE, made.id)
        _refuse_tonight(workspace, queue, item)
        Schedules(queue.database).add(made, actor)
    return made


_KEPT = ("bench", "device", "order", "priority", "attended", "retries")
"""What a schedule knows of its items; the rest is that of the occurrence."""


def move(
    workspace: Workspace,
    id_: str,
    by: str | None,
    *,
    bench: str | None = None,
    priority: int | None = None,
    before: str | None = None,
    first: bool = False,
) -> Item:
    """Give an item that waits another bench, priority or place."""
    if bench is not None:
        refuse_bench_name(bench)
    with open_queue(workspace) as queue:
        actor = actor_for(workspace, queue, by, QueueAct.MOVE, id_)
        return queue.move(id_, actor, bench=bench, priority=priority, before=before, first=first)


def cancel(workspace: Workspace, id_: str, by: str | None) -> Item:
    """Withdraw an item; a run at work is told to stop by its bench."""
    with open_queue(workspace) as queue:
        return queue.cancel(id_, actor_for(workspace, queue, by, QueueAct.CANCEL, id_))


def pause(workspace: Workspace, bench: str, by: str | None, *, paused: bool) -> Bench:
    """Let a bench begin nothing new, or go on."""
    with open_queue(workspace) as queue:
        what = QueueAct.PAUSE if paused else QueueAct.RESUME
        actor = actor_for(workspace, queue, by, what, bench)
        return Benches(queue.database).pause(bench, actor, paused=paused)


def set_schedule(workspace: Workspace, id_: str, by: str | None, *, active: bool) -> None:
    """Let a schedule make items, or no more."""
    with open_queue(workspace) as queue:
        actor = actor_for(workspace, queue, by, QueueAct.CHANGE_SCHEDULE, id_)
        Schedules(queue.database).set_active(id_, actor, active=active)


def read_moment(text: str, now: datetime | None = None) -> datetime:
    """Return a moment with its zone: a date and time, or a time of the next 24 hours.

    A moment without an offset is one of Pennsylvania, as every moment is shown.

    Raises
    ------
    QueueError
        If it is neither.
    """
    there = eastern(now or datetime.now(UTC))[0]
    try:
        if "T" not in text and "-" not in text:
            found = datetime.combine(there.date(), time.fromisoformat(text))
            return from_eastern(found if found > there else found + timedelta(days=1))
        found = datetime.fromisoformat(text)
        return found if found.tzinfo else from_eastern(found)
    except (ValueError, OverflowError, OSError) as error:
        raise QueueError(Nights.MOMENT_UNREADABLE(text=text[:40])) from error


def _items(workspace: Workspace, order: RunOrder, wish: Wish) -> Sequence[Item]:
    refuse_bench_name(wish.bench)
    check_place(workspace, order)
    if order.submission:
        refuse_unknown(workspace, order.submission)
    name = workspace.new_run(order.name, order.plan.rpartition("/")[2].removesuffix(".toml")).name
    names = [name] if wish.repeat == 1 else [f"{name}-{number + 1}" for number in range(wish.repeat)]
    made: list[Item] = []
    for each in names:
        if (workspace.path / "runs" / each / LEDGER).exists():
            raise QueueError(Nights.RUN_THERE(item=each))
        made.append(
            item_of(
                replace(order, name=each),
                wish.bench,
                priority=wish.priority,
                after=made[-1].id if made else wish.after,
                need=Need.ENDED if made else wish.need,
                due=_written(wish.due),
                until=_written(wish.until),
                deadline=_written(wish.deadline),
                attended=wish.attended,
                retries=wish.retries,
            )
        )
    return made


def _refuse_tonight(workspace: Workspace, queue: Queue, item: Item) -> None:
    """Raise :class:`QueueError` where the worker of the bench would refuse the item, as far as this computer can tell."""
    host = next((bench.host for bench in Benches(queue.database).all() if bench.name == item.bench), "")
    due = datetime.fromisoformat(item.due) if item.due else datetime.now(UTC)
    if why := night_refusal(
        workspace, item, max(due, datetime.now(UTC)), here=host in ("", socket.gethostname())
    ):
        raise QueueError(why)


def _written(moment: datetime | None) -> str:
    return "" if moment is None else now_utc(moment)
