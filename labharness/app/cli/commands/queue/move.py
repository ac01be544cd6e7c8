"""The command ``labharness queue move``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.benches import queueing
from labharness.app.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from labharness.app.cli.queues import ItemArgument, print_items
from labharness.app.cli.submissions import ByOption
from labharness.app.workspace import Workspace


def command(
    item: ItemArgument,
    *,
    bench: Annotated[str | None, typer.Option("--bench", "-b", help="Move it to this bench.")] = None,
    priority: Annotated[int | None, typer.Option(help="Items with more come first.")] = None,
    before: Annotated[str | None, typer.Option(help="Put it before this item.")] = None,
    first: Annotated[bool, typer.Option("--first", help="Put it first of its priority.")] = False,
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Move an item that waits to another bench, priority or place."""
    moved = queueing.move(
        Workspace.open(workspace), item, by, bench=bench, priority=priority, before=before, first=first
    )
    print_items([moved], as_json=as_json)
