"""The command ``labharness settings set``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.laboratory.workspace_settings import change_setting
from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption, print_json, screen
from labharness.cli.from_acts import ByOption


def command(
    name: Annotated[str, typer.Argument(metavar="SETTING", help="Name of the setting.")],
    value: Annotated[str, typer.Argument(help='New value; "" for the value that it has by itself.')],
    *,
    why: Annotated[str, typer.Option("--why", help="Reason, for the record.")],
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Change a setting of the workspace. Where there is a list of people, only an administrator may."""
    made = change_setting(Workspace.open(workspace), name, value, why, by)
    if as_json:
        print_json({made.setting.name: made.value})
        return
    screen.print(f"{made.setting.title}: {made.value or 'not set'}.")
