"""Who may start and resume runs: whoever may queue them; a bench, what it has taken from the queue."""

from __future__ import annotations

from labharness.app.people.permission import MAY_RUN, permitted
from labharness.app.register import has_register, open_register
from labharness.app.workspace import Workspace
from labharness.errors import QueueError
from labharness.evidence.folder import RunFolder
from labharness.model.reasons.night import Nights
from labharness.nights.journal import journal_of


def may_conduct(
    workspace: Workspace, run: str, act: str, by: str | None, bench: str = "", operator: str = ""
) -> None:
    """Refuse whoever may not start or resume a run.

    Parameters
    ----------
    act
        What is to be done, for the record of a refusal.
    by
        Id of the person, None for the operator, where that is the id of a person on the list, else for the login.
    bench
        Bench whose worker acts, "" for a person. A person who may queued what the bench took, which its journal says,
        also while the database is away.

    Raises
    ------
    LabharnessError
        If the person has not the role, which is then on record, or the bench has not taken the run.
    """
    if not bench:
        permitted(workspace, MAY_RUN, by or _listed(workspace, operator), "", {"act": act, "run": run})
        return
    journal = journal_of(workspace.path, bench)
    taken = journal.entries() if journal is not None else ()
    if run not in {one.item.id for one in taken}:
        raise QueueError(Nights.NOT_ON_BENCH(item=run, bench=bench))


def may_copy(workspace: Workspace, by: str | None, bench: str = "") -> None:
    """Refuse whoever may not copy runs to the shared store.

    Parameters
    ----------
    bench
        Bench whose worker acts, "" for a person; it must have had a worker here.

    Raises
    ------
    LabharnessError
        If the person has not the role, which is then on record, or no worker of the bench was here.
    """
    if not bench:
        permitted(workspace, MAY_RUN, by, "", {"act": "copy to the store"})
    elif journal_of(workspace.path, bench) is None:
        raise QueueError(Nights.NO_WORKER_HERE(bench=bench))


def _listed(workspace: Workspace, operator: str) -> str | None:
    """Return the operator where that is the id of a person on the list."""
    if not operator or not has_register(workspace):
        return None
    with open_register(workspace) as register:
        return operator if operator in {one.id for one in register.people()} else None


def workspace_of(folder: RunFolder) -> Workspace | None:
    """Return the workspace that a run belongs to, None for a folder that stands alone."""
    place = Workspace(folder.path.absolute().parent.parent)
    return place if place.is_one else None
