"""Who may do what outside the entries of a submission: one check for the command line and the window."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from labharness.app.workspace.file_change import finish_changes
from labharness.app.workspace.register import has_register, login_id, open_register
from labharness.app.workspace.workspace import Workspace
from labharness.errors import NotPermitted
from labharness.evidence.account import own_account
from labharness.filings.entries.entry import Person
from labharness.filings.store.file_store import NOTHING, refusals_recorded
from labharness.model.device import Role
from labharness.model.reasons.register import Laboratories
from labharness.reason import Reason


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
