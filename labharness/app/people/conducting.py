"""Who may start and resume runs: whoever may queue them; a bench, what it has taken from the queue."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.app.people.permission import MAY_RUN, permitted
from labharness.app.preflight import RunOrder
from labharness.app.register import has_register, open_register
from labharness.app.workspace import Workspace
from labharness.errors import QueueError
from labharness.model.reasons.night import Nights
from labharness.nights.journal import JournalEntry, Step, bench_folder, is_bench_name, journal_of
from labharness.nights.tickets import redeem_ticket


def may_start(workspace: Workspace, order: RunOrder, by: str | None, bench: str = "") -> None:
    """Refuse whoever may not start a run.

    Parameters
    ----------
    by
        Id of the person, None for the operator, where that is the id of a person on the list, else for the login.
    bench
        Bench whose worker acts, "" for a person. A person who may queued what the bench took, which its journal says,
        also while the database is away. It must be this very order, and the worker must have put down that it begins it.

    Raises
    ------
    LabharnessError
        If the person has not the role, which is then on record, or the bench does not begin this.
    """
    run = order.name or ""
    entry = _taken(workspace, run, bench)
    if entry is None or not entry.spawned or RunOrder.load({**entry.item.order, "name": run}) != order:
        _by_person(workspace, by or _listed(workspace, order.operator), {"act": "start", "run": run}, bench)


def may_resume(workspace: Workspace, run: str, by: str | None, bench: str = "") -> None:
    """Refuse whoever may not resume a run; parameters and errors as of :func:`may_start`."""
    entry = _taken(workspace, run, bench)
    if entry is None or not entry.resumed:
        _by_person(workspace, by, {"act": "resume", "run": run}, bench)


def may_copy(workspace: Workspace, by: str | None, bench: str = "", ticket: str = "") -> None:
    """Refuse whoever may not copy runs to the shared store.

    Parameters
    ----------
    bench, ticket
        Bench whose worker acts, and the ticket that it gave; "" for a person. Without its ticket it is a person who acts.

    Raises
    ------
    NotPermitted
        If the person has not the role; the attempt is then on record.
    """
    if not (is_bench_name(bench) and redeem_ticket(bench_folder(workspace.path, bench), ticket)):
        permitted(workspace, MAY_RUN, by, "", _about({"act": "copy to the store"}, bench))


def _taken(workspace: Workspace, run: str, bench: str) -> JournalEntry | None:
    """Return the journal entry of a run that a bench has taken and not finished; None for any other run."""
    journal = journal_of(workspace.path, bench)
    entries = journal.entries() if journal is not None else ()
    return next((entry for entry in entries if entry.item.id == run and entry.step is not Step.ENDED), None)


def _by_person(workspace: Workspace, by: str | None, about: Mapping[str, str], bench: str) -> None:
    """Refuse a person without the role, and a person with it who names a bench whose worker does not begin the run."""
    permitted(workspace, MAY_RUN, by, "", _about(about, bench))
    if bench:
        raise QueueError(Nights.NOT_ON_BENCH(item=about["run"], bench=bench))


def _about(about: Mapping[str, str], bench: str) -> Mapping[str, str]:
    return {**about, "bench": bench} if bench else about


def _listed(workspace: Workspace, operator: str) -> str | None:
    """Return the operator where that is the id of a person on the list."""
    if not operator or not has_register(workspace):
        return None
    with open_register(workspace) as register:
        return operator if operator in {person.id for person in register.people()} else None
