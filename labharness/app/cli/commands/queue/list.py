"""The command ``labharness queue list``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.benches.queue_access import open_queue
from labharness.app.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from labharness.app.cli.queues import print_items
from labharness.app.workspace import Workspace
from labharness.nights.items import State


def command(
    *,
    bench: Annotated[str | None, typer.Option("--bench", "-b", help="Only this bench.")] = None,
    ended: Annotated[bool, typer.Option("--ended", help="List what has ended, the latest first.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="Number of items at most.")] = 200,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """List what waits and what is taken, in the order in which it comes."""
    states = (State.ENDED, State.CANCELED) if ended else (State.WAITING, State.TAKEN)
    with open_queue(Workspace.open(workspace)) as queue:
        items = queue.items(bench, states, limit)
    print_items(items, as_json=as_json)
