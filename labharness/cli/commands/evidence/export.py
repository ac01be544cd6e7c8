"""The command ``labharness evidence export``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.evidence.exporting import export_run
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    working,
)
from labharness.cli.reading import RunArgument, any_folder
from labharness.language.catalog import say


def command(
    run: RunArgument,
    folder: Annotated[Path, typer.Argument(help="Folder below which the copy is made.")],
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Copy a run for somebody else, with the list of its files for sha256sum; the copy is verified."""
    with working("Exporting", quiet=as_json):
        made = export_run(any_folder(run, workspace), folder)
    if as_json:
        print_json(
            {
                "folder": str(made.folder),
                "sums": str(made.sums),
                "head": made.found.head,
                "problems": made.found.problems,
            }
        )
    else:
        for problem in made.found.problems:
            screen.print(say(problem))
        screen.print(
            f"{made.folder}: {made.found.records:,} records. Files: {made.sums.name}. Head: {made.found.head}"
        )
    return 0 if made.found.clean else ERROR
