"""The command ``labharness restore``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.backup import restore
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    working,
)
from labharness.language.catalog import say


def command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder that labharness backup made.")],
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Restore a lost register and queue from a backup, and compare their heads."""
    with working("Restoring", quiet=as_json):
        restored = restore(Workspace.open(workspace), folder)
    whole = all(each.wrong is None for each in restored)
    if as_json:
        print_json(
            [{**each.copied.model_dump(mode="json"), "wrong": each.wrong} for each in restored],
        )
        return 0 if whole else ERROR
    for each in restored:
        name, records = each.copied.database.value.capitalize(), each.copied.records
        screen.print(f"{name}: restored {records:,} records, head {each.copied.head} as in the backup.")
        if each.wrong is not None:
            screen.print(f"  - {say(each.wrong)}")
    return 0 if whole else ERROR
