"""Which list of trusted authorities a command is about."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE
from labharness.errors import WorkspaceError

OwnerOption = Annotated[
    Path | None,
    typer.Option("--workspace", "-w", help="Use the list of this workspace instead of the user's list."),
]


def owner(workspace: Path | None) -> Workspace | None:
    """Return the workspace whose list is meant, None for the user's own."""
    return Workspace.open(workspace) if workspace else None


def workspace_or_none(path: Path) -> Path | None:
    """Return the folder of a workspace, None where the default one is not there; one that is named must be."""
    try:
        return Workspace.open(path).path
    except WorkspaceError:
        if path != DEFAULT_WORKSPACE:
            raise
        return None
