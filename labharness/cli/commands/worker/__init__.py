"""The command ``labharness worker``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.benches.queue_access import actor_for, open_queue
from labharness.app.benches.taking_over import explain_taking_over
from labharness.app.benches.working import work
from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE, WorkspaceOption, notes
from labharness.cli.from_acts import ByOption
from labharness.language.recorded import worded
from labharness.model.reasons.night import QueueAct
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
        with open_queue(space) as queue:
            actor = actor_for(space, queue, by, QueueAct.TAKE_OVER, bench)
            explain_taking_over(queue, actor, bench, why)
    work(space, bench, take=take, by=by, until_empty=until_empty, tell=_tell)


def _tell(reasons: tuple[Reason, ...]) -> None:
    notes.print(worded(reasons))
