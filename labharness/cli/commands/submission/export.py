"""The command ``labharness submission export``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.submission import submissions
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)
from labharness.cli.submissions import IdArgument


def command(
    submission: IdArgument,
    folder: Annotated[Path, typer.Argument(help="Folder to write.")],
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Write a submission and its files to a folder, for reading, editing and import."""
    found = submissions.give_out(Workspace.open(workspace), submission, folder)
    if as_json:
        print_json(
            {"submission": found.id, "folder": str(folder), "entries": len(found.entries), "head": found.head}
        )
        return
    screen.print(f"{len(found.entries)} entries of {found.id} are in {folder}.")
