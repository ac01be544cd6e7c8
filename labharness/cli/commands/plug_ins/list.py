"""The command ``labharness plug-ins list``."""

from __future__ import annotations

from labharness.app.outside.trusted import code_files
from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption, print_json, screen


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> int:
    """List the files with code among the workspace's plug-ins, and whether they are trusted."""
    files = code_files(Workspace.open(workspace).path)
    if as_json:
        print_json([{"file": file.name, "sha256": file.sha256, "standing": file.standing} for file in files])
        return 0
    for file in files:
        screen.print(f"{file.sha256}  {file.name}: {file.standing.value}")
    if not files:
        screen.print("The workspace has no plug-in with code.")
    return 0
