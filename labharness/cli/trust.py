"""The workspace of commands that can do without one."""

from __future__ import annotations

from pathlib import Path

from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE
from labharness.errors import WorkspaceError


def workspace_or_none(path: Path) -> Path | None:
    """Return the folder of a workspace, None where the default one is not there; one that is named must be."""
    try:
        return Workspace.open(path).path
    except WorkspaceError:
        if path != DEFAULT_WORKSPACE:
            raise
        return None
