"""The command ``labharness queue duplicate``."""

from __future__ import annotations

from labharness.app.benches.repeating import duplicate
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
    """Queue the order of an item once more, as a new attempt under a new name."""
    print_items([duplicate(Workspace.open(workspace), item, by)], as_json=as_json)
