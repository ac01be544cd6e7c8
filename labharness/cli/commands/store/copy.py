"""The command ``labharness store copy``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from labharness.acts.parameters import BenchOfQueueOption
from labharness.app.shared_store.copying import Copied
from labharness.app.shared_store.copying import copy as copy_runs
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)
from labharness.cli.reporting import ByOption
from labharness.evidence.outside import LONGEST_LINE
from labharness.language.recorded import worded


def command(
    runs: Annotated[
        list[str] | None, typer.Argument(metavar="[RUN]...", help="Names of runs; default: all that wait.")
    ] = None,
    *,
    by: ByOption = None,
    bench: BenchOfQueueOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Copy runs that have ended to the store, and read every file back.

    The copies here stay. Repeat the command after an interruption: it goes on with what is missing.
    """

    def tell(one: Copied) -> None:
        if not as_json:
            screen.print(f"{one.run}: {worded(one.reasons) if one.reasons else 'copied and verified'}")

    ticket = sys.stdin.readline(LONGEST_LINE).strip() if bench and not sys.stdin.isatty() else ""
    done = copy_runs(Workspace.open(workspace), runs or (), tell, by=by, bench=bench, ticket=ticket)
    if as_json:
        print_json([{"run": one.run, "copied": not one.reasons, "problems": one.reasons} for one in done])
    elif not done:
        screen.print("All runs that have ended are in the store.")
    return ERROR if any(one.reasons for one in done) else 0
