"""What the room of reports asks of a workspace beside its reports, each on another thread."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from labharness.errors import RegisterError

if TYPE_CHECKING:  # database and signatures take a second to load, which the window does not wait for
    from labharness.app.issue.key_source import KeySource
    from labharness.app.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Signatory:
    """Somebody on the list of people, and in which roles they may sign."""

    id: str
    name: str
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Signatories:
    """Who may sign; ``me`` is the id of the person whose account this is, "" for an account that is not on the list."""

    people: tuple[Signatory, ...]
    me: str = ""

    @classmethod
    def of(cls, workspace: Workspace) -> Signatories:
        """Return who may sign, and who sits here."""
        from labharness.app.people.signing import NEEDS
        from labharness.app.register import acting, open_register

        with open_register(workspace) as register:
            people = [person for person in register.people() if person.active]
            try:
                me = acting(register, None)
            except RegisterError:
                me = ""
        signing = (
            (person, (role.value for role, part in NEEDS.items() if part in person.roles))
            for person in people
        )
        return cls(tuple(Signatory(person.id, person.name, tuple(roles)) for person, roles in signing), me)


@dataclass(frozen=True, slots=True)
class Subjects:
    """What a report can be built of: submissions with their titles, runs that ended, layouts of reports of a run."""

    submissions: tuple[tuple[str, str], ...]
    runs: tuple[str, ...]
    layouts: tuple[str, ...]

    @classmethod
    def of(cls, workspace: Workspace) -> Subjects:
        """Return what a report can be built of, the latest first."""
        from labharness.app.plug_ins.plug_in_data import data_files
        from labharness.app.register import has_register, open_register
        from labharness.app.reports import LAYOUTS
        from labharness.app.run_index import listed

        filed: list[tuple[str, str]] = []
        if has_register(workspace):
            with open_register(workspace) as register:
                names = reversed(tuple(register.submissions()))
                filed = [(name, register.snapshot(name).filing.title) for name in names]
        runs = [str(row["run"]) for row in listed(workspace, ended_only=True)]
        own = tuple(data_files("layouts", workspace.path))
        return cls(tuple(filed), tuple(reversed(runs)), (*LAYOUTS, *own))


@dataclass(frozen=True, slots=True)
class SigningOrder:
    """A signature that somebody wants made; the pass phrase is in no text of it."""

    number: str
    role: str
    by: str
    source: KeySource
    passphrase: str = field(repr=False)
