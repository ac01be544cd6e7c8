"""Who may do what: the gates of acts, each with the roles that pass it and what it opens behind it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from labharness.acts.declaring import Gate, Seat
from labharness.acts.parameters import DEFAULT_WORKSPACE
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError, WorkspaceError

if TYPE_CHECKING:  # the database takes a quarter of a second that other commands need not wait
    from labharness.acts.declaring import Ask
    from labharness.app.people.staff import Acting
    from labharness.evidence.folder import RunFolder
    from labharness.filings.entries.entry import Role
    from labharness.filings.store.register import Register
    from labharness.model.reasons.night import QueueAct
    from labharness.nights.store.queue import Actor, Queue


@contextmanager
def _in_workspace(seat: Seat, *_: str) -> Iterator[Workspace]:
    yield seat.workspace


EVERYBODY: Gate[Workspace] = Gate((), _in_workspace, acts=False)
"""No role is needed: the act only reads, depends on the account of the system, or must be possible when no person with a role is left."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a workspace may be: what people look at beside it may lie anywhere.

    Parameters
    ----------
    path
        As it was named.
    """

    path: Path

    @property
    def workspace(self) -> Workspace | None:
        """The workspace, whose plug-ins may be used; None where it is not there: a folder needs none."""
        try:
            return Workspace.open(self.path)
        except LabharnessError:
            return None

    @property
    def folder(self) -> Path | None:
        """The folder of the workspace, None where it is not there."""
        workspace = self.workspace
        return None if workspace is None else workspace.path

    @property
    def named(self) -> Workspace | None:
        """The workspace, None where the usual one is not there; one that was named must be."""
        try:
            return Workspace.open(self.path)
        except WorkspaceError:
            if self.path != DEFAULT_WORKSPACE:
                raise
            return None

    def run(self, name: str) -> RunFolder:
        """Return a run of the workspace by name, or any run folder by its path."""
        try:
            return Workspace.open(self.path).run(name)
        except LabharnessError:
            if Path(name).is_dir():
                from labharness.evidence.folder import RunFolder

                return RunFolder.open(Path(name))
            raise


@contextmanager
def _anywhere(seat: Seat, *_: str) -> Iterator[Place]:
    yield Place(seat.workspace.path)


ANYWHERE: Gate[Place] = Gate((), _anywhere, acts=False, anywhere=True)
"""Everybody may look, also at what lies in no workspace."""


def _if_there(seat: Seat) -> Workspace | None:
    return seat.place and Place(seat.place.path).named


@contextmanager
def _perhaps(seat: Seat, *_: str) -> Iterator[Workspace | None]:
    yield _if_there(seat)


IF_THERE: Gate[Workspace | None] = Gate((), _perhaps, acts=False, anywhere=True)
"""Everybody may look, also where the usual workspace is not there."""


@contextmanager
def _sitting(seat: Seat, *_: str) -> Iterator[Seat]:
    yield seat


OUTSIDE: Gate[Seat] = Gate((), _sitting, acts=False, of_workspace=False)
"""Everybody may, and no workspace is needed."""


def elsewhere(asks: str, *roles: Role, of_workspace: bool = True, without: bool = False) -> Gate[Seat]:
    """Return a gate that lets the act itself ask, because who may depends on what is acted on; ``asks`` says who does.

    Parameters
    ----------
    without
        Whether the act can do without the usual workspace where that is not there.
    """

    @contextmanager
    def opened(seat: Seat, *_: str) -> Iterator[Seat]:
        yield Seat(_if_there(seat), seat.by) if without else seat

    return Gate(roles, opened, asks=asks, of_workspace=of_workspace, anywhere=without)


@dataclass(frozen=True, slots=True)
class PersonSeat:
    """A workspace, and the person or account that acts, who may."""

    workspace: Workspace
    acting: Acting


def by_role(*roles: Role, submission: bool = False) -> Gate[PersonSeat]:
    """Return the gate of acts that take one of some roles; a refusal is on record in the register.

    Parameters
    ----------
    submission
        Whether the first parameter is the id of a submission, in whose history the refusal then stands.
    """

    @contextmanager
    def opened(seat: Seat, name: str, target: str) -> Iterator[PersonSeat]:
        from labharness.app.people.staff import permitted

        about = {"act": name, **({"target": target} if target and not submission else {})}
        acting = permitted(seat.workspace, roles, seat.by, target if submission else "", about)
        yield PersonSeat(seat.workspace, acting)

    return Gate(roles, opened)


@dataclass(frozen=True, slots=True)
class RegisterSeat:
    """A register that is open, and the id of the person who acts."""

    workspace: Workspace
    register: Register
    who: str

    @contextmanager
    def signing(self, key: str, ask: Ask) -> Iterator[Register]:
        """Sign what is written meanwhile with the key that an option names, "" for none."""
        from labharness.app.people.signing import decider

        with decider(self.workspace, key, ask) as signer:
            self.register.sign_with(signer)
            yield self.register


def on_register(kind: str = "", *, shared: bool = False) -> Gate[RegisterSeat]:
    """Return the gate of acts that write entries; a refusal is on record, in the history of the submission that is named first.

    Parameters
    ----------
    kind
        Kind of the entries, whose declaration says who may change them; "" for everybody on the list, where the entry is
        named only when the act is done, and the register asks then.
    shared
        Whether the entries are of no submission.
    """
    from labharness.filings.entries.entry import Role
    from labharness.filings.entries.snapshot import MAY

    roles = (MAY[kind],) if kind in MAY else tuple(Role)

    @contextmanager
    def opened(seat: Seat, name: str, target: str) -> Iterator[RegisterSeat]:
        from labharness.app.people.staff import refuse_without_role
        from labharness.app.workspace.register import acting, open_register
        from labharness.filings.store.file_store import refusals_recorded

        with open_register(seat.workspace) as register:
            who = acting(register, seat.by)
            about = {"act": name, **({"target": target} if shared and target else {})}
            with refusals_recorded(register.note, "" if shared else target, who, about):
                refuse_without_role(register.people(), roles, who)
            yield RegisterSeat(seat.workspace, register, who)

    return Gate(roles, opened)


@dataclass(frozen=True, slots=True)
class QueueSeat:
    """A queue that is open, and who acts on it."""

    workspace: Workspace
    queue: Queue
    actor: Actor


def on_queue(what: QueueAct) -> Gate[QueueSeat]:
    """Return the gate of what people do with a queue; a refusal is on record in its audit."""
    from labharness.model.device import MAY_RUN

    @contextmanager
    def opened(seat: Seat, _: str, target: str) -> Iterator[QueueSeat]:
        from labharness.app.benches.queue_access import actor_for
        from labharness.app.workspace.register import open_queue

        with open_queue(seat.workspace) as queue:
            yield QueueSeat(seat.workspace, queue, actor_for(seat.workspace, queue, seat.by, what, target))

    return Gate(MAY_RUN, opened)
