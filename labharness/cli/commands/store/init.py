"""The command ``labharness store init``."""

from __future__ import annotations

from labharness.app.shared_store.content import make_store
from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE, WorkspaceOption, screen


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE) -> None:
    """Make the store that the workspace names; once for all benches."""
    store = make_store(Workspace.open(workspace))
    screen.print(f"The store {store.medium.shown} is ready.")
