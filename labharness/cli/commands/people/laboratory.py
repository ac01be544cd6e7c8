"""The command ``labharness people laboratory``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.laboratory.people import set_laboratory
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)
from labharness.cli.deciding import KeyOption, signer
from labharness.cli.from_acts import ByOption
from labharness.cli.people import WhyOption


def command(
    *,
    name: Annotated[str, typer.Option(help="Name as printed in reports.")],
    address: Annotated[str, typer.Option(help="Address as printed in reports.")],
    addressee: Annotated[str | None, typer.Option(help="Addressee of the reports.")] = None,
    signed_decisions: Annotated[
        bool | None,
        typer.Option(
            "--signed-decisions/--unsigned-decisions",
            help="Require the key of the person for every decision and every change of people; needs --key.",
        ),
    ] = None,
    why: WhyOption = "The laboratory that issues the reports.",
    by: ByOption = None,
    key: KeyOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Set the laboratory that issues the reports."""
    space = Workspace.open(workspace)
    given = {"name": name, "address": address, "addressee": addressee, "signed_decisions": signed_decisions}
    changes = {field: value for field, value in given.items() if value is not None}
    with signer(space, key) as sign:
        entry = set_laboratory(space, changes, why, by, sign)
    if as_json:
        print_json(entry.model_dump(mode="json"))
        return
    screen.print(f"Reports are issued by {entry.name}, to the {entry.addressee}.")
