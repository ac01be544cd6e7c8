"""The command ``labharness submission withdraw``."""

from __future__ import annotations

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
    entry: Annotated[str, typer.Argument(metavar="KIND/ENTRY", help="Entry, for example waiver/waiver-1.")],
    *,
    why: Annotated[str, typer.Option("--why", help="Reason, for the record.")],
    by: ByOption = None,
    key: KeyOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Withdraw a statement, or take an entry out of the submission. The audit trail keeps both versions."""
    space = Workspace.open(workspace)
    with signer(space, key) as sign:
        change = submissions.withdraw(space, submission, entry, by, why, sign)
    if as_json:
        print_json({"submission": submission, "entry": entry, "record": change.number, "who": change.who})
        return
    screen.print(f"{entry} of {submission} is withdrawn by record {change.number}, by {change.who}.")
