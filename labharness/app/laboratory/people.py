"""The list of people and the laboratory's own entry: read by everybody, changed by an administrator."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.app.register import has_register, login_id, open_register
from labharness.app.workspace import Workspace
from labharness.evidence.account import user
from labharness.filings.entries.people import Laboratory, Person, Role


@dataclass(frozen=True, slots=True)
class Staff:
    """The people of a laboratory, and who of them sits at this computer.

    Parameters
    ----------
    account
        Login of the operating system.
    acting
        The person on the list whose id is that login, None where there is none.
    """

    account: str
    acting: Person | None = None
    people: tuple[Person, ...] = ()
    laboratory: Laboratory | None = None

    def may(self, role: Role) -> bool:
        """Whether who sits here may do what a role permits; where there is no list yet, everybody may."""
        return not self.people or (self.acting is not None and role in self.acting.roles)

    def who_may(self, role: Role) -> tuple[str, ...]:
        """Return the names of the active people with a role."""
        return tuple(person.name for person in self.people if person.active and role in person.roles)


def staff(workspace: Workspace) -> Staff:
    """Read the people; a workspace without a register has none, and reading makes none.

    Raises
    ------
    RegisterError
        If the register does not answer.
    """
    if not has_register(workspace):
        return Staff(user())
    with open_register(workspace) as register:
        people, laboratory = tuple(register.people()), register.laboratory()
    login = login_id()
    return Staff(
        user(),
        next((person for person in people if person.active and person.id == login), None),
        people,
        laboratory,
    )
