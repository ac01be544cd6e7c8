"""The command ``labharness worker``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.benches.taking_over import note_take_over
from labharness.app.benches.working import work
from labharness.app.cli.console import DEFAULT_WORKSPACE, WorkspaceOption, notes
from labharness.app.cli.submissions import ByOption
from labharness.app.workspace import Workspace
from labharness.language.recorded import worded
from labharness.reason import Reason


def command(
    *,
    bench: Annotated[str, typer.Option("--bench", "-b", help="Name of the bench.")] = "",
    take: Annotated[
        bool, typer.Option("--take", help="Take the bench over from another computer that is off.")
    ] = False,
    why: Annotated[str, typer.Option(help="Reason to take the bench over, for the record.")] = "",
    by: ByOption = None,
    until_empty: Annotated[
        bool, typer.Option("--until-empty", help="Leave once nothing is left to do.")
    ] = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
) -> None:
    """Work on the queue of a bench: one lane for each device, unattended.

    Ctrl-C or a stop of the service leaves runs at work alone; the next worker finds them.
    """
    if not bench:
        raise typer.BadParameter("Name the bench.", param_hint="--bench")
    space = Workspace.open(workspace)
    if take and why:
        note_take_over(space, bench, why, by)
    work(space, bench, take=take, by=by, until_empty=until_empty, tell=_tell)


def _tell(reasons: tuple[Reason, ...]) -> None:
    notes.print(worded(reasons))
