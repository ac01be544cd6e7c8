"""The command ``labharness people laboratory``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)
from labharness.app.cli.people import WhyOption
from labharness.app.cli.submissions import ByOption
from labharness.app.register import acting, open_register
from labharness.app.workspace import Workspace
from labharness.filings.entries.people import Laboratory
from labharness.filings.entries.typed import entered


def command(
    *,
    name: Annotated[str, typer.Option(help="Name as printed in reports.")],
    address: Annotated[str, typer.Option(help="Name as printed in reports.")],
    addressee: Annotated[str | None, typer.Option(help="Addressee of the reports.")] = None,
    why: WhyOption = "The laboratory that issues the reports.",
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Set the laboratory that issues the reports."""
    with open_register(Workspace.open(workspace)) as register:
        given = {"id": "laboratory", "name": name, "address": address}
        entry = entered(Laboratory, given | ({} if addressee is None else {"addressee": addressee}))
        register.put("", entry, acting(register, by), why)
    if as_json:
        print_json(entry.model_dump(mode="json"))
        return
    screen.print(f"Reports are issued by {entry.name}, to the {entry.addressee}.")
