"""Items that are ordered anew: as a new attempt, or because their bench gives them back."""

from __future__ import annotations

import re
from dataclasses import replace

from labharness.app.benches.queue_access import actor_for, open_queue
from labharness.app.workspace import Workspace
from labharness.errors import QueueError
from labharness.evidence.ledger import LEDGER
from labharness.model.reasons.night import Nights, QueueAct
from labharness.nights.items import Item, State
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Queue

_AGAIN = re.compile(r"-again(?:-\d+)?$")


def duplicate(workspace: Workspace, id_: str, by: str | None = None) -> Item:
    """Queue the same order once more, under a new name and without the moments of the first.

    Raises
    ------
    LabharnessError
        If there is no such item, or the person may not.
    """
    with open_queue(workspace) as queue:
        actor = actor_for(workspace, queue, by, QueueAct.ADD, id_)
        (made,) = queue.add([_again(workspace, queue, queue.item(id_), moments=False)], actor)
        return made


def give_back(workspace: Workspace, id_: str, by: str | None = None) -> Item:
    """Ask a bench for an item that it has taken and not begun: it ends there, and waits anew under a new name.

    Raises
    ------
    LabharnessError
        If the bench has not taken it, its run was begun, or the person may not.
    """
    with open_queue(workspace) as queue:
        actor = actor_for(workspace, queue, by, QueueAct.MOVE, id_)
        item = queue.item(id_)
        if item.state is not State.TAKEN:
            raise QueueError(Nights.NOT_TAKEN(item=id_))
        if (workspace.path / "runs" / id_ / LEDGER).exists():
            raise QueueError(Nights.BEGUN(item=id_))
        queue.cancel(id_, actor)
        (made,) = queue.add([_again(workspace, queue, item, moments=True)], actor)
        return made


def _again(workspace: Workspace, queue: Queue, item: Item, *, moments: bool) -> Item:
    name = _free_name(workspace, queue, item.id)
    fresh = Item(
        id=name,
        bench=item.bench,
        device=item.device,
        order={**item.order, "name": name},
        priority=item.priority,
        attended=item.attended,
        retries=item.retries,
    )
    if not moments:
        return fresh
    return replace(
        fresh, due=item.due, until=item.until, deadline=item.deadline, after=item.after, need=item.need
    )


def _free_name(workspace: Workspace, queue: Queue, name: str) -> str:
    """Return a name that neither the queue nor the workspace has."""
    benches = Benches(queue.database)
    first = _AGAIN.sub("", name)[:90]
    number = 1
    while True:
        made = f"{first}-again" if number == 1 else f"{first}-again-{number}"
        if benches.predecessor(made) is None and not (workspace.path / "runs" / made).exists():
            return made
        number += 1
