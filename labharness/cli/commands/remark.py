"""The command ``labharness remark``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.plug_ins.check_titles import run_titles
from labharness.app.run_results.remarks import add_remark, remarks
from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption, print_json, screen
from labharness.cli.from_acts import ByOption
from labharness.cli.reading import RunArgument
from labharness.language.dates import day_and_time


def command(
    run: RunArgument,
    text: Annotated[str, typer.Argument(help="The remark. Without it, the remarks on file are listed.")] = "",
    *,
    by: ByOption = None,
    check: Annotated[str, typer.Option(help="Id of the check that the remark is about.")] = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Note something about a run in the register, or list what was noted; the run itself never changes."""
    space = Workspace.open(workspace)
    name = space.run(run).run
    found = (add_remark(space, name, check, text, by),) if text else remarks(space, name)
    if as_json:
        print_json({"run": name, "remarks": found})
        return
    titles = run_titles(space.run(name), space.path)
    for one in found:
        about = f"{titles.get(one.check, one.check)}: " if one.check else ""
        screen.print(f"{day_and_time(one.utc)}, {one.author}: {about}{one.text}")
    if not found:
        screen.print(f"{name}: no remark is on file.")
