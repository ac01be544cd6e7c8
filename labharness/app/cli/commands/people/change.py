"""The command ``labharness people change``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
)
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
    name: Annotated[str | None, typer.Option(help="As reports print it.")] = None,
    role: Annotated[list[Role] | None, typer.Option(help="All roles from now on.")] = None,
    title: Annotated[str | None, typer.Option(help="Function, as reports print it.")] = None,
    active: Annotated[
        bool | None, typer.Option("--active/--left", help="Whether the person still acts.")
    ] = None,
    why: Annotated[str, typer.Option("--why", help="Why; it stays on record.")],
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Change a person's name, title or roles, or say that the person left."""
    with open_register(Workspace.open(workspace)) as register:
        found = next((one for one in register.people() if one.id == person), None)
        if found is None:
            raise RegisterError(Commands.PERSON_NOT_LISTED(person=person))
        given = {"name": name, "roles": tuple(role) if role else None, "title": title, "active": active}
        kept = {key: value for key, value in given.items() if value is not None}
        entry = entered(Person, {**found.model_dump(), **kept})
        register.put("", entry, acting(register, by), why)
    print_person(entry, as_json=as_json)
