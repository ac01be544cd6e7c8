"""Items that are ordered anew as a new attempt, and items that people ask their bench for."""

from __future__ import annotations

import re

from labharness.app.benches.queue_access import actor_for, open_queue
from labharness.app.workspace import Workspace
from labharness.errors import QueueError
from labharness.evidence.ledger import LEDGER
from labharness.model.reasons.night import Nights, QueueAct
from labharness.nights.items import Item
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
        (made,) = queue.add([_again(workspace, queue, queue.item(id_))], actor)
        return made


def give_back(workspace: Workspace, id_: str, by: str | None = None) -> Item:
    """Ask a bench for an item that it has taken and not begun, and return the item as it stands.

    The worker of the bench answers: it ends the item, whose order waits anew under a new name; or its run was begun and
    goes on. It may begin at this moment, on a computer that this one does not see.

    Raises
    ------
    LabharnessError
        If the bench has not taken it, its run was begun, or the person may not.
    """
    with open_queue(workspace) as queue:
        actor = actor_for(workspace, queue, by, QueueAct.MOVE, id_)
        if (workspace.path / "runs" / id_ / LEDGER).exists():
            raise QueueError(Nights.BEGUN(item=id_))
        return Benches(queue.database).ask_back(id_, actor)


def _again(workspace: Workspace, queue: Queue, item: Item) -> Item:
    """Return an item with the order of another and without its moments."""
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
        made = f"{first}-again" if number == 1 else f"{first}-again-{number}"
        if benches.predecessor(made) is None and not (workspace.path / "runs" / made).exists():
            return made
        number += 1
