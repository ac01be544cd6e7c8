"""Work on the queue of a bench: one lane for each device, unattended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from labharness.acts.declaring import Seat, Tell, WindowControl, act, silent, tr
from labharness.acts.gates import EVERYBODY, elsewhere
from labharness.acts.parameters import BenchOption
from labharness.app.workspace.workspace import Workspace
from labharness.language.run_groups import worded
from labharness.model.device import MAY_RUN

if TYPE_CHECKING:
    from labharness.app.benches.service import ServiceFile


@act(
    elsewhere("the queue, where the bench is taken over", *MAY_RUN),
    WindowControl("Benches", tr("&Start worker here…")),
    shown=lambda _: (),
    serves=True,
)
def worker(
    seat: Seat,
    *,
    bench: Annotated[str, typer.Option("--bench", "-b")] = "",
    take: bool = False,
    why: str = "",
    until_empty: bool = False,
    tell: Tell = silent,
) -> None:
    """Work on the queue of a bench: one lane for each device, unattended.

    Ctrl-C or a stop of the service leaves runs at work alone; the next worker finds them.
    """
    from labharness.app.benches.queue_access import actor_for
    from labharness.app.benches.watching import explain_taking_over, work
    from labharness.app.workspace.register import open_queue
    from labharness.model.reasons.night import QueueAct

    if not bench:
        raise typer.BadParameter("Name the bench.", param_hint="--bench")
    if take and why:
        with open_queue(seat.workspace) as queue:
            actor = actor_for(seat.workspace, queue, seat.by, QueueAct.TAKE_OVER, bench)
            explain_taking_over(queue, actor, bench, why)
    work(
        seat.workspace,
        bench,
        take=take,
        by=seat.by,
        until_empty=until_empty,
        tell=lambda reasons: tell(worded(reasons)),
    )


@act(
    EVERYBODY,
    WindowControl("Settings", tr("&Write the service file")),
    shown=lambda file: (
        (f"Written: {file.path}", "Next, run:", *(f"  {line}" for line in file.next))
        if file.written
        else (file.content,)
    ),
)
def install(
    workspace: Workspace,
    *,
    bench: BenchOption,
    write: Annotated[bool, typer.Option("--write/--print")] = True,
) -> ServiceFile:
    """Write the service file with which the system starts the worker of a bench, and say what to run next."""
    from labharness.app.benches.service import service_file

    file = service_file(workspace, bench)
    return file.write() if write else file
