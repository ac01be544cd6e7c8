"""The command ``labharness queue schedules``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.benches import queueing
from labharness.app.benches.queue_access import open_queue
from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.app.cli.submissions import ByOption
from labharness.app.workspace import Workspace
from labharness.nights.store.schedules import Schedules


def command(
    *,
    stop: Annotated[str | None, typer.Option(help="Let this schedule make no more items.")] = None,
    start: Annotated[str | None, typer.Option(help="Let this schedule make items again.")] = None,
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """List the schedules, stop one or start it again; add one with 'labharness queue add --every'."""
    space = Workspace.open(workspace)
    for name, active in ((stop, False), (start, True)):
        if name is not None:
            queueing.set_schedule(space, name, by, active=active)
    with open_queue(space) as queue:
        found = Schedules(queue.database).all()
    if as_json:
        print_json(found)
        return
    shown = table("Schedule, plan", "When", "Bench", "State")
    for one in found:
        order = one.item.get("order", {})
        shown.add_row(
            f"{one.id}\n{order.get('plan', '')}",
            f"{one.cron} ({one.zone})\nwindow {one.window_h:g} hours",
            str(one.item.get("bench", "")),
            "damaged" if one.damaged else "active" if one.active else "stopped",
        )
    screen.print(shown)
