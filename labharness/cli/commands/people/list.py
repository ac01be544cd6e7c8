"""The command ``labharness people list``."""

from __future__ import annotations

from labharness.app.register import open_register
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> None:
    """List all present and former people with their roles; with --json, also as the list that report verify --signers reads."""
    with open_register(Workspace.open(workspace)) as register:
        found = register.people()
        changes = list(register.changes("")) if as_json else []
    if as_json:
        from labharness.app.people.signers import signing_lines

        signs = signing_lines(changes)
        print_json([{**one.model_dump(mode="json"), "signs": signs.get(one.id, [])} for one in found])
        return
    if not found:
        screen.print("The list is empty. Begin with:")
        screen.print("  labharness people add ID --name NAME --role administrator --by ID")
        return
    shown = table("Person", "Roles", "Name and title")
    for one in found:
        name = f"{one.name}, {one.title}" if one.title else one.name
        shown.add_row(one.id, ", ".join(one.roles), name + ("" if one.active else " (left)"))
    screen.print(shown)
