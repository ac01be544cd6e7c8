"""The list of people and the laboratory's own entry: read by everybody, changed by an administrator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from labharness.app.people.permission import permitted
from labharness.app.register import acting, has_register, login_id, open_register
from labharness.app.workspace import Workspace
from labharness.errors import RegisterError
from labharness.evidence.account import user
from labharness.filings.entries.people import Laboratory, Person, Role
from labharness.filings.entries.typed import entered
from labharness.model.reasons.command import Commands

if TYPE_CHECKING:  # it takes a second that most commands need not wait
    from labharness.filings.store.rules import Signer


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
        return tuple(one.name for one in self.people if one.active and role in one.roles)


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
        user(), next((one for one in people if one.active and one.id == login), None), people, laboratory
    )


def require(workspace: Workspace, role: Role, by: str | None = None) -> str:
    """Return who acts; refuses whom the list of people does not give a role, where there is a list.

    Raises
    ------
    NotPermitted
        If the person has not the role, or is not on the list; the attempt is then on record.
    """
    return permitted(workspace, (role,), by).who


def add_person(
    workspace: Workspace, person: Mapping[str, Any], why: str, by: str | None, sign: Signer | None = None
) -> Person:
    """Put somebody on the list; the first must be an administrator who adds themselves.

    Parameters
    ----------
    person
        Fields of :class:`Person`.

    Raises
    ------
    RegisterError
        If they are on the list already, or who acts may not.
    """
    with open_register(workspace) as register:
        register.sign_with(sign)
        if any(one.id == person["id"] for one in register.people()):
            raise RegisterError(Commands.PERSON_LISTED(person=str(person["id"])))
        entry = entered(Person, dict(person))
        register.put("", entry, acting(register, by), why, expecting=0)
    return entry


def change_person(
    workspace: Workspace,
    person: str,
    changes: Mapping[str, Any],
    why: str,
    by: str | None,
    sign: Signer | None = None,
) -> Person:
    """Change what is on record of somebody; what is not named stays.

    Raises
    ------
    RegisterError
        If they are not on the list, who acts may not, or no administrator would be left.
    """
    with open_register(workspace) as register:
        register.sign_with(sign)
        found = next((one for one in register.people() if one.id == person), None)
        if found is None:
            raise RegisterError(Commands.PERSON_NOT_LISTED(person=person))
        entry = entered(Person, {**found.model_dump(), **changes})
        register.put("", entry, acting(register, by), why)
    return entry


def set_laboratory(
    workspace: Workspace, changes: Mapping[str, Any], why: str, by: str | None, sign: Signer | None = None
) -> Laboratory:
    """Set who issues the reports; what is not named stays."""
    with open_register(workspace) as register:
        register.sign_with(sign)
        known = register.laboratory()
        kept = {"id": "laboratory"} if known is None else known.model_dump()
        entry = entered(Laboratory, {**kept, **changes})
        register.put("", entry, acting(register, by), why)
    return entry
