"""The command ``labharness about``."""

from __future__ import annotations

from labharness.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption, print_json, screen
from labharness.cli.trust import workspace_or_none


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> None:
    """Print the versions and hashes that results depend on, those of plug-ins included."""
    from labharness.app.versions import versions

    found = versions(workspace_or_none(workspace))
    if as_json:
        print_json(found)
        return
    for name, version in found.items():
        screen.print(f"{name}: {version}")
