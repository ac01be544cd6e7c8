"""Who may do what with a submission: an act that a person may not do is shown with who may."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from labharness.app.people.permission import role_needed
from labharness.evidence.account import user
from labharness.filings.entries.authentications import Authentication
from labharness.filings.entries.people import Laboratory, Person, Role
from labharness.filings.entries.snapshot import MAY
from labharness.model.reasons.form import Forms
from labharness.reason import Reason


@dataclass(frozen=True, slots=True)
class ActingStaff:
    """The people who may act now.

    Parameters
    ----------
    people
        Those on the list who are active.
    login
        Name of the login; the person of that id acts unless another is chosen.
    signed
        Whether decisions need the key of the person.
    begun
        Whether anybody is on the list, active or not.
    """

    people: tuple[Person, ...] = ()
    login: str = ""
    signed: bool = False
    begun: bool = False

    @property
    def actor(self) -> str:
        """Id of the person whose login it is, "" where the login is not on the list."""
        return self.login if any(person.id == self.login for person in self.people) else ""

    def person(self, name: str) -> Person | None:
        """Return an active person."""
        return next((person for person in self.people if person.id == name), None)

    def refusal(self, name: str, kind: str, owner: str = "") -> Reason | None:
        """Return why a person may not write an entry of a kind, None where they may.

        Parameters
        ----------
        owner
            Whose statement the entry is, "" for one that is nobody's or that is new.
        """
        if kind == Authentication.kind:
            return Forms.MEASURED()
        person = self.person(name)
        if person is None:
            return Forms.ACTOR_UNKNOWN(login=self.login)
        role = MAY.get(kind)
        if role is not None and role not in person.roles:
            return self._who_may(role)
        if owner and owner != name:
            return Forms.OWNER_ACTS(person=owner)
        return None

    def lacking(self, name: str, roles: Collection[Role]) -> Reason | None:
        """Return why a person may not do what takes one of some roles, None where they may, or where nobody is on a list."""
        person = self.person(name)
        if not self.begun or (person is not None and set(roles) & set(person.roles)):
            return None
        return role_needed(self.people, roles, name or self.login)

    def needs_key(self, kind: str) -> bool:
        """Whether writing an entry of a kind needs the person's key."""
        return self.signed and kind in MAY

    def _who_may(self, role: Role) -> Reason:
        people = tuple(person.name for person in self.people if role in person.roles)
        return (
            Forms.ROLE_ACTS(role=role.value, people=people) if people else Forms.NOBODY_ACTS(role=role.value)
        )


def staff_of(people: Sequence[Person], laboratory: Laboratory | None) -> ActingStaff:
    """Return the people who may act, from the register's list."""
    login = re.sub(r"[^a-z0-9]+", "-", user().lower()).strip("-")
    active = tuple(person for person in people if person.active)
    signed = laboratory is not None and laboratory.signed_decisions
    return ActingStaff(active, login, signed, bool(people))
