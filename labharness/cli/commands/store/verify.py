"""The command ``labharness store verify``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.shared_store.copying import open_store
from labharness.app.shared_store.fetching import check
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


def command(
    runs: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RUN]...", help="Names or head hashes of runs; default: all in the store."),
    ] = None,
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Read every file of runs in the store, and verify them as 'labharness verify' does."""
    space = Workspace.open(workspace)
    store = open_store(space)
    found = []
    for name, head in [store.find(run) for run in runs] if runs else store.arrived():
        problems = check(space, store, name, head)
        found.append({"run": name, "head": head, "problems": problems})
        for line in () if as_json else problems:
            screen.print(say(line))
        if not as_json:
            state = "INTEGRITY NOT VERIFIED" if problems else "integrity verified"
            screen.print(f"{name}: {state}, head {head}")
    if as_json:
        print_json(found)
    return ERROR if any(one["problems"] for one in found) else 0
