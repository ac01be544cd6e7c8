"""The people of a laboratory, who of them sits at this computer, and why somebody may not do something."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from labharness.app.workspace.file_change import finish_changes
from labharness.app.workspace.register import has_register, login_id, open_register
from labharness.app.workspace.workspace import Workspace
from labharness.errors import NotPermitted
from labharness.evidence.durable import own_account, user
from labharness.filings.entries.entry import Laboratory, Person
from labharness.filings.store.file_store import NOTHING, refusals_recorded
from labharness.model.device import Role
from labharness.model.reasons.register import Forms, Laboratories
from labharness.reason import Reason

if TYPE_CHECKING:
    from labharness.filings.store.register import Register


@dataclass(frozen=True, slots=True)
class Acting:
    """Who acts.

    Parameters
    ----------
    who
        Id of the person that somebody claims to be, the login where nobody is named.
    account
        Account of the operating system, whatever the environment says.
    """

    who: str
    account: str


def permitted(
    workspace: Workspace,
    roles: Collection[Role],
    by: str | None = None,
    submission: str = "",
    about: Mapping[str, str] = NOTHING,
) -> Acting:
    """Return who acts; without a list of people everybody may.

    Parameters
    ----------
    roles
        One of which the person must have.
    about
        What else the record of a refusal says of the act.

    Raises
    ------
    NotPermitted
        If the person is not on the list, not active, or has none of the roles; the attempt is then on record.
    RegisterError
        If the register does not answer.
    """
    acting = Acting(by or login_id(), own_account())
    finish_changes(workspace)
    if not has_register(workspace):
        return acting
    with (
        open_register(workspace) as register,
        refusals_recorded(register.note, submission, acting.who, about),
    ):
        refuse_without_role(register.people(), roles, acting.who)
    return acting


def lacks_role(people: Collection[Person], roles: Collection[Role], person: str) -> bool:
    """Return whether a list of people has no active person of that id with one of the roles; without a list, nobody lacks one."""
    return bool(people) and not any(
        each.id == person and each.active and set(roles) & set(each.roles) for each in people
    )


def refuse_without_role(people: Collection[Person], roles: Collection[Role], person: str) -> None:
    """Raise :class:`NotPermitted` where a person lacks the roles."""
    if lacks_role(people, roles, person):
        raise NotPermitted(role_needed(people, roles, person))


def role_needed(people: Iterable[Person], roles: Collection[Role], person: str) -> Reason:
    """Return that a person has none of some roles, and who has one."""
    able = tuple(person.name for person in people if person.active and set(roles) & set(person.roles))
    names = tuple(role.value for role in Role if role in roles)
    return Laboratories.ROLE_NEEDED(roles=names, person=person, people=able)


@dataclass(frozen=True, slots=True)
class Staff:
    """The list of people, as the register has it.

    Parameters
    ----------
    account
        Login of the operating system.
    login
        Id that this login has on the list, if it is there.
    listed
        Everybody who is or was on the list; without anybody, everybody may do everything.
    laboratory
        The laboratory's own entry.
    """

    account: str = field(default_factory=user)
    login: str = field(default_factory=login_id)
    listed: tuple[Person, ...] = ()
    laboratory: Laboratory | None = None

    @property
    def people(self) -> tuple[Person, ...]:
        """Those who are active."""
        return tuple(person for person in self.listed if person.active)

    @property
    def acting(self) -> Person | None:
        """The person at this computer."""
        return self.person(self.login)

    @property
    def signed(self) -> bool:
        """Whether decisions need the key of the person."""
        return self.laboratory is not None and self.laboratory.signed_decisions

    def person(self, name: str) -> Person | None:
        """Return an active person."""
        return next((person for person in self.people if person.id == name), None)

    def refusal(self, roles: Collection[Role], name: str | None = None) -> Reason | None:
        """Return why somebody may not do what takes one of some roles, None where they may.

        Parameters
        ----------
        name
            Id of the person, None for who sits at this computer.
        """
        name = self.login if name is None else name
        if not lacks_role(self.listed, roles, name):
            return None
        person = self.person(name)
        return role_needed(self.listed, roles, person.name if person else name or self.account)

    def entry_refusal(self, name: str, kind: str, owner: str = "") -> Reason | None:
        """Return why a person may not write an entry of a kind, None where they may.

        Parameters
        ----------
        owner
            Whose statement the entry is, "" for a new one and for one that everybody with the role may change.
        """
        from labharness.filings.entries.snapshot import MAY, Authentication

        if kind == Authentication.kind:
            return Forms.MEASURED()
        person = self.person(name)
        if person is None:
            return Forms.ACTOR_UNKNOWN(login=self.login)
        role = MAY.get(kind)
        if role is not None and role not in person.roles:
            able = tuple(each.name for each in self.people if role in each.roles)
            return (
                Forms.ROLE_ACTS(role=role.value, people=able) if able else Forms.NOBODY_ACTS(role=role.value)
            )
        if owner and owner != name:
            return Forms.OWNER_ACTS(person=owner)
        return None

    def needs_key(self, kind: str) -> bool:
        """Whether writing an entry of a kind needs the person's key."""
        from labharness.filings.entries.snapshot import MAY

        return self.signed and kind in MAY


def read_staff(workspace: Workspace) -> Staff:
    """Read the people; a workspace without a register has none, and reading makes none.

    Raises
    ------
    RegisterError
        If the register does not answer.
    """
    if not has_register(workspace):
        return Staff()
    with open_register(workspace) as register:
        return staff_of(register)


def staff_of(register: Register) -> Staff:
    """Return the people of a register that is open."""
    return Staff(listed=tuple(register.people()), laboratory=register.laboratory())
