"""The command ``labharness plans times``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app import services
from labharness.app.catalog.plan_entry import hours
from labharness.app.plug_ins.discovery import discover
from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption, print_json, screen
from labharness.cli.plans import keep_plan
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.plans.handling import FILE, laboratory_times, packaged_file


def command(
    plan: Annotated[str | None, typer.Argument(help="A plan file, or the id of a plan.")] = None,
    *,
    write: Annotated[
        bool, typer.Option("--write", help="Put the product's table into the workspace, to edit it.")
    ] = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Show the handling times, and how long people are needed for a plan by them."""
    place = Workspace.open(workspace).path / FILE if write else workspace / FILE
    if write:
        keep_plan(packaged_file(), place)
    times = laboratory_times(workspace)
    frozen = None if plan is None else services.load_plan(plan, discover())
    needed = None if frozen is None else hours(frozen, times)
    if as_json:
        seconds = times.model_dump(by_alias=True, exclude={"schema_"})
        print_json(
            {
                "file": str(place) if place.exists() else None,
                "seconds": seconds,
                "plan": plan,
                "hours": needed,
            }
        )
        return
    if needed is not None:
        screen.print(f"{plan}: {needed}")
        return
    screen.print(
        f"Edit {place}."
        if write
        else (read_outside(place, SizeLimit.WRITTEN) if place.exists() else packaged_file()).decode(),
    )
