"""The command ``labharness backup``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.backup import back_up
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    working,
)


def command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="New folder of the backup.")],
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Verify register and queue, and copy them into a new folder while others go on writing."""
    with working("Copying", quiet=as_json):
        backup = back_up(Workspace.open(workspace), folder)
    if as_json:
        print_json(backup.model_dump(mode="json", by_alias=True))
        return
    for copied in backup.databases:
        screen.print(f"{copied.database.value.capitalize()}: {copied.records:,} records, head {copied.head}")
    screen.print(
        f"Backup in {folder}. Files of submissions (files/), runs, and reports are not in it: copy them as well."
    )
