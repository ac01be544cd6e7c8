"""The command ``labharness plans history``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.planning.plan_versions import SHORT, history
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.language.dates import brief


def command(
    plan: Annotated[str, typer.Argument(help="Id of a plan of the laboratory.")],
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """List the versions of a plan of the laboratory: who saved each, when and why."""
    found = history(plan, Workspace.open(workspace).path)
    if as_json:
        print_json(found)
        return
    if not found:
        screen.print("No version of this plan was saved.")
        return
    shown = table("Version", "Hash", "Saved", "By", "Reason")
    for one in found:
        shown.add_row(str(one.version), one.sha256[:SHORT], brief(one.when), one.who, one.reason)
    screen.print(shown)
