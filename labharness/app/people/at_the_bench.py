"""Who may answer a prompt or command a run: those who take part in a test, or whoever is logged in where there is no list."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.app.people.permission import MAY_RUN, TESTING, permitted
from labharness.app.workspace import Workspace
from labharness.errors import NotPermitted
from labharness.evidence.account import user
from labharness.model.reasons.inputs import Inputs, Noun


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
    from labharness.app.register import has_register, open_register

    people: list[BenchPerson] = []
    listed = False
    if has_register(workspace):
        with open_register(workspace) as register:
            everybody = register.people()
            listed = bool(everybody)
            people = [
                BenchPerson(each.id, each.name, tuple(role.value for role in each.roles))
                for each in everybody
                if each.active and set(TESTING) & set(each.roles)
            ]
    if not listed:
        return (BenchPerson("", user()),)
    return tuple(sorted(people, key=lambda each: (each.id != user(), each.name)))


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
    from labharness.app.register import open_register
    from labharness.filings.store.refusals import refusals_recorded

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
