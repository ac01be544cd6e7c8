"""The command ``labharness store init``."""

from __future__ import annotations

from labharness.app.cli.console import DEFAULT_WORKSPACE, WorkspaceOption, screen
from labharness.app.settings import read_settings
from labharness.app.shared_store.store import Store, medium_of
from labharness.app.workspace import Workspace


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE) -> None:
    """Make the store that the workspace names; once for all benches."""
    store = Store.make(medium_of(read_settings(Workspace.open(workspace))))
    screen.print(f"The store {store.medium.shown} is ready.")
