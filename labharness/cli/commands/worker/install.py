"""The command ``labharness worker install``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.acts.parameters import BenchOption
from labharness.app.benches.service import service_file
from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE, WorkspaceOption, screen


def command(
    *,
    bench: BenchOption,
    write: Annotated[bool, typer.Option("--write/--print", help="Write the file, or only print it.")] = True,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
) -> None:
    """Write the service file with which the system starts the worker of a bench, and say what to run next."""
    file = service_file(Workspace.open(workspace), bench)
    if not write:
        screen.print(file.content)
        return
    file.write()
    screen.print(f"Written: {file.path}\nNext, run:")
    for line in file.next:
        screen.print(f"  {line}")
