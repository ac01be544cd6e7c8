"""Who sits at this computer, whether the register answers, and which reports wait for that person's signature."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from labharness.app.people.permission import role_needed
from labharness.app.register import has_register, login_id, open_register
from labharness.app.workspace import Workspace
from labharness.errors import LabharnessError
from labharness.evidence.account import user
from labharness.filings.entries.events import SignatureRecorded, SubmissionReported
from labharness.filings.entries.people import Person, Role
from labharness.filings.entries.snapshot import Change
from labharness.reason import Reason

LOOK_S = 10.0
"""Seconds for which what the register said is taken for its present state."""
FIRST_S = 2.0
"""Seconds for which the first answer is waited for."""


class RegisterState(StrEnum):
    """Whether the register can be read."""

    NONE = "none"
    REACHABLE = "reachable"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Unsigned:
    """A report that waits for a signature in a role."""

    report: str
    role: str
    since: str


@dataclass(frozen=True, slots=True)
class Desk:
    """A person at a computer.

    Parameters
    ----------
    account
        Login of the operating system.
    person, name
        Id and name on the list of people, "" for an account that is not on it.
    has_people
        Whether there is a list; without one, everybody may do everything.
    away
        Why the register cannot be read, None where it can.
    unsigned
        Reports whose next signature this person may give.
    people
        Everybody on the list who is active.
    """

    account: str
    person: str = ""
    name: str = ""
    roles: tuple[Role, ...] = ()
    has_people: bool = False
    register: RegisterState = RegisterState.NONE
    away: LabharnessError | None = None
    unsigned: tuple[Unsigned, ...] = ()
    people: tuple[Person, ...] = ()

    @property
    def may_act(self) -> bool:
        """Whether this account may do more than look."""
        return bool(self.person) or (not self.has_people and self.register is not RegisterState.AWAY)

    def may(self, role: Role) -> bool:
        """Say whether this person may do what belongs to a role."""
        return role in self.roles if self.has_people else self.may_act

    def refusal(self, roles: Collection[Role]) -> Reason | None:
        """Return why this person may not do what takes one of some roles, with who may; None where they may."""
        if any(map(self.may, roles)):
            return None
        if not self.has_people and self.away is not None:
            return self.away.reasons[0]
        return role_needed(self.people, roles, self.name or self.account)


class Desks:
    """Asks the register again and again on a thread of its own, for one on a network may be long in answering.

    Parameters
    ----------
    clock
        Seconds that only grow.
    """

    def __init__(self, workspace: Workspace, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._workspace, self._clock = workspace, clock
        self._asked = float("-inf")
        self._head = ""
        self._waiting: tuple[Unsigned, ...] = ()
        self._desk = Desk(user())
        self._looking = threading.Lock()
        self._thread: threading.Thread | None = None

    def look(self) -> Desk:
        """Return who sits here, as far as it is known; the first time the answer is waited for.

        Rooms look from several threads: one of them starts the thread, and nobody sees it before it runs.
        """
        with self._looking:
            busy = self._thread is not None and self._thread.is_alive()
            if not busy and self._clock() - self._asked >= LOOK_S:
                thread = threading.Thread(target=self._look, daemon=True)
                thread.start()
                if self._thread is None:
                    thread.join(FIRST_S)
                self._thread = thread
        return self._desk

    def _look(self) -> None:
        try:
            self._desk = self._ask()
        except LabharnessError as error:
            self._desk = replace(self._desk, register=RegisterState.AWAY, away=error, unsigned=())
        self._asked = self._clock()

    def _ask(self) -> Desk:
        account = user()
        if not has_register(self._workspace):
            return Desk(account)
        with open_register(self._workspace) as register:
            people = [person for person in register.people() if person.active]
            head = register.head
            if head != self._head:
                self._waiting = tuple(unsigned_reports(register.changes()))
                self._head = head
        person = next((person for person in people if person.id == login_id()), None)
        if person is None:
            return Desk(
                account, has_people=bool(people), register=RegisterState.REACHABLE, people=tuple(people)
            )
        mine = tuple(each for each in self._waiting if _signs(person, each.role))
        return Desk(
            account,
            person.id,
            person.name,
            person.roles,
            has_people=True,
            register=RegisterState.REACHABLE,
            unsigned=mine,
            people=tuple(people),
        )


def unsigned_reports(changes: Iterator[Change]) -> Iterator[Unsigned]:
    """Yield the latest report of each submission that lacks a signature, with the role whose turn it is."""
    latest: dict[str, tuple[str, str]] = {}
    signed: dict[str, set[str]] = {}
    for change in changes:
        if signature := change.event(SignatureRecorded):
            signed.setdefault(signature.report, set()).add(signature.role)
        elif drawn := change.event(SubmissionReported):
            latest[change.submission] = (drawn.report, change.utc)
    for number, since in latest.values():
        missing = [role for role in SIGNS if role not in signed.get(number, set())]
        if missing:
            yield Unsigned(number, missing[0], since)


SIGNS = {"tested": Role.ENGINEER, "reviewed": Role.REVIEWER, "authorized": Role.AUTHORIZER}
"""What a person must be to sign in a role, in the order of signing."""


def _signs(person: Person, role: str) -> bool:
    return SIGNS[role] in person.roles
