"""The workspace's queue: where it is, and opening it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from labharness.app.heads import Kept, known
from labharness.app.register import database_place, password_for
from labharness.app.settings import note_queue_begun, read_settings
from labharness.app.workspace import Workspace, refuse_network
from labharness.errors import QueueError
from labharness.model.reasons.night import Nights

if TYPE_CHECKING:  # the database takes a quarter of a second that other commands need not wait
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
    queue = Queue.open(place, password_for(place), known(workspace, Kept.QUEUE))
    if isinstance(place, Path):
        note_queue_begun(workspace)
    return queue


def has_queue(workspace: Workspace) -> bool:
    """Say whether the workspace has a queue: a file that is there, or a shared one that its settings name."""
    place = database_place(workspace, read_settings(workspace).queue)
    return not isinstance(place, Path) or place.is_file()
