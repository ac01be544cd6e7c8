"""The command ``labharness people change``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.laboratory.people import change_person
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
)
from labharness.cli.deciding import KeyOption, signer
from labharness.cli.from_acts import ByOption
from labharness.cli.people import PersonArgument, print_person
from labharness.filings.entries.people import Role


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
    given = {"name": name, "roles": tuple(role) if role else None, "title": title, "active": active}
    changes = {field: value for field, value in given.items() if value is not None}
    with signer(space, key) as sign:
        entry = change_person(space, person, changes, why, by, sign)
    print_person(entry, as_json=as_json)
