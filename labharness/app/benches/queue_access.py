"""Opening the queue of a workspace, and who may change it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from labharness.app.people.permission import MAY_RUN
from labharness.app.preflight import user
from labharness.app.register import database_place, has_register, open_register, password_of
from labharness.app.settings import note_queue_begun, read_settings
from labharness.app.workspace import Workspace, refuse_network
from labharness.errors import QueueError
from labharness.evidence.account import own_account
from labharness.model.reasons.night import Nights, QueueAct
from labharness.nights.journal import is_bench_name

if TYPE_CHECKING:  # the database takes a quarter of a second that other commands need not wait
    from labharness.nights.store.audit import Actor
    from labharness.nights.store.queue import Queue


def open_queue(workspace: Workspace) -> Queue:
    """Open the workspace's queue, and make it where there is none; close it after use.

    Raises
    ------
    QueueError
        If its database does not answer, is lost, or is not to be read by this version.
    """
    from labharness.nights.store.queue import Queue

    settings = read_settings(workspace)
    place = database_place(workspace, settings.queue)
    if isinstance(place, Path):
        refuse_network(place.parent)
        if settings.queue_begun and not place.is_file():
            raise QueueError(Nights.QUEUE_LOST(database=str(place)))
        queue = Queue.open(place)
        note_queue_begun(workspace)
        return queue
    return Queue.open(place, None if place.startswith("sqlite:") else password_of(place))


def refuse_bench_name(name: str) -> None:
    """Raise :class:`QueueError` for a text that cannot name a bench: no worker could ever hold it."""
    if not is_bench_name(name):
        raise QueueError(Nights.BENCH_INVALID(name=name[:80]))


def has_queue(workspace: Workspace) -> bool:
    """Say whether the workspace has a queue: a file that is there, or a shared one that its settings name."""
    place = database_place(workspace, read_settings(workspace).queue)
    return not isinstance(place, Path) or place.is_file()


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
    from labharness.nights.store.audit import Actor

    actor = Actor(by or user(), own_account())
    people = []
    if has_register(workspace):
        with open_register(workspace) as register:
            people = list(register.people())
    permitted = {one.id for one in people if one.active and set(MAY_RUN) & set(one.roles)}
    if people and actor.who not in permitted:
        queue.refused(actor, what.value, target)
        raise QueueError(Nights.NOT_PERMITTED(person=actor.who, what=what))
    return actor
