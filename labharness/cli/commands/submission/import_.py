"""The command ``labharness submission import``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from labharness.app.register import open_register
from labharness.app.submission import submissions
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)
from labharness.cli.deciding import KeyOption, signer
from labharness.cli.from_acts import ByOption
from labharness.cli.submissions import action
from labharness.errors import RegisterError
from labharness.language.catalog import explain, say, sentences

WhyOption = Annotated[str, typer.Option("--why", help="Reason, for the record.")]


def command(
    folder: Annotated[Path, typer.Argument(help="Folder that 'new' made or 'export' wrote.")],
    *,
    why: WhyOption,
    by: ByOption = None,
    key: KeyOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Import the entries of a folder into the register. With any error, nothing is imported and all errors are printed."""
    try:
        space = Workspace.open(workspace)
        with signer(space, key) as sign:
            name, changes = submissions.take_in(space, folder, by, why, sign)
    except RegisterError as error:
        if as_json:
            print_json({"error": "RegisterError", "sentence": explain(error), "problems": error.reasons})
        else:
            for problem in sentences(error):
                screen.print(problem)
        return ERROR
    with open_register(space) as register:
        doubts = tuple(submissions.doubts(register.snapshot(name)))
    if as_json:
        print_json({"submission": name, "changes": [asdict(one) for one in changes], "doubts": doubts})
        return 0
    for one in changes:
        screen.print(f"{action(one)} {one.kind} {one.entry}")
    for doubt in doubts:
        screen.print(f"Doubt: {say(doubt)}")
    count = "1 change" if len(changes) == 1 else f"{len(changes)} changes"
    screen.print(f"{count} of {name}. Next: labharness submission show {name}")
    return 0
