"""Commands about the laboratory and its people: labharness people list, add, change, laboratory."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.app.cli.root import app
from labharness.app.cli.submissions import ByOption, visible
from labharness.app.register import acting, open_register
from labharness.app.workspace import Workspace
from labharness.errors import RegisterError
from labharness.filings.entries.people import Laboratory, Person, Role
from labharness.filings.entries.typed import entered

people_app = typer.Typer(
    help="Who may do what: the laboratory's people and their roles.", no_args_is_help=True
)
app.add_typer(people_app, name="people")

PersonArgument = Annotated[
    str, typer.Argument(metavar="ID", help="Short name, in small letters, digits and hyphens.")
]
WhyOption = Annotated[str, typer.Option("--why", help="Why; it stays on record.")]


@people_app.command("list")
def list_people(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> None:
    """List everybody who is or was on the list, with their roles."""
    with open_register(Workspace.open(workspace)) as register:
        found = register.people()
    if as_json:
        print_json([one.model_dump(mode="json") for one in found])
        return
    if not found:
        screen.print("Nobody is on the list. Begin with:")
        screen.print("  labharness people add ID --name NAME --role administrator --by ID", markup=False)
        return
    shown = table("Person", "Roles", "Name and title")
    for one in found:
        name = f"{one.name}, {one.title}" if one.title else one.name
        shown.add_row(one.id, ", ".join(one.roles), visible(name) + ("" if one.active else " (left)"))
    screen.print(shown)


@people_app.command("add")
def add_person(
    person: PersonArgument,
    *,
    name: Annotated[str, typer.Option(help="As reports print it.")],
    role: Annotated[list[Role], typer.Option(help="What the person may do; may be given several times.")],
    title: Annotated[str, typer.Option(help="Function, as reports print it.")] = "",
    why: WhyOption = "Joined the list.",
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Put a person on the list; the first one is an administrator and enters themselves."""
    with open_register(Workspace.open(workspace)) as register:
        if any(one.id == person for one in register.people()):
            raise RegisterError(
                f"{person!r} is on the list already; change them with: labharness people change {person}"
            )
        entry = entered(Person, {"id": person, "name": name, "title": title, "roles": tuple(role)})
        register.put("", entry, acting(register, by), why, expecting=0)
    _say(entry, as_json=as_json)


@people_app.command("change")
def change_person(
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
            raise RegisterError(f"{person[:80]!r} is not on the list; add them with: labharness people add")
        given = {"name": name, "roles": tuple(role) if role else None, "title": title, "active": active}
        kept = {key: value for key, value in given.items() if value is not None}
        entry = entered(Person, {**found.model_dump(), **kept})
        register.put("", entry, acting(register, by), why)
    _say(entry, as_json=as_json)


@people_app.command("laboratory")
def set_laboratory(
    *,
    name: Annotated[str, typer.Option(help="As reports print it.")],
    address: Annotated[str, typer.Option(help="As reports print it.")],
    addressee: Annotated[str | None, typer.Option(help="To whom reports go.")] = None,
    why: WhyOption = "The laboratory that issues the reports.",
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Say which laboratory issues the reports."""
    with open_register(Workspace.open(workspace)) as register:
        given = {"id": "laboratory", "name": name, "address": address}
        entry = entered(Laboratory, given | ({} if addressee is None else {"addressee": addressee}))
        register.put("", entry, acting(register, by), why)
    if as_json:
        print_json(entry.model_dump(mode="json"))
        return
    screen.print(f"Reports are issued by {entry.name}, to the {entry.addressee}.", markup=False)


def _say(entry: Person, *, as_json: bool) -> None:
    if as_json:
        print_json(entry.model_dump(mode="json"))
        return
    screen.print(
        f"{entry.id} is {entry.name}: {', '.join(entry.roles)}{'' if entry.active else ' (left)'}.",
        markup=False,
    )
