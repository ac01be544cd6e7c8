"""The command ``labharness queue give-back``."""

from __future__ import annotations

from labharness.app.benches.repeating import give_back
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
    """Ask a bench for an item that it has taken and not begun.

    Its worker lets the order wait anew under a new name. A run that was begun goes on.
    """
    print_items([give_back(Workspace.open(workspace), item, by)], as_json=as_json)
