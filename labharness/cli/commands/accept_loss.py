"""The command ``labharness accept-loss``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.backup import accept_loss
from labharness.app.heads import Kept
from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE, WorkspaceOption, screen
from labharness.cli.from_acts import ByOption


def command(
    database: Annotated[Kept, typer.Argument(metavar="DATABASE", help="register or queue.")],
    *,
    why: Annotated[str, typer.Option(help="Why the records are lost for good; it goes on record.")],
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
) -> None:
    """Go on with a register or queue that holds less than this workspace has seen (an authorizer)."""
    checked = accept_loss(Workspace.open(workspace), database, why, by)
    if not checked:
        screen.print("There is no list of people, so nobody's role was checked.")
    screen.print(f"The loss is on record in the {database.value}. Back it up now: labharness backup FOLDER")
