"""The command ``labharness plug-ins trust``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.outside.trusted import code_files, trust
from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE, WorkspaceOption, screen


def command(
    *,
    nothing: Annotated[
        bool, typer.Option("--nothing", help="Trust no file of the workspace any more.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Trust the files without a question.")] = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
) -> int:
    """Trust the code of the workspace's plug-ins as it is now; it runs with all your rights.

    The files are shown first. A file that changes, or is added, is not trusted until this is done again.
    """
    place = Workspace.open(workspace).path
    files = () if nothing else code_files(place)
    for file in files:
        screen.print(f"{file.sha256}  {place / file.name}: {file.standing.value}")
    if files and not yes and not typer.confirm("Have you read these files, and do you trust them?"):
        screen.print("Nothing was changed.")
        return 2
    screen.print(f"{trust(place, files)}: {len(files)} files of {place} are trusted.")
    return 0
