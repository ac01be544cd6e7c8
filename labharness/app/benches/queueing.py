"""Items of a queue as somebody wants them: runs of an order, the same order once more, what a schedule makes again and again."""

from __future__ import annotations

import re
import socket
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

from labharness.app.benches.ordering import item_of, night_refusal
from labharness.app.benches.queue_access import refuse_bench_name
from labharness.app.preflight import RunOrder, check_place
from labharness.app.services import refuse_unknown
from labharness.app.workspace import Workspace
from labharness.errors import QueueError
from labharness.evidence.opening import LEDGER
from labharness.model.eastern_time import eastern, from_eastern
from labharness.model.reasons.night import Nights
from labharness.nights.items import Item, Need
from labharness.nights.store.audit import now_utc
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Queue

KEPT = ("bench", "device", "order", "priority", "attended", "retries")
"""What a schedule knows of its items; the rest is that of the occurrence."""
_AGAIN = re.compile(r"-again(?:-\d+)?$")


def wanted_items(
    workspace: Workspace,
    order: RunOrder,
    bench: str,
    *,
    repeat: int = 1,
    after: str = "",
    need: Need = Need.ENDED,
    **particulars: Any,
) -> tuple[Item, ...]:
    """Return the items of runs of an order, each after the one before.

    Parameters
    ----------
    after, need
        Name of the item that comes before the first, and what is needed of it.
    particulars
        Further fields of every item.

    Raises
    ------
    LabharnessError
        If the bench cannot be named so, the order cannot be served, or a run of the name is there.
    """
    refuse_bench_name(bench)
    check_place(workspace, order)
    if order.submission:
        refuse_unknown(workspace, order.submission)
    name = workspace.new_run(order.name, order.plan.rpartition("/")[2].removesuffix(".toml")).name
    items: list[Item] = []
    for each in [name] if repeat == 1 else [f"{name}-{number + 1}" for number in range(repeat)]:
        if (workspace.path / "runs" / each / LEDGER).exists():
            raise QueueError(Nights.RUN_THERE(item=each))
        before = (items[-1].id, Need.ENDED) if items else (after, need)
        named = replace(order, name=each)
        items.append(item_of(named, bench, after=before[0], need=before[1], **particulars))
    return tuple(items)


def refuse_tonight(workspace: Workspace, queue: Queue, item: Item) -> None:
    """Raise :class:`QueueError` where the worker of the bench would refuse the item, as far as this computer can tell."""
    host = next((bench.host for bench in Benches(queue.database).all() if bench.name == item.bench), "")
    due = datetime.fromisoformat(item.due) if item.due else datetime.now(UTC)
    if why := night_refusal(
        workspace, item, max(due, datetime.now(UTC)), here=host in ("", socket.gethostname())
    ):
        raise QueueError(why)


def once_more(workspace: Workspace, queue: Queue, item: Item) -> Item:
    """Return an item with the order of another, under a new name and without its moments."""
    name = _free_name(workspace, queue, item.id)
    return Item(
        id=name,
        bench=item.bench,
        device=item.device,
        order={**item.order, "name": name},
        priority=item.priority,
        attended=item.attended,
        retries=item.retries,
    )


def _free_name(workspace: Workspace, queue: Queue, name: str) -> str:
    """Return a name that neither the queue nor the workspace has."""
    benches = Benches(queue.database)
    first = _AGAIN.sub("", name)[:90]
    number = 1
    while True:
        free = f"{first}-again" if number == 1 else f"{first}-again-{number}"
        if benches.predecessor(free) is None and not (workspace.path / "runs" / free).exists():
            return free
        number += 1


def moment_utc(text: str) -> str:
    """Return a moment that somebody typed in UTC (ISO 8601), "" for none; raises as :func:`read_moment` does."""
    return now_utc(read_moment(text)) if text else ""


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
            moment = datetime.combine(there.date(), time.fromisoformat(text))
            return from_eastern(moment if moment > there else moment + timedelta(days=1))
        moment = datetime.fromisoformat(text)
        return moment if moment.tzinfo else from_eastern(moment)
    except (ValueError, OverflowError, OSError) as error:
        raise QueueError(Nights.MOMENT_UNREADABLE(text=text[:40])) from error
