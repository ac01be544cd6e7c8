"""The command ``labharness plans copy``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.workspace import quoted
from labharness.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption, print_json, screen
from labharness.cli.plans import keep_plan
from labharness.cli.trust import workspace_or_none
from labharness.plans.frozen import find_plan


def command(
    plan: Annotated[str, typer.Argument(help="Plan, by id or file; ID@HASH for a version saved before.")],
    file: Annotated[Path, typer.Argument(help="File to write, ending in .toml.")],
    *,
    own_id: Annotated[
        str | None, typer.Option("--id", help="Id of the copy; its version is raised by one.")
    ] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Copy a plan as the start of your own."""
    if own_id is None:
        content, _ = find_plan(plan)
    else:
        content = _renamed(plan, own_id, workspace_or_none(workspace))
    keep_plan(content, file)
    if as_json:
        print_json({"plan": plan, "file": str(file)})
        return
    screen.print(f"Edit {file}, then: labharness plans check {quoted(file)}")


def _renamed(plan: str, own_id: str, place: Path | None) -> bytes:
    from labharness.app.planning.plan_drafts import copied
    from labharness.app.planning.plan_versions import read_version, refuse_own_id
    from labharness.app.plug_ins.discovery import discover  # a plain copy needs none of this

    frozen = read_version(plan, discover(place), place)
    if place is not None and own_id != frozen.plan.id:
        refuse_own_id(own_id, place)
    return copied(frozen, own_id, frozen.plan.version + 1)
