"""The command ``labharness queue history``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.benches.queue_access import open_queue
from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.app.workspace import Workspace
from labharness.language.dates import day_and_time
from labharness.nights.acts import values_of


def command(
    target: Annotated[
        str | None, typer.Argument(metavar="[ITEM]", help="An item, a bench or a schedule; default: all.")
    ] = None,
    *,
    limit: Annotated[int, typer.Option(min=1, help="Number of lines at most.")] = 100,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """List who did or tried what in the queue."""
    with open_queue(Workspace.open(workspace)) as queue:
        acts = queue.acts(target, limit)
    if as_json:
        print_json(
            [
                {name: getattr(act, name) for name in ("number", "utc", "who", "account", "what", "target")}
                | {"body": values_of(act.body)}
                for act in acts
            ]
        )
        return
    shown = table("When", "Who (account)", "What", "Item, bench or schedule")
    for act in acts:
        shown.add_row(day_and_time(act.utc), f"{act.who} ({act.account})", act.what, act.target)
    screen.print(shown)
