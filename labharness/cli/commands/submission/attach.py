"""The command ``labharness submission attach``."""

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
from labharness.cli.deciding import KeyOption, signer
from labharness.cli.from_acts import ByOption
from labharness.cli.submissions import IdArgument


def command(
    submission: IdArgument,
    entry: Annotated[str, typer.Argument(metavar="KIND/ENTRY", help="Entry, for example unit/unit-1.")],
    file: Annotated[Path, typer.Argument(help="File; a copy is stored under its hash.")],
    *,
    caption: Annotated[str, typer.Option(help="Caption of a photograph.")] = "",
    why: Annotated[str, typer.Option("--why", help="Reason, for the record.")] = "",
    by: ByOption = None,
    key: KeyOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Attach a document or a photograph to an entry."""
    space = Workspace.open(workspace)
    with signer(space, key) as sign:
        kept = submissions.attach(space, submission, entry, file, caption, by, why, sign)
    if as_json:
        print_json(kept.model_dump(mode="json"))
        return
    screen.print(f"{kept.name} is stored with {entry}; SHA-256 {kept.sha256}")
