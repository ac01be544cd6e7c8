"""The command ``labharness people change``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
)
from labharness.app.cli.deciding import KeyOption, signer
from labharness.app.cli.people import PersonArgument, print_person
from labharness.app.cli.submissions import ByOption
from labharness.app.register import acting, open_register
from labharness.app.workspace import Workspace
from labharness.errors import RegisterError
from labharness.filings.entries.people import Person, Role
from labharness.filings.entries.typed import entered
from labharness.model.reasons.command import Commands


def command(
    person: PersonArgument,
    *,
    name: Annotated[str | None, typer.Option(help="Name as printed in reports.")] = None,
    role: Annotated[
        list[Role] | None, typer.Option(help="All roles of the person; repeat for several.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="Function as printed in reports.")] = None,
    active: Annotated[
        bool | None, typer.Option("--active/--left", help="Set whether the person is active.")
    ] = None,
    why: Annotated[str, typer.Option("--why", help="Reason, for the record.")],
    by: ByOption = None,
    key: KeyOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Change a person's name, title, roles or activity."""
    space = Workspace.open(workspace)
    with signer(space, key) as sign, open_register(space) as register:
        register.sign_with(sign)
        found = next((one for one in register.people() if one.id == person), None)
        if found is None:
            raise RegisterError(Commands.PERSON_NOT_LISTED(person=person))
        given = {"name": name, "roles": tuple(role) if role else None, "title": title, "active": active}
        kept = {key: value for key, value in given.items() if value is not None}
        entry = entered(Person, {**found.model_dump(), **kept})
        register.put("", entry, acting(register, by), why)
    print_person(entry, as_json=as_json)
