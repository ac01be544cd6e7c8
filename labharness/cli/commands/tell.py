"""The command ``labharness tell``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app import services
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)
from labharness.cli.from_acts import ByOption


def command(
    name: Annotated[str, typer.Argument(metavar="RUN", help="Name of the run.")],
    command: Annotated[
        str, typer.Argument(help="pause, resume, stop, close_session, answer; refill, jam or door.")
    ],
    text: Annotated[
        str, typer.Argument(help="The answer, for 'answer', such as 'no: the door opens | door.jpg'.")
    ] = "",
    *,
    who: Annotated[
        str, typer.Option(help="Name of the person, for the record; default: the person who acts.")
    ] = "",
    by: ByOption = None,
    prompt: Annotated[
        int | None, typer.Option(help="Number of the prompt; default: the only open prompt.")
    ] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Send a command to an active run, or answer its prompt.

    refill, jam and door record that cards were added by hand, that a jam was cleared, and that the door
    was open.
    """
    folder = Workspace.open(workspace).run(name)
    services.tell(folder, command, who, _with_whole_path(text), prompt, by)
    if as_json:
        print_json({"run": folder.run, "told": command})
        return
    screen.print(f"{folder.run}: command {command} sent.")


def _with_whole_path(text: str) -> str:
    """Name a file that comes with an answer so that the runner finds it, wherever that was started."""
    words, bar, file = text.rpartition("|")
    path = Path(file.strip())
    return f"{words}| {path.resolve()}" if bar and file.strip() and path.is_file() else text
