"""Who may change the queue of a workspace, and the bench of every run that was queued."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from labharness.app.people.staff import lacks_role
from labharness.app.workspace.register import has_queue, login_id, open_queue, people_of
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError, QueueError
from labharness.evidence.durable import own_account
from labharness.model.device import MAY_RUN
from labharness.model.reasons.night import Nights, QueueAct
from labharness.nights.journal import is_bench_name

if TYPE_CHECKING:
    from labharness.nights.store.queue import Actor, Queue


def refuse_bench_name(name: str) -> None:
    """Raise :class:`QueueError` for a text that cannot name a bench: no worker could ever hold it."""
    if not is_bench_name(name):
        raise QueueError(Nights.BENCH_INVALID(name=name[:80]))


def run_benches(workspace: Workspace) -> Mapping[str, str]:
    """Return the bench of every run that was queued, nothing where the queue does not answer."""
    try:
        if not has_queue(workspace):
            return {}
        with open_queue(workspace) as queue:
            return queue.benches()
    except LabharnessError:
        return {}


def actor_for(workspace: Workspace, queue: Queue, by: str | None, what: QueueAct, target: str) -> Actor:
    """Return who acts; where the workspace has a list of people, one of them with a role that permits it.

    A refusal is put on record in the queue's audit.

    Parameters
    ----------
    by
        Id of the person, None for the name of the login.
    what, target
        What they want to do, and to which item, bench or schedule.

    Raises
    ------
    QueueError
        If the person may not.
    RegisterError
        If the register does not answer.
    """
    from labharness.nights.store.queue import Actor

    actor = Actor(by or login_id(), own_account())
    if lacks_role(people_of(workspace), MAY_RUN, actor.who):
        queue.refused(actor, what.value, target)
        raise QueueError(Nights.NOT_PERMITTED(person=actor.who, what=what))
    return actor
