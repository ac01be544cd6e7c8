"""The workspace of commands that can do without one."""

from __future__ import annotations

from pathlib import Path

from labharness.acts import parameters


def workspace_or_none(path: Path) -> Path | None:
    """Return the folder of a workspace, None where the default one is not there; one that is named must be."""
    space = parameters.workspace_or_none(path)
    return space.path if space else None
