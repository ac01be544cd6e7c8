"""The command ``labharness queue cancel``."""

from __future__ import annotations

from labharness.app.benches import queueing
from labharness.app.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from labharness.app.cli.queues import ItemArgument, print_items
from labharness.app.cli.submissions import ByOption
from labharness.app.workspace import Workspace


def command(
    item: ItemArgument,
    *,
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Cancel an item; if its run is at work, its bench tells the run to stop."""
    print_items([queueing.cancel(Workspace.open(workspace), item, by)], as_json=as_json)
