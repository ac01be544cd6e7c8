"""The command ``labharness store fetch``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.shared_store.copying import open_store
from labharness.app.shared_store.fetching import fetch
from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE, WorkspaceOption, screen, working
from labharness.cli.reporting import ByOption


def command(
    run: Annotated[str, typer.Argument(metavar="RUN", help="Name of a run, or its head hash.")],
    *,
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
) -> None:
    """Fetch a run of any bench from the store into the workspace; it is verified first."""
    space = Workspace.open(workspace)
    with working("Fetching", quiet=False):
        folder = fetch(space, open_store(space), run, by=by)
    screen.print(f"{folder.run}: fetched and verified. To see it, run: labharness show {folder.run}")
