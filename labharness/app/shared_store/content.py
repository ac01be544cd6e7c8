"""The store as people look at it: what it holds, what waits for it, and who makes it."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.app.people.permission import permitted
from labharness.app.settings import read_settings
from labharness.app.shared_store.copying import Copied, open_store, waiting
from labharness.app.shared_store.fetching import check
from labharness.app.shared_store.store import Store, StoredRun, medium_of
from labharness.app.workspace import Workspace
from labharness.errors import LabharnessError
from labharness.filings.entries.people import Role
from labharness.model.reasons.store import Stores
from labharness.reason import Reason


@dataclass(frozen=True, slots=True)
class StoreContent:
    """What a store holds.

    Parameters
    ----------
    shown
        Where it lies.
    runs
        Those of all benches, as their lists of files have them.
    waiting
        Runs of this workspace that are not in it, each with why.
    problems
        Lists that cannot be read.
    """

    shown: str
    runs: tuple[StoredRun, ...]
    waiting: tuple[Copied, ...]
    problems: tuple[Reason, ...]


def content_of(workspace: Workspace) -> StoreContent:
    """List the runs of all benches in the store, and those of this workspace that wait.

    Raises
    ------
    LabharnessError
        If the settings name no store, or it does not answer.
    """
    store = open_store(workspace)
    runs, problems = list[StoredRun](), list[Reason]()
    for key in store.arrived():
        try:
            runs.append(store.run(*key))
        except LabharnessError as error:  # the others are listed
            if error.reasons[0].is_a(Stores.UNREACHABLE):
                raise
            problems += error.reasons
    waits = tuple(Copied(one.run, one.reasons or (Stores.WAITING(),)) for one in waiting(workspace))
    return StoreContent(store.medium.shown, tuple(runs), waits, tuple(problems))


def make_store(workspace: Workspace) -> Store:
    """Make the store that the workspace names, or return the one that is there.

    Raises
    ------
    NotPermitted
        If the list of people does not let this person administer.
    LabharnessError
        If the settings name none, other files lie there, or it does not answer.
    """
    permitted(workspace, (Role.ADMINISTRATOR,))
    return Store.make(medium_of(read_settings(workspace)))


def verify_stored(workspace: Workspace, wanted: str) -> tuple[Reason, ...]:
    """Read every file of a run in the store; returns what is wrong with it."""
    store = open_store(workspace)
    return check(workspace, store, *store.find(wanted))
