"""Who may start and resume runs: whoever may queue them; a bench, what it has taken from the queue.

Who may answer a prompt or command a run: those who take part in a test, or whoever is logged in where there is no list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from labharness.app.devices.preflight import RunOrder
from labharness.app.people.staff import permitted
from labharness.app.workspace.workspace import Workspace
from labharness.errors import NotPermitted, QueueError
from labharness.evidence.durable import user
from labharness.model.device import MAY_RUN, TESTING
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.night import Nights
from labharness.nights.journal import (
    JournalEntry,
    Step,
    bench_folder,
    is_bench_name,
    journal_of,
    redeem_ticket,
)


@dataclass(frozen=True, slots=True)
class BenchPerson:
    """Somebody who may answer.

    Parameters
    ----------
    id
        On the list of people, "" for the name of a login without a list.
    roles
        In words, none without a list.
    """

    id: str
    name: str
    roles: tuple[str, ...] = ()


def at_the_bench(workspace: Workspace) -> tuple[BenchPerson, ...]:
    """Return the active people with a role in a test, who is logged in first; without a list, the name of the login alone.

    Raises
    ------
    LabharnessError
        If the register does not answer.
    """
    from labharness.app.workspace.register import login_id, people_of

    if not (everybody := people_of(workspace)):
        return (BenchPerson("", user()),)
    able = (each for each in everybody if each.active and set(TESTING) & set(each.roles))
    people = [BenchPerson(each.id, each.name, tuple(role.value for role in each.roles)) for each in able]
    return tuple(sorted(people, key=lambda each: (each.id != login_id(), each.name)))


def permitted_name(workspace: Workspace, who: str, by: str | None, *, steers: bool = False) -> str:
    """Return the name on record for a command to a run; refuses whom the list of people does not permit.

    Parameters
    ----------
    who
        Name or id of the person who answers, "" for whoever acts. Without a list of people any name.
    by
        Id of whoever acts, None for the login.
    steers
        Whether the run is paused, stopped or taken up, which whoever may start runs may do as well.

    Raises
    ------
    NotPermitted
        If one of them has no role in a test; the attempt is then on record.
    RegisterError
        If the register does not answer.
    """
    from labharness.app.workspace.register import open_register
    from labharness.filings.store.file_store import refusals_recorded

    acting = permitted(workspace, {*TESTING, *MAY_RUN} if steers else TESTING, by)
    people = at_the_bench(workspace)
    if not any(person.id for person in people):
        return who or acting.who
    wanted = who or acting.who
    named = next((person.name for person in people if wanted in (person.id, person.name)), None)
    if steers and wanted == acting.who:
        return named or acting.who
    if named is None:
        with open_register(workspace) as register, refusals_recorded(register.note, "", acting.who):
            names = tuple(person.name for person in people)
            raise NotPermitted(Inputs.UNKNOWN(what=Noun.PERSON, name=wanted, known=names))
    return named


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
    from labharness.app.workspace.register import people_of

    return operator if operator and operator in {person.id for person in people_of(workspace)} else None
