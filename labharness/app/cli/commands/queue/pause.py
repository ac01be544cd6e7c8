"""The command ``labharness queue pause``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.benches import queueing
from labharness.app.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption, print_json, screen
from labharness.app.cli.submissions import ByOption
from labharness.app.workspace import Workspace


def command(
    bench: Annotated[str, typer.Argument(metavar="BENCH", help="Name of the bench.")],
    *,
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Let a bench begin nothing new; runs at work go on."""
    found = queueing.pause(Workspace.open(workspace), bench, by, paused=True)
    if as_json:
        print_json(found)
        return
    screen.print(f"{found.name}: {'paused' if found.paused else 'at work'}.")
