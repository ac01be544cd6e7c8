"""Who may answer a prompt: the active people of the laboratory, or whoever is logged in where there is no list."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.app.preflight import user
from labharness.app.workspace import Workspace


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
    """Return the active people, the one who is logged in first; without a list, the name of the login alone.

    Raises
    ------
    LabharnessError
        If the register does not answer.
    """
    from labharness.app.register import has_register, open_register

    people: list[BenchPerson] = []
    if has_register(workspace):
        with open_register(workspace) as register:
            people = [
                BenchPerson(one.id, one.name, tuple(role.value for role in one.roles))
                for one in register.people()
                if one.active
            ]
    if not people:
        return (BenchPerson("", user()),)
    return tuple(sorted(people, key=lambda one: (one.id != user(), one.name)))
