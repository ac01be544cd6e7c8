"""The command ``labharness people add``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.laboratory.people import add_person
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
)
from labharness.cli.deciding import KeyOption, signer
from labharness.cli.from_acts import ByOption
from labharness.cli.people import PersonArgument, WhyOption, print_person
from labharness.filings.entries.people import Role


def command(
    person: PersonArgument,
    *,
    name: Annotated[str, typer.Option(help="Name as printed in reports.")],
    role: Annotated[list[Role], typer.Option(help="Role of the person; repeat for several.")],
    title: Annotated[str, typer.Option(help="Function as printed in reports.")] = "",
    why: WhyOption = "Added to the list.",
    by: ByOption = None,
    key: KeyOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Add a person to the list. The first person must be an administrator and adds themselves."""
    space = Workspace.open(workspace)
    given = {"id": person, "name": name, "title": title, "roles": tuple(role)}
    with signer(space, key) as sign:
        entry = add_person(space, given, why, by, sign)
    print_person(entry, as_json=as_json)
