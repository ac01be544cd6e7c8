"""The command ``labharness settings list``."""

from __future__ import annotations

from labharness.app.laboratory.workspace_settings import setting_values
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> None:
    """List the settings of the workspace with their values."""
    found = setting_values(Workspace.open(workspace))
    if as_json:
        print_json({one.setting.name: one.value for one in found})
        return
    shown = table("Setting", "Value", "Purpose")
    for one in found:
        shown.add_row(one.setting.name, one.value or "not set", one.setting.purpose)
    screen.print(shown)
