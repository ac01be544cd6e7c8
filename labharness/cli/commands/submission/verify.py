"""The command ``labharness submission verify``."""

from __future__ import annotations

from labharness.app.people.signed_decisions import verify_all
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)
from labharness.language.catalog import say


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> int:
    """Verify the audit chain, the entries and the files of the register."""
    changes, head, problems = verify_all(Workspace.open(workspace))
    if as_json:
        print_json({"changes": changes, "head": head, "problems": problems})
    elif problems:
        screen.print("REGISTER INTEGRITY NOT VERIFIED", style="bold red")
        for problem in problems:
            screen.print(f"  - {say(problem)}")
    else:
        screen.print(f"Register: integrity verified ({changes} records). Head: {head}")
    return ERROR if problems else 0
